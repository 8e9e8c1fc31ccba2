import { json, Link, useLoaderData, type MetaFunction } from 'framework'
import { Auth } from 'framework/auth-middleware'
import { Session } from 'framework/session'
import type { CrumbHandle } from '../components/breadcrumbs.tsx'
import { formatDate, formatPrice, formatShipping } from '../format.ts'
import { routes } from '../routes.ts'
import type { Args, ShopReads } from '../server/context.ts'
import { Database } from '../server/database.ts'
import { findOrder } from '../server/orders.ts'
import { ordersOf } from '../server/tags.ts'
import { deliveries } from '../shipping.ts'

export const meta: MetaFunction = ({ params }) => ({
  title: `Order ${params['number']} · Quire Books`,
})

export const handle: CrumbHandle = {
  crumb: ({ params, pathname }) => ({ label: `Order ${params['number']}`, to: pathname }),
}

export const reads: ShopReads = ({ context }) => [ordersOf(context)]

export function loader({ params, context }: Args<typeof routes.order>) {
  const auth = context.get(Auth)
  const order = findOrder(
    context.get(Database),
    params.number,
    auth.ok ? auth.identity.id : undefined,
    context.get(Session).get('lastOrder'),
  )
  if (!order) throw json('There is no such order', 404)

  return { order }
}

export default function OrderPage() {
  const { order } = useLoaderData<typeof loader>()
  const { label, note } = deliveries[order.delivery]

  return (
    <div className="page">
      <div className="column">
        <h1>Order {order.number}</h1>
        <p className="lead">
          Placed on {formatDate(order.placed)}. {label}: {note.toLowerCase()}.
        </p>
        <div className="panel summary">
          <ul className="summary-lines">
            {order.lines.map((line) => (
              <li key={line.slug}>
                <span>
                  {line.quantity} ×{' '}
                  <Link to={routes.books.show.href({ slug: line.slug })}>{line.title}</Link>
                </span>
                <span>{formatPrice(line.quantity * line.price)}</span>
              </li>
            ))}
          </ul>
          <dl>
            <div>
              <dt>Shipping</dt>
              <dd>{formatShipping(order.shipping)}</dd>
            </div>
            <div className="sum">
              <dt>Total</dt>
              <dd>{formatPrice(order.total)}</dd>
            </div>
          </dl>
        </div>
        <address>
          {order.name}
          <br />
          {order.street}
          <br />
          {order.postcode} {order.city}
        </address>
      </div>
    </div>
  )
}
