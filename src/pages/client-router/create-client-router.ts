import { createPageMatcher } from '../page-protocol/match-pages.ts'
import { assembleRouter, type ClientRouter } from './client-router.ts'
import { createFetching } from './fetchers.ts'
import type { ClientRouterOptions } from './seams.ts'

/**
 * Creates a client router, which moves an app from page to page.
 *
 * @param options The manifest, the first page, and the seams to the history, the network, the modules and the document
 * @returns An object with methods for events, and an immutable snapshot of the state
 */
export function createClientRouter(options: ClientRouterOptions): ClientRouter {
  const match = options.match ?? createPageMatcher(options.manifest)
  return assembleRouter({ ...options, match }, createFetching)
}
