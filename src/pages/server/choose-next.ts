import type { EndedMutation } from '../../internal/exchange/request-facts.ts'
import { createDataUrl } from '../page-protocol/data-url.ts'
import { stripIndexParam } from '../page-protocol/index-param.ts'
import type { Verdict } from '../page-protocol/loader-reasons.ts'
import { isResourceRoute } from '../page-protocol/manifest.ts'
import type { PageMatch } from '../page-protocol/match-pages.ts'
import { hasPolicy } from '../page-protocol/should-reload.ts'
import { reloadHeader } from '../../http/response/shared.ts'
import { readAt } from './judge-loaders.ts'
import { loadModules, type PageRequest, type PagesApp } from './page-request.ts'
import { isRedirect, type Result } from './result.ts'

/**
 * Chooses the page that comes with the response of a mutation (OT-1, OT-2). No loader and no middleware of that page runs for
 * this.
 *
 * @param result The result of the action
 * @param verdicts What the server says about the loaders of the page on show
 * @returns A function of the final response, or `undefined` if the browser has to request the page
 */
export function chooseNext(
  page: PageRequest,
  result: Result,
  verdicts: ReadonlyMap<string, Verdict> | undefined,
): EndedMutation['next'] {
  const isData = result.type === 'data' && result.status < 500
  if (!page.dataRequest?.page || page.oneTrip === false) return undefined
  if (!isData && result.type !== 'redirect') return undefined

  return async (response) => {
    // Middleware may have replaced the response of the action. Then the browser decides what follows.
    if (isRedirect(response) === isData) return undefined
    const own = new URL(page.context.originalHref)
    const url = isData ? own : readTarget(response, own)
    if (url?.origin !== own.origin) return undefined
    if (page.oneTrip === 'same-path' && url.pathname !== own.pathname) return undefined

    const matches = page.app.match(url.pathname)
    const leaf = matches?.at(-1)?.route
    if (!leaf || leaf.scripts === false || isResourceRoute(leaf)) return undefined

    const shown = findShown(page, own)
    if (await hasPolicies(page.app, matches!.filter(shown.has))) return undefined
    const { ids, fields } = chooseLoaders(matches!, url, shown, verdicts)
    // If no loader has to run, the browser would send a request only to let middleware refuse the page.
    const isGuarded = !isData && matches!.some(({ route }) => route.hasMiddleware)
    if (ids.length === 0 && !isGuarded) return undefined

    const path = url.pathname + url.search
    const id = page.context.observation?.id
    return {
      path,
      dataUrl: url.origin + createDataUrl(path, ids, fields),
      sentBy: id === undefined ? undefined : { id, cause: 'mutation' },
    }
  }
}

/** Reads where a redirect leads, unless the browser has to send the form again or load a document. */
function readTarget({ headers, status }: Response, own: URL): URL | undefined {
  if (status > 303 || headers.has(reloadHeader)) return undefined
  return URL.parse(headers.get('Location')!, own) ?? undefined
}

/** The page that the browser shows. */
interface Shown {
  readonly url: URL | undefined
  /** Whether the page on show has the same match. */
  readonly has: (match: PageMatch) => boolean
}

function findShown({ app, dataRequest }: PageRequest, own: URL): Shown {
  const url = readAt(dataRequest, own)
  const matches = (url && app.match(url.pathname)) ?? []
  return {
    url,
    has: ({ id, pathname }) =>
      matches.some((match) => match.id === id && match.pathname === pathname),
  }
}

/**
 * Whether a module decides if its loader runs again. Only the browser can ask the module. If it then wants the loader, the
 * rest of the page would be requested twice. So the browser requests the whole page.
 */
async function hasPolicies(app: PagesApp, matches: readonly PageMatch[]): Promise<boolean> {
  try {
    const loaders = matches.filter(({ route }) => route.hasLoader)
    return (await loadModules(app, loaders)).some(hasPolicy)
  } catch {
    return true // A module cannot be loaded. The next request for that page reports it.
  }
}

/** Chooses the loaders that have to run, and the routes whose fields the browser may lack (OT-4). */
function chooseLoaders(
  matches: readonly PageMatch[],
  url: URL,
  shown: Shown,
  verdicts: ReadonlyMap<string, Verdict> | undefined,
): { ids: string[]; fields: string[] } {
  const hasSameQuery =
    shown.url && stripIndexParam(shown.url.search) === stripIndexParam(url.search)
  const isKept = (match: PageMatch): boolean =>
    hasSameQuery === true && verdicts?.get(match.id)?.run === false && shown.has(match)

  const lacking = matches.filter((match) => match.route.hasFields && !shown.has(match))
  const running = matches.filter((match) =>
    match.route.hasLoader ? !isKept(match) : lacking.includes(match),
  )
  return { ids: running.map(({ id }) => id), fields: lacking.map(({ id }) => id) }
}
