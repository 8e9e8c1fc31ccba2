import { useLoaderData, type MetaFunction } from 'framework'
import type { CrumbHandle } from '../../components/breadcrumbs.tsx'
import { countOf, formatDate, formatPrice } from '../../format.ts'
import { routes } from '../../routes.ts'
import type { Args, ShopReads } from '../../server/context.ts'
import { Database } from '../../server/database.ts'
import { findAllOrders } from '../../server/orders.ts'
import { ORDERS, readerOf } from '../../server/tags.ts'

export const meta: MetaFunction = () => ({ title: 'Orders · Admin · Quire Books' })

export const handle: CrumbHandle = {
  crumb: () => ({ label: 'Orders', to: routes.admin.orders.href() }),
}

/** A new order appears on this page by itself, whichever process has taken it. */
export const live = true

export const reads: ShopReads = ({ context }) => [ORDERS, readerOf(context)]

export async function loader({ context }: Args) {
  return { orders: await findAllOrders(context.get(Database)) }
}

export default function AdminOrders() {
  const { orders } = useLoaderData<typeof loader>()

  return (
    <>
      <h1>Orders</h1>
      {orders.length === 0 && <p className="lead">Nobody has ordered anything yet.</p>}
      <ul className="order-list">
        {orders.map(({ number, name, placed, total, lines }) => (
          <li className="panel" key={number}>
            <strong>Order {number}</strong>
            <span>
              {name}, {formatDate(placed)}
            </span>
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
    </>
  )
}
