import { Form, redirect, useDraft, type ActionArgs } from 'framework'
import { record, userOf } from '../logins.server.ts'
import { db } from '../orders.server.ts'

export const once = true

export const meta = { title: 'Once' }

export async function action({ context, once, params, request }: ActionArgs<'/once/:name'>) {
  const form = await request.formData()
  once(db, () => record(params.name, userOf(context), form))
  return redirect(`/sent/${params.name}`, 303)
}

export default function Once() {
  const draft = useDraft('once')
  return (
    <Form method="post" id="once">
      <h1>Once</h1>
      <output id="told">{draft && (draft.isSent ? 'Perhaps sent' : 'Kept')}</output>
      <input name="title" aria-label="Title" />
      <button>Send</button>
    </Form>
  )
}
