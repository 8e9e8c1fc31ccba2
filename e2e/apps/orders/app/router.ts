import { createRouter, type Router } from 'framework/fetch-router'
import type { Pages } from 'framework/server'

export default function createApp(pages: Pages): Router {
  const router = createRouter()
  router.map('/*', pages.with({ oneTrip: 'any-path' }))
  return router as unknown as Router
}
