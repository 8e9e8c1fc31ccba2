import { Form, redirect, useDraft, type ActionArgs } from 'framework'
import type { Middleware } from 'framework/fetch-router'
import { isConfirmed, record, userOf } from '../logins.server.ts'

export const meta = { title: 'Vault' }

/** A guard that also redirects people who are signed in. */
export const middleware: Middleware[] = [
  (context, next) => {
    if (isConfirmed(userOf(context))) return next()
    return redirect(`/confirm?next=${encodeURIComponent(context.url.pathname)}`, 303)
  },
]

export async function action({ context, params, request }: ActionArgs<'/vault/:name'>) {
  record(params.name, userOf(context), await request.formData())
  return redirect(`/sent/${params.name}`, 303)
}

export default function Vault() {
  const draft = useDraft('vault')
  return (
    <Form method="post" id="vault">
      <h1>Vault</h1>
      <output id="told">{draft && 'We kept what you typed.'}</output>
      <input name="title" aria-label="Title" />
      <button>Send</button>
    </Form>
  )
}
