import type { Failure } from '../contract/index.ts'
import { shownErrors } from '../contract/shared.ts'
import type { RequestContext } from '../fetch-router/index.ts'
import { headerOf, pathOf } from '../fetch-router/shared.ts'
import { runOf } from '../internal/anonymous-run.ts'
import { escapeJson } from '../internal/escape-json.ts'
import { createLightResponse } from '../internal/exchange/light-response.ts'
import { boundaryOf } from '../page-protocol/boundaries.ts'
import { serializeError, type SerializedError } from '../page-protocol/errors.ts'
import type { FormFailure } from '../page-protocol/form-failure.ts'
import { createSnapshot, type Snapshot } from '../page-protocol/snapshot.ts'
import { createServerPage, type ServerRender } from '../react/shared.ts'
import { text } from '../response/index.ts'
import { branchOf } from './branch.ts'
import { failureOf, type DeferredValues } from './deferred-values.ts'
import { foldHeaders, hasNoHeaders, type HeaderSources } from './fold-headers.ts'
import { mustWait, urlOf, waitUrl } from './must-wait.ts'
import { Nonce, readNonce } from './nonce.ts'
import type { ErrorOutcome, Outcome } from './outcome.ts'
import type { Branch, PageRequest } from './page-request.ts'
import { Preloads } from './preloads.ts'
import { render } from './render.ts'
import { sanitizeError } from './report.ts'
import { readFailure, runLoader } from './run-handler.ts'

/** The facts about a page that are known before its loaders run. */
interface PageStart {
  /** The action that ran, and its result. */
  action?: { id: string; outcome: Outcome }
  /** An error that already happened, and the index of its route. */
  failure?: { index: number; outcome: ErrorOutcome }
  /** The allowed methods, for the `Allow` header. */
  allow?: string
}

/** Runs the loaders of a page and returns its document. If something failed, a boundary shows the error. */
export async function showPage(page: PageRequest, start: PageStart = {}): Promise<Response> {
  const { deferred } = page
  const loaded = await loadPage(page, start)
  if (loaded instanceof Response) {
    deferred.drop('Another loader redirected')
    return loaded
  }

  const { shown, status } = loaded
  if (status === 204 || status === 205 || status === 304) {
    deferred.drop('The response has no body')
    return createLightResponse(status, '', headersOf(page, loaded, start), null)
  }

  if (shown) deferred.drop(hidden, ({ index }) => index > shown.boundary)
  if (deferred.isPending && mustWait(page)) await deferred.whenDone()
  return renderWithBoundaries(page, loaded, start)
}

/** Why the values of a route are not needed. */
export const hidden = 'A boundary hides the route'

/** A page with its data, and the error that one of its boundaries shows. */
interface LoadedPage {
  loaders: ReadonlyMap<string, Outcome>
  action: PageStart['action']
  shown: { boundary: number; error: unknown; headers: Headers | undefined } | undefined
  status: number
}

async function loadPage(page: PageRequest, start: PageStart): Promise<LoadedPage | Response> {
  const { matches } = page
  const end = start.failure ? boundaryIndex(page, start.failure.index) : matches.length
  const loaders = await runLoaders(page, end)
  for (const outcome of loaders.values()) {
    if (outcome.type === 'redirect') return outcome.response
  }

  const failing = matches.findIndex(({ id }) => loaders.get(id)?.type === 'error')
  const loaderError = loaders.get(matches[failing]?.id ?? '') as ErrorOutcome | undefined
  // The error of the action comes first, even if the boundary of a loader has to show it.
  const outcome = start.failure?.outcome ?? loaderError

  return {
    loaders,
    action: start.action,
    shown: outcome && {
      boundary: failing < 0 ? end : boundaryIndex(page, failing),
      error: outcome.error,
      headers: outcome.headers,
    },
    status: statusOf(page, loaders, start, loaderError),
  }
}

/** Runs the loaders of the first `end` matches in parallel. */
async function runLoaders(page: PageRequest, end: number): Promise<Map<string, Outcome>> {
  const outcomes = await Promise.all(
    page.matches.slice(0, end).map((_, index) => runLoader(page, index)),
  )

  return collectOutcomes(page, outcomes)
}

/** Returns the results of the loaders of a page, by route id. */
export function collectOutcomes(
  { matches }: Pick<PageRequest, 'matches'>,
  outcomes: readonly (Outcome | undefined)[],
): Map<string, Outcome> {
  const collected = new Map<string, Outcome>()
  outcomes.forEach((outcome, i) => {
    if (outcome) collected.set(matches[i]!.id, outcome)
  })

  return collected
}

/** ST-1 to ST-3: the status of the action, else of the failure nearest to the root, else the deepest that is not 200. */
export function statusOf(
  page: Pick<PageRequest, 'matches'>,
  loaders: ReadonlyMap<string, Outcome>,
  { action, failure }: PageStart,
  loaderError: ErrorOutcome | undefined,
): number {
  if (action && action.outcome.type !== 'redirect' && action.outcome.status !== 200) {
    return action.outcome.status
  }
  if (failure) return failure.outcome.status
  if (loaderError) return loaderError.status

  const statuses = page.matches.map(({ id }) => {
    const outcome = loaders.get(id)
    return outcome?.type === 'data' ? outcome.status : 200
  })

  return statuses.findLast((status) => status !== 200) ?? 200
}

/** Returns the index of the route whose boundary shows an error of the route at `index`. */
export function boundaryIndex({ matches }: Pick<PageRequest, 'matches'>, index: number): number {
  const id = boundaryOf(matches, matches[index]!.id)

  return matches.findIndex((match) => match.id === id)
}

/** Renders the page. If that fails, renders again with the error in a boundary, each time one level higher. */
async function renderWithBoundaries(
  page: PageRequest,
  first: LoadedPage,
  start: PageStart,
): Promise<Response> {
  const branch = branchOf(page)
  const { dev } = page.build
  let loaded = first

  for (;;) {
    let deepest = 0
    const server = createServerRender(page, branch, loaded, (depth) => {
      deepest = depth
    })
    if (dev?.css) server.styles = await dev.css(page.matches.map(({ id }) => id))
    try {
      return await renderDocument(page, branch, loaded, server, headersOf(page, loaded, start))
    } catch (thrown) {
      if (page.context.request.signal.aborted) throw thrown
      const outcome =
        failureOf(page.deferred, thrown) ?? (await readFailure(page, 0, thrown, 'render'))
      if (outcome.type === 'redirect') {
        page.deferred.drop('The page redirected')
        return outcome.response
      }

      const boundary = loaded.shown ? boundaryAbove(page, loaded.shown.boundary) : deepest
      page.deferred.drop(hidden, ({ index }) => index > boundary)
      if (boundary < 0) {
        dev?.unshown?.(thrown)
        return text('Unexpected Server Error', 500)
      }

      const { error, headers, status } = outcome
      loaded = { ...loaded, status, shown: { boundary, error, headers } }
    }
  }
}

function boundaryAbove(page: PageRequest, boundary: number): number {
  return boundary === 0 ? -1 : boundaryIndex(page, boundary - 1)
}

function renderDocument(
  page: PageRequest,
  { fields, modules }: Branch,
  loaded: LoadedPage,
  server: DocumentRender,
  headers: Headers | readonly string[],
): Response | Promise<Response> {
  const element = createServerPage(
    { basename: page.build.basename, modules, server },
    createPageSnapshot(page, fields, loaded),
  )

  const { status, shown } = loaded
  const { nonce, preloads } = server
  const boundary = shown && page.matches[shown.boundary]!.id
  return render(page, element, { status, headers, nonce, preloads, boundary })
}

/** What components need while a document is rendered, and what the document needs afterwards. */
interface DocumentRender extends ServerRender {
  styles: ServerRender['styles']
  readonly preloads: Preloads
}

function createServerRender(
  page: PageRequest,
  branch: Branch,
  loaded: LoadedPage,
  onBoundary: (depth: number) => void,
): DocumentRender {
  const { build, context } = page
  const { clientEntry, dev, integrity } = build
  const hasScripts = page.matches.at(-1)!.route.scripts !== false
  const hasDeferred = page.deferred.all.length > 0
  // With deferred values it is written when it is read, so that it has what has settled until then.
  const handoff = !hasScripts ? '' : hasDeferred ? undefined : createHandoff(page, branch, loaded)
  const mayPreload = integrity !== undefined || preloadsReliably(context)

  return {
    nonce: readNonce(context.get(Nonce)),
    entry: hasScripts ? clientEntry.url : (dev?.client ?? ''),
    entryCss: clientEntry.css,
    preloads: new Preloads(mayPreload && hasScripts ? branch.preloads : [], integrity),
    styles: [],
    get handoff() {
      return handoff ?? createHandoff(page, branch, loaded)
    },
    get waitUrl() {
      return page.deferred.isPending ? waitUrl(context) : undefined
    },
    dev: dev !== undefined,
    onBoundary,
  }
}

function createPageSnapshot(
  page: PageRequest,
  fields: Branch['fields'],
  { loaders, action, shown }: LoadedPage,
): Snapshot {
  const { matches, context, build } = page
  const { pathname, search } = pathOf(context)
  const loaderData: Record<string, unknown> = {}
  matches.forEach(({ id }, index) => {
    const outcome = loaders.get(id)
    if (outcome?.type !== 'data') return
    // The promises of a hidden route never settle. The browser does not get them either.
    const isHidden = outcome.later && shown && index > shown.boundary
    loaderData[id] = isHidden ? JSON.parse(outcome.json) : outcome.value
  })

  return createSnapshot({
    location: { pathname, search, hash: '', state: null, key: 'default' },
    matches,
    loaderData,
    fields,
    actionData: action?.outcome.type === 'data' ? { [action.id]: action.outcome.value } : undefined,
    invalid:
      action?.outcome.type === 'invalid'
        ? { [action.id]: shownFailure(action.outcome.failure) }
        : undefined,
    errors: shown && { [matches[shown.boundary]!.id]: sanitizeError(build, shown.error) },
  })
}

/** Writes the state of the page as JSON for a script element. Data that is already JSON text is not serialized again. */
function createHandoff(
  { build, deferred, matches }: PageRequest,
  branch: Branch,
  { loaders, action, shown }: LoadedPage,
): string {
  let text = `${branch.handoff},"params":${JSON.stringify(matches[0]!.params)},"matches":[`
  matches.forEach(({ pathname }, i) => {
    text += `${i === 0 ? '' : ','}${branch.matches[i]!}${JSON.stringify(pathname)}}`
  })
  text += '],"loaderData":{'
  let separator = ''
  for (const [id, outcome] of loaders) {
    if (outcome.type !== 'data') continue
    text += `${separator}${JSON.stringify(id)}:${outcome.json}`
    separator = ','
  }
  text += '}'
  if (action?.outcome.type === 'data') {
    text += `,"actionData":{${JSON.stringify(action.id)}:${action.outcome.json}}`
  }
  if (action?.outcome.type === 'invalid') {
    text += `,"invalid":${JSON.stringify({ [action.id]: shownFailure(action.outcome.failure) })}`
  }
  text += writeDeclared(loaders, 'reads') + writeDeclared(loaders, 'query')
  if (deferred.all.length > 0) {
    text += writeLater(deferred, shown ? shown.boundary : matches.length)
  }
  if (shown) {
    const error: SerializedError = serializeError(shown.error, build.dev !== undefined)
    text += `,"errors":${JSON.stringify({ [matches[shown.boundary]!.id]: error })}`
  }

  return escapeJson(`${text}}`)
}

/** What the browser gets to know about a form that was refused. */
function shownFailure(failure: Failure): FormFailure {
  const { form, values } = failure

  return {
    ...(form !== undefined && { form }),
    errors: shownErrors(failure),
    ...(values && { values }),
  }
}

/** Writes what the routes of a page declare about their loaders, by route id. */
function writeDeclared(loaders: LoadedPage['loaders'], name: 'reads' | 'query'): string {
  const entries: string[] = []
  for (const [id, outcome] of loaders) {
    const value = outcome.type === 'data' ? outcome[name] : undefined
    if (value) entries.push(`${JSON.stringify(id)}:${JSON.stringify(value)}`)
  }
  return entries.length > 0 ? `,"${name}":{${entries.join()}}` : ''
}

/** Writes which members come later, by route id, and what has settled. */
function writeLater({ all }: DeferredValues, last: number): string {
  const names = Object.create(null) as Record<string, string[]>
  for (const { index, name, routeId } of all) {
    if (index <= last) (names[routeId] ??= []).push(name)
  }
  const settled = all.filter(({ index, line }) => index <= last && line !== undefined)
  for (const value of settled) value.isSent = true

  const late = settled.length > 0 ? `,"late":[${settled.map(({ line }) => line).join()}]` : ''
  return Object.keys(names).length > 0 ? `,"later":${JSON.stringify(names)}${late}` : ''
}

function headersOf(
  page: PageRequest,
  { loaders, action, shown }: LoadedPage,
  { allow }: PageStart,
): Headers | readonly string[] {
  const end = shown ? shown.boundary + 1 : page.matches.length
  const sources: HeaderSources = {
    matches: page.matches.slice(0, end),
    modules: page.modules.slice(0, end),
    loaders,
    action,
    errorHeaders: shown?.headers,
  }
  const { waits } = page
  if (allow === undefined && !waits && hasNoHeaders(sources)) return htmlHeaders

  const headers = foldHeaders(sources)
  for (const name of ['Content-Length', 'Content-Encoding']) headers.delete(name)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (allow !== undefined) headers.set('Allow', allow)
  if (waits) headers.append('Link', `<${urlOf(page.context)}>; rel="canonical"`)
  // It contains what was typed.
  if (action?.outcome.type === 'invalid') headers.set('Cache-Control', 'no-store')

  return headers
}

const htmlHeaders: readonly string[] = ['Content-Type', 'text/html; charset=utf-8']

/**
 * Whether preloads are safe in the browser that sent the request.
 *
 * If a preload fails once in WebKit, because of a 503 or a lost connection, that tab never requests the module again, and
 * the page stays without JavaScript. Without preloads, the page loads its modules a little later, but reliably.
 */
function preloadsReliably(context: RequestContext): boolean {
  // What many people get has to work in every browser.
  if (runOf(context) !== undefined) return false

  const browser = headerOf(context, 'User-Agent')
  return browser === null || !browser.includes('AppleWebKit/') || browser.includes('Chrom')
}
