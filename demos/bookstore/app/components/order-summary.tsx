import { Link } from 'framework'
import { formatPrice, formatShipping } from '../format.ts'
import { routes } from '../routes.ts'
import type { Order } from '../server/orders.ts'

/** What was ordered, what it costs, and where it goes. */
export function OrderSummary({ order }: { order: Order }) {
  return (
    <>
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
    </>
  )
}
