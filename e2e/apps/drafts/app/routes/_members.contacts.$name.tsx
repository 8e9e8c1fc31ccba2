import { Form, redirect, useDraft, useFields, type ActionArgs } from 'framework'
import { z } from 'zod'

export const meta = { title: 'Contacts' }

const Contact = z.object({ name: z.string().min(1), note: z.string() })

export const contract = {
  body: z.object({ title: z.string(), contacts: z.array(Contact).max(9), password: z.string() }),
}

export function action({ params }: ActionArgs<'/contacts/:name', typeof contract>) {
  return redirect(`/sent/${params.name}`, 303)
}

export default function Contacts() {
  const { form, fields } = useFields<typeof contract>({
    values: { contacts: [{ name: 'Grace', note: 'A stored note' }] },
  })
  const draft = useDraft(form.id)
  return (
    <Form method="post" {...form}>
      <h1>Contacts</h1>
      <button hidden />
      <output id="told">{draft && 'We kept what you typed.'}</output>
      <input {...fields.title.input} aria-label="Title" />
      {fields.contacts.rows.map((row, at) => (
        <fieldset key={row.key}>
          <input {...row.hidden} />
          <input {...row.fields.name.input} aria-label={`Name ${at + 1}`} />
          <textarea {...row.fields.note.textarea} aria-label={`Note ${at + 1}`} />
          <button {...row.remove}>{`Remove ${at + 1}`}</button>
        </fieldset>
      ))}
      <button {...fields.contacts.add}>Add</button>
      <input {...fields.password.input} autoComplete="new-password" aria-label="Password" />
      <button>Save</button>
    </Form>
  )
}
