import { Form, invalid, redirect, useFields, type MetaFunction } from 'framework'
import { Auth } from 'framework/auth-middleware'
import { Session } from 'framework/session'
import { ErrorSummary } from '../components/error-summary.tsx'
import { Field } from '../components/field.tsx'
import { routes } from '../routes.ts'
import type { Args, WriterArgs } from '../server/context.ts'
import { Database } from '../server/database.ts'
import { login } from '../server/login.ts'
import { createUser } from '../server/users.ts'

export const meta: MetaFunction = () => ({ title: 'Create an account · Quire Books' })

export function loader({ context }: Args) {
  return context.get(Auth).ok ? redirect(routes.account.index.href()) : null
}

export async function action({ input, context }: WriterArgs<typeof routes.signup.action>) {
  const user = await createUser(context.get(Database), input.body)
  if (!user) return invalid({ email: 'There is an account with this address already' })

  return login(context.get(Session), user, input.search.next)
}

export default function Signup() {
  const { form, fields, error } = useFields<typeof routes.signup.action>()

  return (
    <div className="page narrow">
      <h1>Create an account</h1>
      <Form className="panel stack" method="post" {...form}>
        <ErrorSummary error={error} fields={fields} />
        <Field of={fields.name} />
        <Field of={fields.email} autoComplete="username" />
        <Field of={fields.password} />
        <button className="button">Create account</button>
      </Form>
    </div>
  )
}
