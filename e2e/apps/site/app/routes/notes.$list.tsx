import {
  Form,
  json,
  Link,
  redirect,
  Session,
  useActionData,
  useFetcher,
  useFormAction,
  useLoaderData,
  type ActionArgs,
  type LoaderArgs,
} from 'framework'
import { findNotes, notesOf, type Note } from '../notes.server.ts'
import { record } from '../calls.server.ts'

export function loader({ params, request }: LoaderArgs<'/notes/:list'>) {
  const query = new URL(request.url).searchParams.get('q') ?? ''
  return { query, notes: findNotes(params.list, query) }
}

type Result = { errors?: { title: string }; done?: string; title?: string }

export async function action({ params, request, context }: ActionArgs<'/notes/:list'>) {
  const form = await request.formData()
  const title = String(form.get('title') ?? '')
  const id = Number(form.get('id'))
  const notes = notesOf(params.list)
  record(params.list, `${request.method} ${[...form.keys()].join(',')}`)

  if (request.method !== 'DELETE' && request.method !== 'PATCH' && title.trim() === '') {
    return json<Result>({ errors: { title: 'A note needs a title' }, title }, { status: 422 })
  }
  switch (request.method) {
    case 'POST':
      notes.set(notes.size + 1, { id: notes.size + 1, title, done: false, starred: false })
      context.get(Session)!.flash('message', `Added ${title}`)
      return redirect(`/notes/${params.list}`)
    case 'PUT':
      notes.set(id, { id, title, done: false, starred: false })
      return json<Result>({ done: `PUT ${title}` })
    case 'PATCH': {
      const note = notes.get(id)!
      notes.set(id, { ...note, done: !note.done })
      return json<Result>({ done: `PATCH ${form.get('button')}` })
    }
    default:
      notes.delete(id)
      return json<Result>({ done: `${request.method} ${id}` })
  }
}

export default function Notes() {
  const { query, notes } = useLoaderData<typeof loader>()
  const result = useActionData() as Result | undefined
  return (
    <>
      <h1>Notes</h1>
      <Form id="search">
        <input name="q" aria-label="Search" defaultValue={query} key={query} />
        <button>Search</button>
      </Form>
      <Form method="post" id="add">
        <input name="title" aria-label="New note" defaultValue={result?.title} />
        <button>Add</button>
        {result?.errors && <p role="alert">{result.errors.title}</p>}
      </Form>
      {result?.done && <p id="done">{result.done}</p>}
      <ul>
        {notes.map((note) => (
          <Row key={note.id} note={note} />
        ))}
      </ul>
      <Link to="/">Leave</Link>
    </>
  )
}

function Row({ note }: { note: Note }) {
  const action = useFormAction()
  const fetcher = useFetcher()
  return (
    <li id={`note-${note.id}`} data-done={note.done} data-starred={note.starred}>
      <span>{note.title}</span>
      <fetcher.Form method="post" action="star">
        <button name="id" value={note.id}>
          Star
        </button>
        <output className="stars">{note.starred ? '1 star' : 'no star'}</output>
      </fetcher.Form>
      <Form method="put">
        <input type="hidden" name="id" value={note.id} />
        <input name="title" aria-label={`Title of ${note.id}`} defaultValue={note.title} />
        <button>Rename</button>
      </Form>
      <Form method="PATCH">
        <input type="hidden" name="id" value={note.id} />
        <button name="button" value="toggle" formAction={action}>
          Toggle
        </button>
      </Form>
      <Form method="delete">
        <input type="hidden" name="id" value={note.id} />
        <button>Remove</button>
      </Form>
    </li>
  )
}
