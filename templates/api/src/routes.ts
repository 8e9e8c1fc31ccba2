import { resources, route } from 'framework/routes'
import { z } from 'zod'

/** What a client sends for a note. The router checks it before an action runs. */
const NoteInput = z.object({ text: z.string().trim().min(1, 'A note needs some text') })

/** Every URL of the API. Use it for links too: `routes.notes.show.href({ id })`. */
export const routes = route({
  home: '/',
  health: '/health',
  notes: resources('notes', {
    only: ['index', 'show', 'create', 'update', 'destroy'],
    contracts: { create: { body: NoteInput }, update: { body: NoteInput } },
  }),
})
