import { form, resources, route } from 'framework/routes'
import { z } from 'zod'

/** What the form of the guestbook takes. */
export const Entry = z.object({
  entry: z.string().trim().min(1, 'An entry needs some text.').max(200),
})

/** What the form for a note takes. */
export const NewNote = z.object({
  text: z.string().trim().min(1, 'A note needs some text.').max(200),
})

export const routes = route({
  home: '/',
  hello: '/hello/:name',
  guestbook: form('guestbook', { contract: { body: Entry } }),
  notes: resources('notes', {
    only: ['index', 'show', 'create', 'destroy'],
    contracts: { create: { body: NewNote } },
  }),
  guard: '/guard',
})
