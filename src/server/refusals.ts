import { boundaryOf } from '../page-protocol/boundaries.ts'
import type { PageRequest } from './page-request.ts'

/** Whether a response of middleware that did not call `next()` is shown in a boundary. Others are sent as they are. */
export function isRefusal({ status, headers }: Response): boolean {
  return status >= 400 && !/^text\/html\b/i.test(headers.get('Content-Type') ?? '')
}

/** Returns the index of the route whose boundary shows an error of the route at `index`. */
export function boundaryIndex({ matches }: Pick<PageRequest, 'matches'>, index: number): number {
  const id = boundaryOf(matches, matches[index]!.id)

  return matches.findIndex((match) => match.id === id)
}

/**
 * Returns the indexes of the routes whose data is shown after an error of the route at `index`: those above its boundary.
 * When middleware of a route below the root refuses, the root's loader still runs, so that its layout can show who is
 * logged in. The data of a loader that has already run is also shown in its own boundary.
 */
export function shownAround(page: PageRequest, index: number, isByMiddleware: boolean): number[] {
  const boundary = boundaryIndex(page, index)
  const end = isByMiddleware && index > 0 ? Math.max(boundary, 1) : boundary

  return Array.from(page.matches.keys()).filter(
    (i) => i < end || (i === boundary && page.started[i] !== undefined),
  )
}

/**
 * Adds the headers of a refusal to those of its page, such as `WWW-Authenticate`. The page has the data of one visitor, so
 * only the refusal itself can allow a cache to store it. Cookies were added with the others.
 */
export function addRefusal(headers: Headers, refusal: Headers | undefined): void {
  headers.set('Cache-Control', 'private, no-store')
  refusal?.forEach((value, name) => {
    if (!/^(?:content-|etag$|last-modified$|set-cookie$)/.test(name)) headers.set(name, value)
  })
}
