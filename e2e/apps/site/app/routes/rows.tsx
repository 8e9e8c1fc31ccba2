import { Form, json, useActionData, useFields, type ActionArgs } from 'framework'
import { z } from 'zod'

const Line = z.object({
  // The browser accepts blanks, and the server does not.
  title: z.string().trim().min(1, 'Enter a title'),
  gift: z.boolean(),
  parts: z.array(z.object({ name: z.string() })).max(3),
})

export const contract = { body: z.object({ lines: z.array(Line).min(1, 'Add a line').max(5) }) }

export function action({ input }: ActionArgs<'/rows', typeof contract>) {
  return json(input.body)
}

export default function Rows() {
  const saved = useActionData<typeof action>()
  const { form, fields } = useFields<typeof contract>({ values: saved })

  return (
    <Form method="post" {...form}>
      <button hidden />
      {fields.lines.rows.map((row, at) => (
        <fieldset key={row.key}>
          <input {...row.hidden} />
          <input {...row.fields.title.input} aria-label={`Title ${at + 1}`} />
          <p {...row.fields.title.error} />
          <input {...row.fields.gift.input} aria-label={`Gift ${at + 1}`} />
          {row.fields.parts.rows.map((part, of) => (
            <span key={part.key}>
              <input {...part.hidden} />
              <input {...part.fields.name.input} aria-label={`Part ${at + 1}.${of + 1}`} />
              <button {...part.remove}>{`Remove part ${at + 1}.${of + 1}`}</button>
            </span>
          ))}
          <button {...row.fields.parts.add}>{`Add part ${at + 1}`}</button>
          <button {...row.remove}>{`Remove line ${at + 1}`}</button>
        </fieldset>
      ))}
      <p {...fields.lines.error} />
      <button {...fields.lines.add}>Add line</button>
      <button>Save</button>
      <output>{saved && JSON.stringify(saved)}</output>
    </Form>
  )
}
