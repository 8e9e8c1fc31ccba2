import {
  Form,
  Link,
  redirect,
  useFields,
  useLoaderData,
  useTransition,
  type ActionArgs,
} from 'framework'
import { z } from 'zod'
import { addNote, listNotes } from '../notes.server.ts'

/** What the form takes. The server checks it before the action runs. Zod does not reach the browser. */
export const contract = {
  body: z.object({ text: z.string().trim().min(1, 'A note needs some text').max(200) }),
}

export function loader() {
  return { notes: listNotes() }
}

export function action({ input }: ActionArgs<'/', typeof contract>) {
  addNote(input.body.text)
  return redirect('/', 303)
}

export default function Home() {
  const { notes } = useLoaderData<typeof loader>()
  const { form, fields } = useFields<typeof contract>()
  const { state } = useTransition()

  return (
    <>
      <h1>Notes</h1>
      <Form method="post" className="add" {...form}>
        <input {...fields.text.input} aria-label="New note" autoComplete="off" />
        <button disabled={state === 'submitting'}>Add</button>
      </Form>
      <p {...fields.text.error} />
      <ul>
        {notes.map((note) => (
          <li key={note.id}>
            <Link to={`/notes/${note.id}`} prefetch="intent">
              {note.text}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
