import { Form, json, useActionData, useFields, type ActionArgs, type LoaderArgs } from 'framework'
import { z } from 'zod'
import { record } from '../calls.server.ts'

const list = ['a', 'b', 'c'] as const

export const contract = {
  body: z.object({
    // The browser accepts blanks, and the server does not.
    title: z.string().trim().min(1, 'Enter a title').max(20),
    text: z.string().max(20),
    size: z.enum(['small', 'large']),
    extras: z.array(z.enum(list)).default(['a']),
    colours: z.array(z.enum(list)),
    kind: z.enum(list),
    gift: z.boolean().default(true),
    photo: z.file().optional(),
    password: z.string().optional(),
  }),
}

export function loader({ request }: LoaderArgs) {
  record(new URL(request.url).searchParams.get('calls'), 'loader')
  return null
}

export async function action({ input }: ActionArgs<'/order', typeof contract>) {
  const { photo, ...order } = input.body
  return json({ ...order, photo: await photo?.text() })
}

export default function Order() {
  const { form, fields } = useFields<typeof contract>()
  const { title, text, size, extras, colours, kind, gift, photo, password } = fields
  const result = useActionData<typeof action>()

  return (
    <Form method="post" {...form} style={{ marginTop: 3000, marginBottom: 3000 }}>
      <h1>Order</h1>
      <input {...title.input} aria-label="Title" />
      <p {...title.error} />
      <textarea {...text.textarea} aria-label="Text" />
      {size.options.map((value) => (
        <input key={value} {...size.option(value)} aria-label={value} />
      ))}
      {list.map((value) => (
        <input key={value} {...extras.option(value)} aria-label={`Extra ${value}`} />
      ))}
      <select {...colours.select} aria-label="Colours">
        {list.map((value) => (
          <option key={value}>{value}</option>
        ))}
      </select>
      <select {...kind.select} aria-label="Kind">
        {list.map((value) => (
          <option key={value}>{value}</option>
        ))}
      </select>
      <input {...gift.input} aria-label="Gift" />
      <input {...photo.input} aria-label="Photo" />
      <p {...photo.error} />
      <input {...password.input} type="password" aria-label="Password" />
      <button>Order</button>
      {result && <output>{JSON.stringify(result)}</output>}
    </Form>
  )
}
