import { Form, redirect, type ActionArgs } from 'framework'
import { record, userOf } from '../logins.server.ts'

export const meta = { title: 'For guests' }

/** The action itself redirects guests, and no guard. */
export async function action({ context, params, request }: ActionArgs<'/guest/:name'>) {
  if (!userOf(context)) return redirect(`/login?next=/guest/${params.name}`, 303)
  record(params.name, userOf(context), await request.formData())
  return redirect(`/sent/${params.name}`, 303)
}

export default function Guest() {
  return (
    <Form method="post" id="guest">
      <h1>For guests</h1>
      <input name="title" aria-label="Title" />
      <button>Send</button>
    </Form>
  )
}
