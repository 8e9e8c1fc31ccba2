import { Form, json, redirect, useActionData, useLoaderData, type MetaFunction } from 'framework'
import { Auth } from 'framework/auth-middleware'
import { Session } from 'framework/session'
import { ErrorSummary } from '../components/error-summary.tsx'
import { Field } from '../components/field.tsx'
import { routes } from '../routes.ts'
import type { Args } from '../server/context.ts'
import { Database } from '../server/database.ts'
import { login } from '../server/login.ts'
import { createUser, readEmail } from '../server/users.ts'

export const meta: MetaFunction = () => ({ title: 'Create an account · Quire Books' })

export function loader({ request, context }: Args) {
  if (context.get(Auth).ok) return redirect(routes.account.index.href())

  return json({ next: new URL(request.url).searchParams.get('next') ?? '' })
}

export async function action({ request, context }: Args) {
  const form = await request.formData()
  const name = String(form.get('name') ?? '').trim()
  const email = readEmail(form)
  const password = String(form.get('password') ?? '')
  const { user, errors } = createUser(context.get(Database), { name, email, password })
  if (errors) return json({ name, email, errors }, 422)

  return login(context.get(Session), user, form.get('next'))
}

export default function Signup() {
  const { next } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()

  return (
    <div className="page narrow">
      <h1>Create an account</h1>
      {refusal && (
        <ErrorSummary of={refusal} text="Please look at these again." errors={refusal.errors} />
      )}
      <Form className="panel stack" method="post" noValidate>
        <input type="hidden" name="next" value={next} />
        <Field
          label="Name"
          name="name"
          autoComplete="name"
          defaultValue={refusal?.name}
          error={refusal?.errors.name}
        />
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={refusal?.email}
          error={refusal?.errors.email}
        />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          hint="At least eight characters"
          error={refusal?.errors.password}
        />
        <button className="button">Create account</button>
      </Form>
    </div>
  )
}
