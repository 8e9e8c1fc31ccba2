import { Form, type ActionArgs } from 'framework'
import { db, placeOrder } from '../orders.server.ts'

export const once = true

export async function action({ request, once }: ActionArgs) {
  const book = String((await request.formData()).get('book'))
  return { id: once(db, () => placeOrder(book)) }
}

export default function Page() {
  return <Form method="post" />
}
