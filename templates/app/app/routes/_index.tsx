import {
  Form,
  json,
  Link,
  redirect,
  useActionData,
  useLoaderData,
  useTransition,
  type ActionArgs,
} from 'framework'
import { addNote, listNotes } from '../notes.server.ts'

export function loader() {
  return { notes: listNotes() }
}

export async function action({ request }: ActionArgs) {
  const form = await request.formData()
  const text = String(form.get('text') ?? '').trim()
  if (text === '') return json({ error: 'A note needs some text' }, 422)

  addNote(text)
  return redirect('/', 303)
}

export default function Home() {
  const { notes } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const { state } = useTransition()

  return (
    <>
      <h1>Notes</h1>
      {/* A new key for each list clears the field after a note was added. */}
      <Form method="post" className="add" key={notes.length}>
        <input name="text" aria-label="New note" autoComplete="off" />
        <button disabled={state === 'submitting'}>Add</button>
      </Form>
      {refused && <p role="alert">{refused.error}</p>}
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
