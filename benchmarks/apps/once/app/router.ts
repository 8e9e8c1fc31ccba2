import { createRouter, type Router } from 'framework/fetch-router'
import type { Pages } from 'framework/server'

export default function createApp(pages: Pages): Router {
  const router = createRouter()
  router.map('/*', pages.with({ oneTrip: process.env['ONE_TRIP'] === 'off' ? false : 'same-path' }))
  return router as unknown as Router
}
