import { cop } from 'framework/cop-middleware'
import { createRouter, type Middleware } from 'framework/fetch-router'
import { json, text } from 'framework/response'
import { createNotes } from './notes.ts'
import { routes } from './routes.ts'

/** Creates the whole API: a function from `Request` to `Response`. */
export function createApp(middleware: readonly Middleware[] = []) {
  const router = createRouter({ middleware: [...middleware, cop()] })

  router.map(routes.home, () => json({ notes: routes.notes.index.href() }))
  router.map(routes.health, () => text('ok'))
  router.map(routes.notes, createNotes())

  return router
}
