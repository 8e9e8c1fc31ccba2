import type { ActionArgs } from 'framework'
import { notesOf } from '../notes.server.ts'

export async function action({ params, request }: ActionArgs<'/notes/:list/star'>) {
  const notes = notesOf(params.list)
  const id = Number((await request.formData()).get('id'))
  notes.set(id, { ...notes.get(id)!, starred: true })
  return null
}

/** Without scripts, the form of the fetcher leads here. The list around it shows everything. */
export default function Star() {
  return null
}
