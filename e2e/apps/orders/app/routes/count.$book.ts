import { json, type LoaderArgs } from 'framework'
import { countOrders } from '../orders.server.ts'

export function loader({ params }: LoaderArgs<'/count/:book'>) {
  return json(countOrders(params.book), { headers: { 'Cache-Control': 'no-store' } })
}
