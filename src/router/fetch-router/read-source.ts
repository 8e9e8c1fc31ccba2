import { endOfPath, startOfPath } from '../route-pattern/shared.ts'
import type { DispatchContext, RequestContext } from './request-context.ts'

/** The parts of a URL that pages are found and shown by. */
export interface UrlPath {
  readonly pathname: string
  readonly search: string
}

/** Returns one header of a request, as `context.headers` has it. Most requests then never copy their headers. */
export function headerOf(context: RequestContext, name: string): string | null {
  return (context as unknown as DispatchContext).readHeader(name)
}

/** Returns the path and the search of `context.url`. Most requests then never parse their URL. */
export function urlPathOf(context: RequestContext): UrlPath {
  const { currentHref: href } = context as unknown as DispatchContext
  const start = startOfPath(href)
  if (start === -1) return context.url

  const end = endOfPath(href, start)
  const search = href[end] === '?' ? href.slice(end).split('#', 1)[0]! : ''
  return { pathname: href.slice(start, end), search: search === '?' ? '' : search }
}
