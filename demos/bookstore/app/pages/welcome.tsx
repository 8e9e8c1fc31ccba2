import { Form, invalid, json, useFields, useLoaderData, type MetaFunction } from 'framework'
import { ErrorSummary } from '../components/error-summary.tsx'
import { Field } from '../components/field.tsx'
import { InvalidLink } from '../components/invalid-link.tsx'
import type { routes } from '../routes.ts'
import type { Args, WriterArgs } from '../server/context.ts'
import { Database } from '../server/database.ts'
import { login } from '../server/login.ts'
import { loginLimit } from '../server/login-limit.ts'
import { hidesItsUrl } from '../server/mailed-links.ts'
import { readToken } from '../server/tokens.ts'
import { createUser } from '../server/users.ts'

export const middleware = [loginLimit, hidesItsUrl]

export const meta: MetaFunction = () => ({ title: 'Create an account · Quire Books' })

export async function loader({ input, context }: Args<typeof routes.welcome.index>) {
  const owner = await readToken(context.get(Database), 'signup', input.search.token)
  return json({ email: owner?.address }, owner ? 200 : 404)
}

export async function action({ input, context }: WriterArgs<typeof routes.welcome.action>) {
  const created = await createUser(context.get(Database), input.search.token, input.body)
  const response = created && (await login(context, created, input.search.next))

  return response ?? invalid({ '': 'This link is no longer valid. Ask for another one.' })
}

export default function Welcome() {
  const { email } = useLoaderData<typeof loader>()
  const { form, fields, error } = useFields<typeof routes.welcome.action>()
  if (email === undefined) return <InvalidLink />

  return (
    <div className="page narrow">
      <h1>Create an account</h1>
      <Form className="panel stack" method="post" {...form}>
        <ErrorSummary error={error} fields={fields} />
        <div className="field">
          <label htmlFor="email">Email</label>
          <input id="email" type="email" autoComplete="username" value={email} readOnly />
        </div>
        <Field of={fields.name} />
        <Field of={fields.password} />
        <button className="button">Create account</button>
      </Form>
    </div>
  )
}
