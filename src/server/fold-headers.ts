import type { PageMatch } from '../page-protocol/match-pages.ts'
import type { RouteModule } from '../react/shared.ts'
import type { Result } from './result.ts'

/** The sources of the headers of a response. */
export interface HeaderSources {
  /** The rendered matches, root first. If a boundary shows an error, it is the last one. */
  matches: readonly PageMatch[]
  modules: readonly RouteModule[]
  /** The results of the loaders, by route id. */
  loaders: ReadonlyMap<string, Result>
  /** The result of the action, and the id of its route. */
  action?: { id: string; result: Result } | undefined
  /** The headers of the error that the boundary shows. */
  errorHeaders?: Headers | undefined
}

/**
 * Returns the headers of a document, from the root to the leaf. A `headers` export gets the headers of the routes above
 * as an argument, and replaces them. Cookies are never lost.
 */
export function foldHeaders({
  matches,
  modules,
  loaders,
  action,
  errorHeaders,
}: HeaderSources): Headers {
  let folded = new Headers()

  matches.forEach(({ id }, i) => {
    const { headers } = modules[i]!
    const isLeaf = i === matches.length - 1
    const loaderHeaders = headersOf(loaders.get(id))
    const actionHeaders = action?.id === id ? headersOf(action.result) : undefined
    const cookies = new Set([
      ...cookiesOf(folded),
      ...cookiesOf(actionHeaders),
      ...cookiesOf(loaderHeaders),
      ...(isLeaf ? cookiesOf(errorHeaders) : []),
    ])

    if (headers !== undefined) {
      folded = new Headers(
        typeof headers === 'function'
          ? headers({
              loaderHeaders: new Headers(loaderHeaders),
              parentHeaders: new Headers(folded),
              actionHeaders: new Headers(actionHeaders),
              errorHeaders: isLeaf ? errorHeaders : undefined,
            })
          : headers,
      )
      for (const cookie of folded.getSetCookie()) cookies.add(cookie)
    }
    folded.delete('Set-Cookie')
    for (const cookie of cookies) folded.append('Set-Cookie', cookie)
  })

  // Routes below a boundary are not shown, but their loaders may have set a session cookie.
  const known = new Set(cookiesOf(folded))
  for (const result of [action?.result, ...loaders.values()]) {
    for (const cookie of cookiesOf(headersOf(result))) {
      if (!known.has(cookie)) folded.append('Set-Cookie', cookie)
      known.add(cookie)
    }
  }

  return folded
}

/** Whether there is nothing to fold, so that most pages do not have to create headers. */
export function hasNoHeaders({ modules, loaders, action, errorHeaders }: HeaderSources): boolean {
  if (action || errorHeaders || modules.some(({ headers }) => headers !== undefined)) return false
  for (const result of loaders.values()) {
    if (result.type !== 'data' || result.hasCookie) return false
  }

  return true
}

function headersOf(result: Result | undefined): Headers | undefined {
  return result && result.type !== 'redirect' ? result.headers : undefined
}

function cookiesOf(headers: Headers | undefined): string[] {
  return headers?.getSetCookie() ?? []
}
