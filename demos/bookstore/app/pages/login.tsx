import { Form, invalid, Link, redirect, useFields, useLocation, type MetaFunction } from 'framework'
import { Auth } from 'framework/auth-middleware'
import { Session } from 'framework/session'
import { ErrorSummary } from '../components/error-summary.tsx'
import { Field } from '../components/field.tsx'
import { routes } from '../routes.ts'
import type { Args, WriterArgs } from '../server/context.ts'
import { Database } from '../server/database.ts'
import { login } from '../server/login.ts'
import { loginLimit } from '../server/login-limit.ts'
import { checkLogin } from '../server/users.ts'

export const middleware = [loginLimit]

export const meta: MetaFunction = () => ({ title: 'Log in · Quire Books' })

export function loader({ context }: Args) {
  return context.get(Auth).ok ? redirect(routes.account.index.href()) : null
}

export async function action({ input, context }: WriterArgs<typeof routes.login.action>) {
  const user = await checkLogin(context.get(Database), input.body.email, input.body.password)
  if (!user) return invalid({ '': 'This address and this password do not match.' })

  return login(context.get(Session), user, input.search.next)
}

export default function Login() {
  const { form, fields, error } = useFields<typeof routes.login.action>()
  const { search } = useLocation()

  return (
    <div className="page narrow">
      <h1>Log in</h1>
      <Form className="panel stack" method="post" {...form}>
        <ErrorSummary error={error} fields={fields} />
        <Field of={fields.email} autoComplete="username" />
        <Field of={fields.password} />
        <button className="button">Log in</button>
      </Form>
      <p>
        To look around, be <strong>reader@example.com</strong> with the password{' '}
        <strong>a quiet evening</strong>.
      </p>
      <p>
        New here? <Link to={routes.signup.index.href() + search}>Create an account</Link>.
      </p>
    </div>
  )
}
