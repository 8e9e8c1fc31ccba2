import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { isResponse } from '../../internal/exchange/is-fetch-object.ts'
import { createLightResponse } from '../../internal/exchange/light-response.ts'
import { htmlType } from '../../internal/http/http.ts'
import { createSnapshot, type Snapshot } from '../page-protocol/snapshot.ts'
import { createServerPage } from '../react/shared.ts'
import { failureOf, hiddenReason } from './deferred.ts'
import { branchOf, DocumentRender, urlOf } from './document-render.ts'
import { keyDocument } from './key-document.ts'
import {
  addRefusal,
  boundaryIndex,
  foldHeaders,
  hasNoHeaders,
  loadPage,
  type HeaderSources,
} from './load-page.ts'
import type { Branch, LoadedPage, PageRequest, PageStart } from './page-request.ts'
import { mustWait, render } from './render.ts'
import { sanitizeError, unexpectedResponse, warnDeveloper } from './report.ts'
import { readFailure } from './run-handler.ts'
import { shownFailure } from './write-wire.ts'

/** Runs the loaders of a page and returns its document. If something failed, a boundary shows the error. */
export async function showPage(page: PageRequest, start: PageStart = {}): Promise<Response> {
  const { deferred } = page
  const loaded = await loadPage(page, start)
  if (isResponse(loaded)) return loaded

  const { shown, status } = loaded
  if (status === 204 || status === 205 || status === 304) {
    deferred.drop('The response has no body')
    return createLightResponse(status, '', headersOf(page, loaded, start), null)
  }

  if (shown) deferred.drop(hiddenReason, ({ index }) => index > shown.boundary)
  if (deferred.isPending && mustWait(page)) await deferred.whenDone()
  return renderWithBoundaries(page, loaded, start)
}

/** Renders the page. If that fails, renders again with the error in a boundary, each time one level higher. */
async function renderWithBoundaries(
  page: PageRequest,
  first: LoadedPage,
  start: PageStart,
): Promise<Response> {
  const branch = branchOf(page, start.isByMiddleware ? start.failure?.index : undefined)
  const { dev } = page.build
  let loaded = first

  for (;;) {
    let deepest = 0
    const server = new DocumentRender(page, branch, loaded, (depth) => {
      deepest = depth
    })
    if (dev && server.nonce !== undefined) page.context.facts?.finalStep?.useNonce()
    if (dev?.css) server.styles = await dev.css(page.matches.map(({ id }) => id))
    try {
      const own = headersOf(page, loaded, start)
      const mayBePersonal = page.app.hasOnce || page.visitor !== undefined
      const headers = mayBePersonal
        ? await keyDocument(page, server, own, start.action?.result)
        : own
      return await renderDocument(page, branch, loaded, server, headers)
    } catch (thrown) {
      if (page.context.isAborted) throw thrown
      const result =
        failureOf(page.deferred, thrown) ?? (await readFailure(page, 0, thrown, 'render'))
      if (result.type === 'redirect') {
        page.deferred.drop('The page redirected')
        return result.response
      }

      const boundary = loaded.shown ? boundaryAbove(page, loaded.shown.boundary) : deepest
      page.deferred.drop(hiddenReason, ({ index }) => index > boundary)
      if (boundary < 0) {
        dev?.unshown?.(thrown)
        return unexpectedResponse(page.build, thrown)
      }

      const { error, headers, status } = result
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
  const onComplete = page.build.dev && (() => reportMissing(page, server, loaded))
  if (page.build.dev && page.deferred.all.length > 0) reportBareAwait(page, server, element)
  return render(page, element, { status, headers, nonce, preloads, boundary, onComplete })
}

/** Reports links, and components that a document should render and does not, in development. */
function reportMissing(
  { build: { dev }, matches }: PageRequest,
  { deepest, links, preloads }: DocumentRender,
  { shown }: LoadedPage,
): void {
  dev?.links?.(links)
  const hidden = matches[deepest + 1]
  if (shown) return
  if (hidden) dev?.missing?.('Outlet', matches[deepest]!.id, hidden.id)
  const hasScripts = matches.at(-1)!.route.scripts !== false
  if (hasScripts && !preloads.isAdded) dev?.missing?.('Scripts', matches[0]!.id)
}

/**
 * Warns of an `<Await>` without a fallback and without a `<Suspense>` around it, in development.
 *
 * Renders again, and lets each `<Await>` without a fallback throw. If there is a `<Suspense>` around it, React handles the
 * error there.
 */
function reportBareAwait({ build }: PageRequest, server: DocumentRender, page: ReactElement): void {
  const found = new Error()
  server.onBareAwait = (routeId) => {
    found.message = `The document waits for the value of an <Await> in ${routeId}, because it has no fallback and no <Suspense> is around it. Give it a fallback, or fallback={null} to show nothing until then.`
    throw found
  }
  try {
    renderToString(page)
  } catch (error) {
    if (error === found) warnDeveloper(build, found.message)
  } finally {
    server.onBareAwait = undefined
  }
}

function createPageSnapshot(
  page: PageRequest,
  fields: Branch['fields'],
  { loaders, action, shown }: LoadedPage,
): Snapshot {
  const { matches, context, deferred, build } = page
  const { pathname, search } = context.urlPath
  const loaderData: Record<string, unknown> = {}
  for (const [id, result] of loaders) {
    if (result.type !== 'data') continue
    const isHidden =
      shown && deferred.all.some((value) => value.routeId === id && value.index > shown.boundary)
    // The deferred values of a hidden route never settle, so their promises are left out. The browser does not get them
    // either.
    loaderData[id] = isHidden ? JSON.parse(result.json) : result.value
  }

  return createSnapshot({
    location: { pathname, search, hash: '', state: null, key: 'default' },
    matches,
    loaderData,
    fields,
    actionData: action?.result.type === 'data' ? { [action.id]: action.result.value } : undefined,
    invalid:
      action?.result.type === 'invalid'
        ? { [action.id]: shownFailure(action.result.failure) }
        : undefined,
    errors: shown && { [matches[shown.boundary]!.id]: sanitizeError(build, shown.error) },
  })
}

function headersOf(
  page: PageRequest,
  { loaders, action, shown }: LoadedPage,
  { allow, failure, isByMiddleware }: PageStart,
): Headers | readonly string[] {
  const rendered = <Item>(list: readonly Item[]): readonly Item[] =>
    shown ? list.slice(0, shown.boundary + 1) : list
  const sources: HeaderSources = {
    matches: rendered(page.matches),
    modules: rendered(page.modules),
    loaders,
    action,
    errorHeaders: shown?.headers,
  }
  const { waits } = page
  if (allow === undefined && !waits && !isByMiddleware && hasNoHeaders(sources)) return htmlHeaders

  const headers = foldHeaders(sources)
  if (isByMiddleware) addRefusal(headers, failure!.result.headers)
  for (const name of ['Content-Length', 'Content-Encoding']) headers.delete(name)
  headers.set('Content-Type', htmlType)
  if (allow !== undefined) headers.set('Allow', allow)
  if (waits) headers.append('Link', `<${urlOf(page.context)}>; rel="canonical"`)
  // The document contains what the visitor typed.
  if (action?.result.type === 'invalid') headers.set('Cache-Control', 'no-store')

  return headers
}

const htmlHeaders: readonly string[] = ['Content-Type', htmlType]
