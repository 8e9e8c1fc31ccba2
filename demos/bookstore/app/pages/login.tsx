import {
  Form,
  json,
  Link,
  redirect,
  useActionData,
  useLoaderData,
  type MetaFunction,
} from 'framework'
import { Auth } from 'framework/auth-middleware'
import { Session } from 'framework/session'
import { ErrorSummary } from '../components/error-summary.tsx'
import { Field } from '../components/field.tsx'
import { routes } from '../routes.ts'
import type { Args } from '../server/context.ts'
import { Database } from '../server/database.ts'
import { login } from '../server/login.ts'
import { loginLimit } from '../server/login-limit.ts'
import { checkLogin, readEmail } from '../server/users.ts'

export const middleware = [loginLimit]

export const meta: MetaFunction = () => ({ title: 'Log in · Quire Books' })

export function loader({ request, context }: Args) {
  if (context.get(Auth).ok) return redirect(routes.account.index.href())

  return json({ next: new URL(request.url).searchParams.get('next') ?? '' })
}

export async function action({ request, context }: Args) {
  const form = await request.formData()
  const email = readEmail(form)
  const password = String(form.get('password') ?? '').slice(0, 200)
  const user = await checkLogin(context.get(Database), email, password)
  if (!user) return json({ email, message: 'This address and this password do not match.' }, 422)

  return login(context.get(Session), user, form.get('next'))
}

export default function Login() {
  const { next } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  const query = next === '' ? '' : `?${new URLSearchParams({ next })}`

  return (
    <div className="page narrow">
      <h1>Log in</h1>
      {refusal && <ErrorSummary of={refusal} text={refusal.message} />}
      <Form className="panel stack" method="post" noValidate>
        <input type="hidden" name="next" value={next} />
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={refusal?.email}
        />
        <Field label="Password" name="password" type="password" autoComplete="current-password" />
        <button className="button">Log in</button>
      </Form>
      <p>
        To look around, be <strong>reader@example.com</strong> with the password{' '}
        <strong>a quiet evening</strong>.
      </p>
      <p>
        New here? <Link to={`${routes.signup.index.href()}${query}`}>Create an account</Link>.
      </p>
    </div>
  )
}
