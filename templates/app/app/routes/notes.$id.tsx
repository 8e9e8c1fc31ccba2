import {
  Form,
  redirect,
  useLoaderData,
  type ActionArgs,
  type LoaderArgs,
  type MetaFunction,
} from 'framework'
import { findNote, removeNote } from '../notes.server.ts'

export function loader({ params }: LoaderArgs<'/notes/:id'>) {
  const note = findNote(params.id)
  if (!note) throw new Response('There is no such note', { status: 404 })

  return { note }
}

export function action({ params }: ActionArgs<'/notes/:id'>) {
  removeNote(params.id)
  return redirect('/', 303)
}

export const meta: MetaFunction<typeof loader> = ({ data }) => ({
  title: data?.note.text ?? 'No such note',
})

export default function NotePage() {
  const { note } = useLoaderData<typeof loader>()

  return (
    <article>
      <h1>{note.text}</h1>
      <p className="quiet">
        Written at <time dateTime={note.writtenAt}>{note.writtenAt.slice(11, 16)}</time> UTC
      </p>
      <Form method="delete">
        <button>Remove</button>
      </Form>
    </article>
  )
}
