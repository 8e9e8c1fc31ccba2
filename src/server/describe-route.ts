import type { MatchedRoute } from '../fetch-router/shared.ts'
import { isActionMethod } from '../internal/http.ts'
import { addBasename } from '../page-protocol/basename.ts'
import { isLiveStream } from './live-stream.ts'
import { isResource, type PageRequest } from './page-request.ts'

/** Describes the route of a page for `routeOf()`. */
export function describeRoute(page: PageRequest): MatchedRoute {
  const { id, route } = page.matches.at(-1)!
  return {
    pattern: addBasename(route.pattern ?? '/', page.build.manifest.basename),
    id,
    kind: kindOf(page),
  }
}

function kindOf(page: PageRequest): MatchedRoute['kind'] {
  if (isResource(page)) return 'resource'
  if (isActionMethod(page.method)) return 'action'
  if (isLiveStream(page)) return 'live'
  return page.dataRequest === undefined ? 'document' : 'data'
}
