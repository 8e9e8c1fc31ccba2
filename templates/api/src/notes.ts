import { createController } from 'framework/fetch-router'
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

      create({ input }) {
        const note = { id: crypto.randomUUID(), text: input.body.text }
        notes.set(note.id, note)
        const location = routes.notes.show.href({ id: note.id })
        return json(note, { status: 201, headers: { Location: location } })
      },

      update({ input, params }) {
        const { id } = params
        if (!notes.has(id)) return notFound(id)

        const note = { id, text: input.body.text }
        notes.set(id, note)
        return json(note)
      },

      destroy({ params }) {
        return notes.delete(params.id) ? new Response(null, { status: 204 }) : notFound(params.id)
      },
    },
  })
}

function notFound(id: string): Response {
  return text(`There is no note ${JSON.stringify(id)}`, 404)
}
