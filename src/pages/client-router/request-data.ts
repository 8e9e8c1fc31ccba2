import type { Fields } from '../../internal/forms/fields.ts'
import { boundaryOf } from '../page-protocol/boundaries.ts'
import { writeHeld } from '../page-protocol/data-url.ts'
import type { Verdicts } from '../page-protocol/loader-reasons.ts'
import { actionTarget, type PageMatch } from '../page-protocol/match-pages.ts'
import { hasPolicy } from '../page-protocol/should-reload.ts'
import type { Submission } from '../page-protocol/submission.ts'
import type { Location } from '../page-protocol/transition.ts'
import {
  decodeResponse,
  loadersIn,
  readResult,
  type CarriedPage,
  type Declared,
  type Decoded,
  type DeferredEntry,
  type RedirectInstruction,
  type RefusedForm,
} from '../page-protocol/wire.ts'
import { canDeclare, canOnce } from '../page-protocol/features.ts'
import { pathOf, type Path } from './href.ts'
import { hasData, isDeclared, type Judged, keptMatch, lacksFields } from './loaders.ts'
import { listen, rememberRequest, type RouterState } from './router-state.ts'
import type { DataRequest } from './seams.ts'
import { sendOnce } from './send-once.ts'
import { encodeBody, isMutation } from './create-submission.ts'

/** The longest URL that still tells the server which loaders the page has run. */
export const MAX_URL = 2000

/** The result of one loader or action. */
export type Result = ResultKind & Judged & { page?: CarriedPage | undefined }

type ResultKind =
  | { type: 'data'; data: unknown; status: number }
  | { type: 'error'; error: unknown }
  | { type: 'invalid'; invalid: RefusedForm }
  | { type: 'redirect'; redirect: RedirectInstruction }
  | { type: 'opaque' }
  /** The server does not know the route, so it has another build. */
  | { type: 'missing' }

/** The results of the loaders of a page. */
export interface PageResult {
  results: Record<
    string,
    ({ data: unknown; fields?: Fields } & Declared) | { error: unknown; data?: unknown }
  >
  redirect?: RedirectInstruction | undefined
  isOpaque?: boolean
  /** Whether the app did not respond: a proxy did, or the network failed. */
  isFailure?: boolean
  /** The id of a requested route that is not in the response. */
  missing?: string | undefined
  version?: string | null
}

/**
 * Requests the loaders `ids` of a page. Never rejects.
 *
 * @param carried The page that came with the response of a mutation, if it did
 */
export async function requestPage(
  router: RouterState,
  location: Location,
  matches: readonly PageMatch[],
  ids: readonly string[],
  options: Pick<DataRequest, 'signal' | 'cache' | 'purpose'> & { url?: string },
  carried?: Decoded,
): Promise<PageResult> {
  const decoded =
    carried ??
    (await request(
      router,
      {
        url: pageUrl(router, location, matches, ids),
        method: 'GET',
        body: undefined,
        redirect: 'manual',
        ...options,
      },
      decodeResponse,
    ))
  if (decoded.type === 'envelope') return readPage(decoded, matches, ids)

  const { type } = decoded
  const isFailure = type === 'error'
  return {
    results: isFailure ? { [failingRoute(router, matches)]: { error: decoded.error } } : {},
    redirect: type === 'redirect' ? decoded.redirect : undefined,
    isOpaque: type === 'opaque',
    isFailure,
  }
}

/**
 * Whether the page that came with the response of a mutation can be used (OT-12): then a request for the loaders `ids` would
 * bring nothing else. A page that was refused has no data of the routes below the refusal, nor of those that its boundary
 * hides.
 */
export function isWhole(
  { options, snapshot }: RouterState,
  { body = {}, type, url, version }: Partial<CarriedPage>,
  location: Path,
  matches: readonly PageMatch[],
  ids: readonly string[],
): boolean {
  const entryOf = ({ id }: PageMatch) => body[id] as { error?: object; fields?: object } | undefined
  const last = matches.findLast(entryOf)
  const boundary = last && entryOf(last)!.error && boundaryOf(matches, last.id)
  let isHidden = false
  return (
    url === pathOf(location) &&
    version === options.manifest.version &&
    matches.every((match, i) => {
      const isAsked = ids.includes(match.id)
      if (type === 'redirect') return isAsked || !match.route.hasLoader
      const entry = entryOf(match)
      // The root's loader runs, even if the root shows the refusal of another route.
      isHidden ||= i > 0 && (match.id === boundary || matches[0]!.id === boundary)
      return entry?.error
        ? isAsked || match === last
        : isHidden || ((entry || !isAsked) && (entry?.fields || !lacksFields(snapshot, match)))
    })
  )
}

/** Returns the URL of the data request of a page. The fields of a route are requested once. */
export function pageUrl(
  { options, snapshot }: RouterState,
  location: Path,
  matches: readonly PageMatch[],
  ids: readonly string[],
): string {
  const fields = matches.filter((match) => lacksFields(snapshot, match)).map(({ id }) => id)
  return options.dataUrl(pathOf(location), ids, fields)
}

/**
 * Requests one route of a page: its action or, for a fetcher, its loader. Never rejects.
 *
 * @param onRetry Called before a mutation is repeated, because its action uses `once()` and has not responded
 */
export async function requestTarget(
  router: RouterState,
  url: Path,
  matches: readonly PageMatch[],
  submission: Submission | undefined,
  options: Pick<DataRequest, 'signal' | 'cache' | 'purpose' | 'source'>,
  onRetry?: (() => void) | false,
): Promise<Result> {
  const target = actionTarget(matches, url.search)
  const { id } = target
  const path = pathOf(url)
  const plain = router.options.dataUrl(path, [id])
  const isTrip = isMutation(submission) && !options.purpose
  const held = canDeclare && isMutation(submission) ? describeHeld(router) : ''
  const shown = pathOf(router.snapshot.location)
  const told =
    (isTrip ? ';page=1' : '') +
    ((isTrip || held) && shown !== path ? `;at=${encodeURIComponent(shown)}` : '') +
    held
  const isTold = plain.length + told.length <= MAX_URL
  const sent = isTold && held ? router.loaders : undefined
  const sending: DataRequest = {
    url: isTold ? plain + told : plain,
    redirect: 'manual',
    ...describe(submission),
    ...options,
  }
  const decoded =
    canOnce && onRetry && target.route.once && isMutation(submission)
      ? await sendOnce(router, sending, request, onRetry)
      : await request(router, sending, decodeResponse)
  if (decoded.type !== 'envelope') {
    // If there are verdicts, they decide instead of the flag for cookies.
    if (canDeclare && decoded.type === 'redirect' && decoded.verdicts) {
      decoded.redirect.revalidate = false
    }
    return canDeclare ? { ...decoded, sent } : decoded
  }

  const { body, status } = decoded
  const { invalid } = body as { invalid?: RefusedForm }
  if (invalid?.errors) return { type: 'invalid', invalid, ...(canDeclare && { sent }) }
  // Middleware of a route below the target can refuse the request of a fetcher.
  const result =
    (isMutation(submission) && readResult(body)) || anyError(body) || readResult(body[id])
  const judged = canDeclare && { verdicts: body.verdicts as Verdicts | undefined, sent }
  if (!result) return { type: 'missing', ...judged }
  return 'error' in result
    ? { type: 'error', error: result.error, ...judged }
    : { type: 'data', data: result.data, status, page: body.page as CarriedPage, ...judged }
}

/** Returns the part of a URL that says which loaders the page has run. It is empty if no route declares what it reads. */
export function describeHeld(router: RouterState): string {
  const { loaders, options } = router
  if (!isDeclared(router)) return ''

  const held = [...loaders.values()]
    .filter((record) => 'data' in record)
    .map(({ id, reads }) => ({ id, digest: reads, isModule: hasPolicy(options.modules.get(id)) }))
  return writeHeld(held)
}

/** Returns the method and the body of a request. */
export function describe(submission: Submission | undefined): Pick<DataRequest, 'method' | 'body'> {
  return isMutation(submission)
    ? { method: submission.method, body: encodeBody(submission) }
    : { method: 'GET', body: undefined }
}

/** Sends a request and reads the response. Never rejects. */
export async function request(
  router: RouterState,
  request: DataRequest,
  decode: typeof decodeResponse,
): Promise<Decoded> {
  const { requested } = router
  const { cache, method, url } = request
  const isLoad = method === 'GET'
  // A cached response that is older than a mutation must not hide what the mutation changed.
  const isOld = requested && cache === 'default' && isLoad && !requested.has(url)
  try {
    const response = await router.options.data(isOld ? { ...request, cache: 'no-cache' } : request)
    if (isLoad && router.requested === requested) rememberRequest(router, url)
    const decoded = await decode(response)
    return decoded.type === 'lines' || hasDeferred(decoded, isLoad)
      ? await (
          await import('./deferred-values.ts')
        ).readDeferred(router, request, response, decoded, listen)
      : decoded
  } catch (cause) {
    const error = new Error(`Could not load ${request.url}: the network request failed`, { cause })
    return { type: 'error', error }
  }
}

function hasDeferred(decoded: Decoded, isLoad: boolean): boolean {
  return Object.values(loadersIn(decoded, isLoad)?.body ?? {}).some(
    (entry) => (entry as DeferredEntry | null)?.later,
  )
}

function readPage(
  { body, status, version }: Extract<Decoded, { type: 'envelope' }>,
  matches: readonly PageMatch[],
  ids: readonly string[],
): PageResult {
  const results: PageResult['results'] = Object.create(null)
  for (const { id } of matches) {
    const result = Object.hasOwn(body, id) ? readResult(body[id]) : undefined
    // The root can have an error for the whole request, such as for a page or a method that does not exist.
    if (result && (ids.includes(id) || 'error' in result)) results[id] = result
  }
  const missing = ids.find((id) => !Object.hasOwn(results, id))
  const isRefused = status >= 400 && hasError(results)
  return { results, version, missing: isRefused ? undefined : missing }
}

/** Whether a loader failed. */
export function hasError(results: PageResult['results']): boolean {
  return Object.values(results).some((result) => 'error' in result)
}

function anyError(body: Record<string, unknown>): { error: unknown } | undefined {
  for (const value of Object.values(body)) {
    const result = readResult(value)
    if (result && 'error' in result) return result
  }
  return undefined
}

/**
 * Returns the route that shows the error if the app did not respond: the deepest new route. But if a layout above it has no
 * data, the layout cannot render, so it fails instead.
 */
export function failingRoute(router: RouterState, matches: readonly PageMatch[]): string {
  const fresh = matches.filter((match) => !keptMatch(router.snapshot.matches, match))
  const bare = matches.find((match) => match.route.hasLoader && !hasData(router, match))
  return (bare ?? fresh.at(-1) ?? matches.at(-1)!).id
}

/** Returns a route whose module is not loaded yet. */
export function absentModule(
  { options }: RouterState,
  matches: readonly PageMatch[],
): PageMatch | undefined {
  return matches.find(({ id, route }) => route.module && !options.modules.get(id))
}

/** Resolves to the id of the first route whose module could not be loaded. */
export async function loadModules(
  { options }: RouterState,
  matches: readonly PageMatch[],
): Promise<string | undefined> {
  const failed = await Promise.all(
    matches.map(async ({ id, route }) => {
      try {
        if (route.module && !options.modules.get(id)) await options.modules.load(route)
        return undefined
      } catch {
        return id // The caller decides what happens next.
      }
    }),
  )
  return failed.find((id) => id !== undefined)
}
