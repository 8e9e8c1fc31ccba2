import { Form, type ActionArgs } from 'framework'
import { db, placeOrder } from '../orders.server.ts'

export async function action({ request }: ActionArgs) {
  const book = String((await request.formData()).get('book'))
  db.exec('BEGIN IMMEDIATE')
  const id = placeOrder(book)
  db.exec('COMMIT')
  return { id }
}

export default function Page() {
  return <Form method="post" />
}
