import {
  Form,
  Link,
  useLoaderData,
  useRevalidator,
  useTransition,
  type ActionArgs,
  type LoaderArgs,
  type ReadsFunction,
} from 'framework'
import { tag, writes } from 'framework/tags'
import { useEffect } from 'react'
import { readNote, writeNote } from '../notes.server.ts'

export const live = true

export const reads: ReadsFunction<'/notes/:name'> = ({ params }) => [tag('note', params.name)]

export const meta = { title: 'A note' }

export function loader({ params }: LoaderArgs<'/notes/:name'>) {
  return { text: readNote(params.name) }
}

export async function action({ params, request, context }: ActionArgs<'/notes/:name'>) {
  const form = await request.formData()
  writeNote(params.name, String(form.get('text')))
  writes(context, tag('note', params.name))
  return null
}

export default function Note() {
  const { text } = useLoaderData<typeof loader>()
  const states = `${useTransition().state}/${useRevalidator().state}`
  useEffect(() => {
    const all = window as { states?: string[] }
    all.states = [...(all.states ?? []), states]
  }, [states])
  return (
    <main>
      <h1 id="text">{text}</h1>
      <Link to="/">Notes</Link>
      <div style={{ height: '3000px' }} />
      <Form method="post">
        <input name="text" aria-label="Text" />
        <button>Save</button>
      </Form>
    </main>
  )
}
