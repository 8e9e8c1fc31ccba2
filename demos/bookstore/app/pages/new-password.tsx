import {
  Form,
  invalid,
  json,
  redirect,
  useFields,
  useLoaderData,
  type MetaFunction,
} from 'framework'
import { Session } from 'framework/session'
import { ErrorSummary } from '../components/error-summary.tsx'
import { Field } from '../components/field.tsx'
import { InvalidLink } from '../components/invalid-link.tsx'
import { formatDate } from '../format.ts'
import { routes } from '../routes.ts'
import type { Args, WriterArgs } from '../server/context.ts'
import { Database } from '../server/database.ts'
import { loginLimit } from '../server/login-limit.ts'
import { hidesItsUrl } from '../server/mailed-links.ts'
import { findPasskeys } from '../server/passkeys.ts'
import { readToken } from '../server/tokens.ts'
import { resetPassword } from '../server/users.ts'

export const middleware = [loginLimit, hidesItsUrl]

export const meta: MetaFunction = () => ({ title: 'New password · Quire Books' })

export async function loader({ input, context }: Args<typeof routes.newPassword.index>) {
  const db = context.get(Database)
  const owner = await readToken(db, 'reset', input.search.token)
  if (!owner?.user) return json({ link: null }, 404)

  return json({ link: { email: owner.address, passkeys: await findPasskeys(db, owner.user) } })
}

export async function action({ input, context }: WriterArgs<typeof routes.newPassword.action>) {
  const db = context.get(Database)
  const { password, remove } = input.body
  if (!(await resetPassword(db, input.search.token, password, remove))) {
    return invalid({ '': 'This link is no longer valid. Ask for another one.' })
  }

  context.get(Session).flash('message', 'Your new password is set. Log in with it.')
  return redirect(routes.login.index.href(), 303)
}

export default function NewPassword() {
  const { link } = useLoaderData<typeof loader>()
  const { form, fields, error } = useFields<typeof routes.newPassword.action>()
  if (link === null) return <InvalidLink />

  const { email, passkeys } = link

  return (
    <div className="page narrow">
      <h1>New password</h1>
      <Form className="panel stack" method="post" {...form}>
        <ErrorSummary error={error} fields={fields} />
        <div className="field">
          <label htmlFor="email">Email</label>
          <input id="email" type="email" autoComplete="username" value={email} readOnly />
        </div>
        <Field of={fields.password} />
        {passkeys.length > 0 && (
          <fieldset>
            <legend>Remove passkeys that are not yours</legend>
            {passkeys.map(({ id, name, created }) => (
              <label className="choice" key={id}>
                <input type="checkbox" name="remove" value={id} />
                <span>
                  {name}, {formatDate(created)}
                </span>
              </label>
            ))}
          </fieldset>
        )}
        <p className="hint">
          This logs you out everywhere, ends your API token, and disconnects other accounts that you
          log in with.
        </p>
        <button className="button">Set the password</button>
      </Form>
    </div>
  )
}
