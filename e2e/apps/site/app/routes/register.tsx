import { Form, redirect, useFields, type ActionArgs } from 'framework'
import { z } from 'zod'

const list = ['a', 'b', 'c'] as const

export const contract = {
  body: z.object({
    email: z.email('Enter an address such as ada@example.com'),
    topics: z.array(z.enum(list)).min(1, 'Choose a topic'),
    photo: z.file().max(10, 'Choose a file of at most 10 bytes').optional(),
    password: z.string().min(8, 'Use at least eight characters'),
    news: z.boolean(),
  }),
}

export function action({ input }: ActionArgs<'/register', typeof contract>) {
  return redirect(`/register?for=${encodeURIComponent(input.body.email)}`, 303)
}

export default function Register() {
  const { form, fields } = useFields<typeof contract>()
  const { email, topics, photo, password, news } = fields

  return (
    <Form method="post" {...form}>
      <h1>Register</h1>
      <input {...email.input} aria-label="Email" />
      <p {...email.error} />
      {list.map((value) => (
        <input key={value} {...topics.option(value)} aria-label={`Topic ${value}`} />
      ))}
      <p {...topics.error} />
      <input {...photo.input} aria-label="Photo" />
      <p {...photo.error} />
      <input {...password.input} aria-label="Password" />
      <p {...password.error} />
      <input {...news.input} aria-label="News" />
      <button>Register</button>
    </Form>
  )
}
