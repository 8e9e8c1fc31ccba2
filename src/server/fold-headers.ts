import type { PageMatch } from '../page-protocol/match-pages.ts'
import type { RouteModule } from '../react/shared.ts'
import type { Outcome } from './outcome.ts'

/** What the headers of a response are made of. */
export interface HeaderSources {
  /** The rendered matches, root first, down to the boundary when one is shown. */
  matches: readonly PageMatch[]
  modules: readonly RouteModule[]
  /** What the loaders came to, by route id. */
  loaders: ReadonlyMap<string, Outcome>
  /** What the action came to, and whose it was. */
  action?: { id: string; outcome: Outcome } | undefined
  /** Headers of what is shown by the boundary. */
  errorHeaders?: Headers | undefined
}

/**
 * The headers of a document, from the root to the leaf: a `headers` export replaces what the routes above said, and gets
 * it as an argument. Cookies are never lost.
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
    const actionHeaders = action?.id === id ? headersOf(action.outcome) : undefined
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

  // What ran below a boundary is not shown, but it may have logged somebody in.
  const known = new Set(cookiesOf(folded))
  for (const outcome of [action?.outcome, ...loaders.values()]) {
    for (const cookie of cookiesOf(headersOf(outcome))) {
      if (!known.has(cookie)) folded.append('Set-Cookie', cookie)
      known.add(cookie)
    }
  }

  return folded
}

/** Whether the fold would come to nothing, which spares most pages from making any headers. */
export function hasNoHeaders({ modules, loaders, action, errorHeaders }: HeaderSources): boolean {
  if (action || errorHeaders || modules.some(({ headers }) => headers !== undefined)) return false
  for (const outcome of loaders.values()) {
    if (outcome.type !== 'data' || outcome.hasCookie) return false
  }

  return true
}

function headersOf(outcome: Outcome | undefined): Headers | undefined {
  return outcome && outcome.type !== 'redirect' ? outcome.headers : undefined
}

function cookiesOf(headers: Headers | undefined): string[] {
  return headers?.getSetCookie() ?? []
}
