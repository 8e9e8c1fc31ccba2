import { Form, redirect, useActionData, useTransition, type ActionArgs } from 'framework'
import { db, placeOrder } from '../orders.server.ts'

export const once = true

export const meta = { title: 'Order' }

export async function action({ request, once }: ActionArgs) {
  const form = await request.formData()
  const id = once(db, () => placeOrder(String(form.get('book'))))
  return form.get('show') === 'here' ? { id } : redirect(`/orders/${id}`, 303)
}

export default function Order() {
  const placed = useActionData<typeof action>()
  const { isRetrying, state } = useTransition()
  return (
    <main>
      <h1>{placed ? `Placed order ${placed.id}` : 'Order a book'}</h1>
      <Form method="post">
        <input name="book" aria-label="Book" />
        <button>Order</button>
        <button name="show" value="here">
          Order and stay
        </button>
      </Form>
      <p role="status">
        {isRetrying ? 'Still sending …' : state === 'submitting' ? 'Sending …' : ''}
      </p>
    </main>
  )
}
