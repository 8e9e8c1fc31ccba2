import { Form, Link, redirect, useFields, useLocation, type MetaFunction } from 'framework'
import { Auth } from 'framework/auth-middleware'
import { after } from 'framework/fetch-router'
import { ErrorSummary } from '../components/error-summary.tsx'
import { Field } from '../components/field.tsx'
import { routes } from '../routes.ts'
import type { Args, WriterArgs } from '../server/context.ts'
import { Database } from '../server/database.ts'
import { loginLimit } from '../server/login-limit.ts'
import { mailEntryLink } from '../server/mailed-links.ts'

export const middleware = [loginLimit]

export const meta: MetaFunction = () => ({ title: 'Create an account · Quire Books' })

export function loader({ context }: Args) {
  return context.get(Auth).ok ? redirect(routes.account.index.href()) : null
}

/** Mails a link, whether there is an account or not. So the response tells a stranger nothing about the address. */
export function action({ input, context }: WriterArgs<typeof routes.signup.action>) {
  const db = context.get(Database)
  after(context, () => mailEntryLink(db, input.body.email, input.search.next))

  return redirect(routes.mailSent.href(), 303)
}

export default function Signup() {
  const { form, fields, error } = useFields<typeof routes.signup.action>()
  const { search } = useLocation()

  return (
    <div className="page narrow">
      <h1>Create an account</h1>
      <Form className="panel stack" method="post" {...form}>
        <ErrorSummary error={error} fields={fields} />
        <Field of={fields.email} hint="We send you a link to go on with." />
        <button className="button">Send me a link</button>
      </Form>
      <p>
        Been here before? <Link to={routes.login.index.href() + search}>Log in</Link>.
      </p>
    </div>
  )
}
