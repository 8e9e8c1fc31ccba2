import { Form, redirect, useFields, type MetaFunction } from 'framework'
import { after } from 'framework/fetch-router'
import { ErrorSummary } from '../components/error-summary.tsx'
import { Field } from '../components/field.tsx'
import { routes } from '../routes.ts'
import type { WriterArgs } from '../server/context.ts'
import { Database } from '../server/database.ts'
import { loginLimit } from '../server/login-limit.ts'
import { mailEntryLink } from '../server/mailed-links.ts'

export const middleware = [loginLimit]

export const meta: MetaFunction = () => ({ title: 'Forgotten password · Quire Books' })

/** Mails a link, whether there is an account or not. So the response tells a stranger nothing about the address. */
export function action({ input, context }: WriterArgs<typeof routes.reset.action>) {
  const db = context.get(Database)
  after(context, () => mailEntryLink(db, input.body.email))

  return redirect(routes.mailSent.href(), 303)
}

export default function Reset() {
  const { form, fields, error } = useFields<typeof routes.reset.action>()

  return (
    <div className="page narrow">
      <h1>Forgotten password</h1>
      <Form className="panel stack" method="post" {...form}>
        <ErrorSummary error={error} fields={fields} />
        <Field of={fields.email} hint="We send you a link to set a new password." />
        <button className="button">Send me a link</button>
      </Form>
    </div>
  )
}
