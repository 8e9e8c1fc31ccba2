import type { Pages } from 'framework'
import { createRouter, type Middleware } from 'framework/fetch-router'

/** Each of them is a step of every request. */
const middleware = Array.from({ length: 50 }, (_, at): Middleware => {
  const name = `step${at}`
  return { [name]: (_context: unknown, next: () => Promise<Response>) => next() }[name]!
})

export default function createApp(pages: Pages) {
  const router = createRouter({ middleware })
  router.get('/ping', () => new Response('pong'))
  router.map('/*', pages)
  return router
}
