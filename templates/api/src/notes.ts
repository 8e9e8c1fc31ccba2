import { createController, type RequestContext } from 'framework/fetch-router'
import { json, text } from 'framework/response'
import { routes } from './routes.ts'

interface Note {
  id: string
  text: string
}

/** The actions of `/notes`. Notes are kept in memory until you add a database. */
export function createNotes() {
  const notes = new Map<string, Note>()

  return createController(routes.notes, {
    actions: {
      index: () => json([...notes.values()]),

      show({ params }) {
        const note = notes.get(params.id)
        return note ? json(note) : notFound(params.id)
      },

      async create(context) {
        const text = await readText(context)
        if (text === undefined) return refuse()

        const note = { id: crypto.randomUUID(), text }
        notes.set(note.id, note)
        const location = routes.notes.show.href({ id: note.id })
        return json(note, { status: 201, headers: { Location: location } })
      },

      async update(context) {
        const { id } = context.params
        if (!notes.has(id)) return notFound(id)
        const text = await readText(context)
        if (text === undefined) return refuse()

        const note = { id, text }
        notes.set(id, note)
        return json(note)
      },

      destroy({ params }) {
        return notes.delete(params.id) ? new Response(null, { status: 204 }) : notFound(params.id)
      },
    },
  })
}

/** Reads `text` from the JSON body. Data from a client is `unknown` until it has been checked. */
async function readText(context: RequestContext): Promise<string | undefined> {
  const body = await context.json()
  const isNote = typeof body === 'object' && body !== null && 'text' in body
  const value = isNote ? body.text : undefined

  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

function refuse(): Response {
  return json({ errors: { text: 'A note needs some text' } }, 422)
}

function notFound(id: string): Response {
  return text(`There is no note ${JSON.stringify(id)}`, 404)
}
