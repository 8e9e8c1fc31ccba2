import { resources, route } from 'framework/routes'

export const routes = route('api', {
  books: resources('books', { exclude: ['new', 'edit'] }),
})
