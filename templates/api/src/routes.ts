import { resources, route } from 'framework/routes'

/** Every URL of the API. Use it for links too: `routes.notes.show.href({ id })`. */
export const routes = route({
  home: '/',
  health: '/health',
  notes: resources('notes', { only: ['index', 'show', 'create', 'update', 'destroy'] }),
})
