import { Link, useLoaderData, type MetaFunction } from 'framework'
import { Auth } from 'framework/auth-middleware'
import { countOf, formatDate, formatPrice } from '../../format.ts'
import { routes } from '../../routes.ts'
import type { MemberArgs, ShopReads } from '../../server/context.ts'
import { Database } from '../../server/database.ts'
import { findOrders } from '../../server/orders.ts'
import { ordersOf, readerOf } from '../../server/tags.ts'

export const meta: MetaFunction = () => ({ title: 'Your orders · Quire Books' })

/** An order from another tab or another device appears by itself. */
export const live = true

export const reads: ShopReads = ({ context }) => [ordersOf(context), readerOf(context)]

export async function loader({ context }: MemberArgs) {
  const { id, name } = context.get(Auth).identity

  return { name, orders: await findOrders(context.get(Database), id) }
}

export default function Orders() {
  const { name, orders } = useLoaderData<typeof loader>()

  return (
    <>
      <h1>Hello, {name}</h1>
      {orders.length === 0 ? (
        <p className="lead">
          You have not ordered anything yet.{' '}
          <Link to={routes.books.index.href()}>That can be changed.</Link>
        </p>
      ) : (
        <ul className="order-list">
          {orders.map(({ number, placed, total, lines }) => (
            <li className="panel" key={number}>
              <Link to={routes.order.href({ number })} prefetch="intent">
                Order {number}
              </Link>
              <span>{formatDate(placed)}</span>
              <span>
                {countOf(
                  lines.reduce((sum, { quantity }) => sum + quantity, 0),
                  'book',
                )}
              </span>
              <span className="price">{formatPrice(total)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
