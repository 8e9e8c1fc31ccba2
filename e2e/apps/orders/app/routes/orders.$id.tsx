import { useLoaderData, type LoaderArgs } from 'framework'
import { bookOf } from '../orders.server.ts'

export const meta = { title: 'Thank you' }

export function loader({ params }: LoaderArgs<'/orders/:id'>) {
  return { id: params.id, book: bookOf(params.id) }
}

export default function PlacedOrder() {
  const { id, book } = useLoaderData<typeof loader>()
  return (
    <h1>
      Order {id} of {book}
    </h1>
  )
}
