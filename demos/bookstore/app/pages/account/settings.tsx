import { Form, redirect, useFields, useLoaderData, type MetaFunction } from 'framework'
import { Auth } from 'framework/auth-middleware'
import { Session } from 'framework/session'
import type { CrumbHandle } from '../../components/breadcrumbs.tsx'
import { Field } from '../../components/field.tsx'
import { SettingsAction } from '../../contracts.server.ts'
import { routes } from '../../routes.ts'
import type { MemberArgs, MemberWriterArgs } from '../../server/context.ts'
import { Database } from '../../server/database.ts'
import { readerOf } from '../../server/tags.ts'
import { createToken, renameUser } from '../../server/users.ts'

export const contract = { body: SettingsAction }

export const meta: MetaFunction = () => ({ title: 'Settings · Quire Books' })

export const handle: CrumbHandle = {
  crumb: () => ({ label: 'Settings', to: routes.account.settings.href() }),
}

export function loader({ context }: MemberArgs) {
  const { name, email } = context.get(Auth).identity

  return { name, email, token: context.get(Session).get('token') ?? null }
}

export async function action({
  input,
  context,
  writes,
}: MemberWriterArgs<string, typeof contract>) {
  const session = context.get(Session)
  const db = context.get(Database)
  const { id } = context.get(Auth).identity

  if (input.body.intent === 'token') {
    session.flash('token', await createToken(db, id))
    session.flash('message', 'Here is your token. It is shown only now.')
  } else {
    await renameUser(db, id, input.body.name)
    writes(readerOf(context))
    session.flash('message', 'Saved.')
  }

  return redirect(routes.account.settings.href(), 303)
}

export default function Settings() {
  const { name, email, token } = useLoaderData<typeof loader>()
  const { form, fields } = useFields<typeof contract>({ form: 'rename', values: { name } })

  return (
    <>
      <h1>Settings</h1>
      <Form className="panel stack" method="post" {...form}>
        <input {...fields.intent.hidden} />
        <Field of={fields.name} hint={email} />
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
