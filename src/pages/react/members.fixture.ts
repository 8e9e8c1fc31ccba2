import { requireAuth } from '../../middleware/auth/index.ts'
import { createMiddleware } from '../../router/fetch-router/index.ts'

interface Member {
  readonly name: string
}

/** The guard of a layout, as an app exports it. */
export const middleware = createMiddleware(requireAuth<Member>({ login: '/login' }))
