import {
  Form,
  invalid,
  isSafeRedirect,
  json,
  Link,
  redirect,
  useFields,
  useLoaderData,
  useLocation,
  type MetaFunction,
} from 'framework'
import { Auth } from 'framework/auth-middleware'
import { ErrorSummary } from '../components/error-summary.tsx'
import { Field } from '../components/field.tsx'
import { PasskeyLogin } from '../components/passkeys.tsx'
import { routes } from '../routes.ts'
import type { Args, WriterArgs } from '../server/context.ts'
import { Database } from '../server/database.ts'
import { login } from '../server/login.ts'
import { loginLimit } from '../server/login-limit.ts'
import { readProviderName } from '../server/provider.ts'
import { checkLogin } from '../server/users.ts'

export const middleware = [loginLimit]

export const meta: MetaFunction = () => ({ title: 'Log in · Quire Books' })

/** A user who is logged in goes on, unless a page has asked for a newer login. */
export function loader({ input, context }: Args<typeof routes.login.index>) {
  const auth = context.get(Auth)
  const isAgain = auth.ok && input.search.again !== undefined
  const { next } = input.search
  if (auth.ok && !isAgain) {
    return redirect(isSafeRedirect(next) ? next : routes.account.index.href(), 303)
  }

  return json({
    isAgain,
    email: auth.ok ? auth.identity.email : '',
    next: next ?? '',
    provider: readProviderName() ?? null,
  })
}

export async function action({ input, context }: WriterArgs<typeof routes.login.action>) {
  const found = await checkLogin(context.get(Database), input.body.email, input.body.password)
  const response = found && (await login(context, found, input.search.next))

  return response ?? invalid({ '': 'This address and this password do not match.' })
}

export default function Login() {
  const { isAgain, email, next, provider } = useLoaderData<typeof loader>()
  const { form, fields, error } = useFields<typeof routes.login.action>({ values: { email } })
  const { search } = useLocation()

  return (
    <div className="page narrow">
      <h1>{isAgain ? 'Is it still you?' : 'Log in'}</h1>
      {isAgain && (
        <p className="lead">Log in again, because you are about to change how you log in.</p>
      )}
      <Form className="panel stack" method="post" {...form}>
        <ErrorSummary error={error} fields={fields} />
        <Field of={fields.email} autoComplete="username webauthn" />
        <Field of={fields.password} />
        <button className="button">Log in</button>
        <PasskeyLogin search={search} />
      </Form>
      {provider && (
        <form className="provider" method="post" action={routes.provider.start.href()}>
          <input type="hidden" name="next" value={next} />
          <button className="button quiet">Log in with {provider}</button>
        </form>
      )}
      <p>
        <Link to={routes.reset.index.href()}>Forgotten your password?</Link>
      </p>
      {!isAgain && (
        <>
          <p>
            New here? <Link to={routes.signup.index.href() + search}>Create an account</Link>.
          </p>
          <p>
            To look around, log in as <strong>reader@example.com</strong> with the password{' '}
            <strong>a quiet evening</strong>.
          </p>
        </>
      )}
    </div>
  )
}
