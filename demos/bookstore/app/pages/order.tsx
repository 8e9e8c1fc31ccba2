import { Link, useLoaderData, type MetaFunction } from 'framework'
import type { CrumbHandle } from '../components/breadcrumbs.tsx'
import { OrderSummary } from '../components/order-summary.tsx'
import { formatDate } from '../format.ts'
import { routes } from '../routes.ts'
import type { Args, ShopReads } from '../server/context.ts'
import { requireOrder } from '../server/require-order.ts'
import { ordersOf } from '../server/tags.ts'
import { deliveries } from '../shipping.ts'

export const meta: MetaFunction = ({ params }) => ({
  title: `Order ${params['number']} · Quire Books`,
})

export const handle: CrumbHandle = {
  crumb: ({ params, pathname }) => ({ label: `Order ${params['number']}`, to: pathname }),
}

export const reads: ShopReads = ({ context }) => [ordersOf(context)]

export async function loader({ params, context }: Args<typeof routes.order>) {
  return { order: await requireOrder(context, params.number) }
}

export default function OrderPage() {
  const { order } = useLoaderData<typeof loader>()
  const { label, note } = deliveries[order.delivery]

  return (
    <div className="page">
      <div className="column">
        <h1>Order {order.number}</h1>
        <p className="lead">
          Placed on {formatDate(order.placed)}. {label}: {note.toLowerCase()}.{' '}
          <Link to={routes.printedOrder.href({ number: order.number })}>Print it</Link>
        </p>
        <OrderSummary order={order} />
      </div>
    </div>
  )
}
