import { form, resources, route } from 'framework/routes'

export const routes = route({
  home: '/',
  hello: '/hello/:name',
  guestbook: form('guestbook'),
  notes: resources('notes', { only: ['index', 'show', 'create', 'destroy'] }),
  guard: '/guard',
})
