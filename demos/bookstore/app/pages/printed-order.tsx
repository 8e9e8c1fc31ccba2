import { useLoaderData, type MetaFunction } from 'framework'
import { OrderSummary } from '../components/order-summary.tsx'
import { formatDate } from '../format.ts'
import type { routes } from '../routes.ts'
import type { Args } from '../server/context.ts'
import { requireOrder } from '../server/require-order.ts'

/** A page for paper needs no JavaScript. */
export const scripts = false

export const meta: MetaFunction = ({ params }) => ({
  title: `Order ${params['number']}, to print · Quire Books`,
  robots: 'noindex',
})

export async function loader({ params, context }: Args<typeof routes.printedOrder>) {
  return { order: await requireOrder(context, params.number) }
}

export default function PrintedOrder() {
  const { order } = useLoaderData<typeof loader>()

  return (
    <div className="page">
      <div className="column">
        <h1>Order {order.number}</h1>
        <p className="lead">Placed on {formatDate(order.placed)}.</p>
        <OrderSummary order={order} />
      </div>
    </div>
  )
}
