import { Form, json, redirect, useActionData, useLoaderData, type MetaFunction } from 'framework'
import { Auth } from 'framework/auth-middleware'
import { Session } from 'framework/session'
import type { CrumbHandle } from '../../components/breadcrumbs.tsx'
import { Field } from '../../components/field.tsx'
import { routes } from '../../routes.ts'
import type { MemberArgs } from '../../server/context.ts'
import { Database } from '../../server/database.ts'
import { createToken, renameUser } from '../../server/users.ts'

export const meta: MetaFunction = () => ({ title: 'Settings · Quire Books' })

export const handle: CrumbHandle = {
  crumb: () => ({ label: 'Settings', to: routes.account.settings.href() }),
}

export function loader({ context }: MemberArgs) {
  const { name, email } = context.get(Auth).identity

  return { name, email, token: context.get(Session).get('token') ?? null }
}

export async function action({ request, context }: MemberArgs) {
  const form = await request.formData()
  const session = context.get(Session)
  const db = context.get(Database)
  const { id } = context.get(Auth).identity

  if (form.get('intent') === 'token') {
    session.flash('token', createToken(db, id))
    session.flash('message', 'Here is your token. It is shown only now.')
  } else {
    const name = String(form.get('name') ?? '').trim()
    if (name === '' || name.length > 80) return json({ error: 'Tell us what to call you' }, 422)
    renameUser(db, id, name)
    session.flash('message', 'Saved.')
  }

  return redirect(routes.account.settings.href(), 303)
}

export default function Settings() {
  const { name, email, token } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()

  return (
    <>
      <h1>Settings</h1>
      <Form className="panel stack" method="post">
        <Field
          label="Name"
          name="name"
          autoComplete="name"
          defaultValue={name}
          error={refusal?.error}
          hint={email}
        />
        <button className="button">Save</button>
      </Form>
      <h2>API token</h2>
      <p>
        The API under <code>{routes.api.books.index.href()}</code> can be read by everyone. A token
        lets a script write, if you may.
      </p>
      {token && (
        <p className="panel">
          <code className="token">{token}</code>
        </p>
      )}
      <Form method="post">
        <input type="hidden" name="intent" value="token" />
        <button className="button quiet">Make a new token</button>
      </Form>
    </>
  )
}
