import { createElement, Fragment, type ReactElement } from 'react'
import { renderToReadableStream, renderToString } from 'react-dom/server'
import { Nonce } from '../../router/fetch-router/index.ts'
import { type RenderProgress } from '../../router/fetch-router/shared.ts'
import { isSafeMethod } from '../../internal/http/http.ts'
import { createLightResponse, toHeaders } from '../../internal/exchange/light-response.ts'
import { inlineBodies, liveBodies } from '../../internal/exchange/known-body.ts'
import { failureOf } from './deferred.ts'
import { insertBlocks } from './deferred-body.ts'
import type { Preloads } from './document-render.ts'
import type { PageRequest } from './page-request.ts'
import { hasUnfinishedBoundary } from './react-markup.ts'
import { reportError, warnDeveloper } from './report.ts'

/** The parts of a response that are known before the first byte. */
interface RenderInit {
  status: number
  headers: Headers | readonly string[]
  nonce: string | undefined
  preloads: Preloads
  /** The id of the route whose boundary shows an error. */
  boundary?: string | undefined
  /** Called when the shell and the whole document are rendered, if the router has observers. */
  progress?: RenderProgress | undefined
  /** Called when the whole document is rendered without an error. */
  onComplete?: (() => void) | undefined
}

/** Renders a document, with `entry.server` if the app has a renderer there. Rejects if the shell cannot be rendered. */
export function render(
  page: PageRequest,
  element: ReactElement,
  init: RenderInit,
): Response | Promise<Response> {
  const observation = page.context.observation
  if (observation === undefined) return renderPage(page, element, init)

  const { boundary } = init
  const routeId = page.matches.at(-1)!.id
  return observation.render(
    { routeId, ...(boundary !== undefined && { boundary }) },
    async (progress) => renderPage(page, element, { ...init, progress }),
  )
}

function renderPage(
  page: PageRequest,
  whole: ReactElement,
  init: RenderInit,
): Response | Promise<Response> {
  const custom = page.build.entryServer?.default
  if (!custom) return renderDefault(page, whole, init)

  const { status, nonce, preloads, progress, onComplete } = init
  const headers = toHeaders(init.headers)
  // A HEAD starts no deferred values, so a renderer of the app would wait for them forever.
  const element = isUnread(page) ? createElement(Fragment) : whole

  return custom({
    element,
    request: page.context.request,
    context: page.context,
    status,
    headers,
    nonce,
    render: async (other = element, { waitForAll = false } = {}) => {
      const own = { status, headers, nonce, preloads, progress, onComplete }
      if (!waitForAll || isUnread(page)) return renderDefault(page, other, own)
      await page.deferred.whenDone()
      return renderStream(page, other, own, true)
    },
  })
}

/**
 * Renders synchronously if nothing suspends, which is true for most pages and twice as fast. Otherwise renders a stream.
 *
 * React marks a boundary that it could not finish synchronously, and throws if the shell fails. In both cases the
 * streaming renderer takes over, which can wait and reports errors.
 */
function renderDefault(
  page: PageRequest,
  element: ReactElement,
  init: RenderInit,
): Response | Promise<Response> {
  const { suspending } = page.app
  const { deferred } = page
  if (isUnread(page)) return createLightResponse(init.status, '', init.headers, null)

  const hasDeferred = deferred.all.length > 0
  const { id } = page.matches.at(-1)!
  const mustStream = deferred.isPending || suspending.has(id)
  const html = mustStream ? undefined : renderAtOnce(element, init.preloads)
  if (html === undefined) {
    const waitForAll = page.context.run !== undefined || page.waits
    const waits = waitForAll || (hasDeferred && mustWait(page))
    return renderStream(page, element, init, waits).then((response) => {
      // After an error it is unknown whether the page suspends.
      if (!hasDeferred) suspending.add(id)
      return response
    })
  }

  init.progress?.({ phase: 'shell', mode: 'string' })
  init.progress?.({ phase: 'end', mode: 'string', result: 'ok' })
  init.onComplete?.()
  const body = html.startsWith('<html') ? `<!DOCTYPE html>${html}` : html

  return createLightResponse(init.status, '', init.headers, body)
}

/** Whether the document is sent only when all deferred values have settled. HEAD never waits. */
export function mustWait(page: PageRequest): boolean {
  const { build, context, matches, method, waits } = page
  if (method === 'HEAD') return false
  if (waits || !isSafeMethod(method) || context.run !== undefined) return true
  const { scripts } = matches.at(-1)!.route
  if (scripts === false || build.clientEntry.url === '') return true
  if (context.get(Nonce) !== undefined) return false

  warnDeveloper(
    build,
    'A document waits for its deferred values, because it can only be streamed with a nonce. Set Nonce on the context, and send it in your Content-Security-Policy.',
  )
  return true
}

/** Whether to render nothing: HEAD does not start deferred values, so rendering could wait for them forever. */
function isUnread({ deferred, method }: PageRequest): boolean {
  return method === 'HEAD' && deferred.all.length > 0
}

function renderAtOnce(element: ReactElement, preloads: Preloads): string | undefined {
  try {
    return preloads.collect(() => {
      const html = renderToString(element)
      return hasUnfinishedBoundary(html) ? undefined : html
    })
  } catch {
    return undefined
  }
}

async function renderStream(
  page: PageRequest,
  element: ReactElement,
  { status, headers, nonce, preloads, progress, onComplete }: RenderInit,
  waitForAll: boolean,
): Promise<Response> {
  const { deferred } = page
  const { signal } = page.context.request
  let early: unknown[] | undefined = []
  let rejected: { error: unknown } | undefined
  let isCancelled = false
  const stream = await renderToReadableStream(element, {
    signal,
    nonce,
    progressiveChunkSize: Infinity,
    onError(error: unknown) {
      if (failureOf(deferred, error)) return void (rejected ??= { error })
      if (early) early.push(error)
      // Cancelling a stream is not an error. HEAD always cancels it.
      else if (page.method !== 'HEAD' && !isCancelled) reportError(page, error, 'render')
    },
  })
  // If the shell had failed, its error would have been thrown, and the caller would report it.
  for (const error of early) reportError(page, error, 'render')
  early = undefined
  progress?.({ phase: 'shell', mode: 'stream' })
  stream.allReady.then(
    () => {
      progress?.({ phase: 'end', mode: 'stream', result: 'ok' })
      onComplete?.()
    },
    // A boundary that fails later was reported by `onError`, and the browser renders it again.
    () => progress?.({ phase: 'end', mode: 'stream', result: 'error' }),
  )
  const { isLate } = deferred
  let body: ReadableStream<Uint8Array> = stream
  if (waitForAll || (isLate && !preloads.isAdded)) {
    await stream.allReady
    // The boundary of the route shows the error, as it would in the browser.
    if (rejected) {
      await stream.cancel()
      throw (rejected as { error: unknown }).error
    }
    // Without `<Scripts>`, no code in the browser reads the missing parts of the page.
    deferred.drop('The document is complete')
  } else if (nonce === undefined) inlineBodies.add(stream)
  else if (isLate) {
    deferred.body = insertBlocks(stream, nonce, deferred.all, () => {
      isCancelled = true
      deferred.drop('The client has left')
    })
    body = deferred.body.stream
  }

  if (!waitForAll) liveBodies.add(body)
  return new Response(body, { status, headers: toHeaders(headers) })
}
