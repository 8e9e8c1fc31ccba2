import type { ReactElement } from 'react'
import { renderToReadableStream, renderToString } from 'react-dom/server'
import { observationOf, type RenderProgress } from '../fetch-router/shared.ts'
import { runOf } from '../internal/anonymous-run.ts'
import { createLightResponse, toHeaders } from '../internal/exchange/light-response.ts'
import type { PageRequest } from './page-request.ts'
import type { Preloads } from './preloads.ts'
import { reportError } from './report.ts'

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
}

/** Bodies with inline code of React but without a nonce. */
export const inlineBodies: WeakSet<ReadableStream> = new WeakSet()

/** Renders a document, with `entry.server` if the app has a renderer there. Rejects if the shell cannot be rendered. */
export function render(
  page: PageRequest,
  element: ReactElement,
  init: RenderInit,
): Response | Promise<Response> {
  const observation = observationOf(page.context)
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
  element: ReactElement,
  init: RenderInit,
): Response | Promise<Response> {
  const custom = page.build.entryServer?.default
  if (!custom) return renderDefault(page, element, init)

  const { status, nonce, preloads, progress } = init
  const headers = toHeaders(init.headers)

  return custom({
    element,
    request: page.context.request,
    context: page.context,
    status,
    headers,
    nonce,
    render: async (other = element, { waitForAll = false } = {}) =>
      waitForAll
        ? renderStream(page, other, { status, headers, nonce, preloads, progress }, true)
        : renderDefault(page, other, { status, headers, nonce, preloads, progress }),
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
  const { id } = page.matches.at(-1)!
  const html = suspending.has(id) ? undefined : renderAtOnce(element, init.preloads)
  if (html === undefined) {
    // After an error it is unknown whether the page suspends.
    return renderStream(page, element, init, runOf(page.context) !== undefined).then((response) => {
      suspending.add(id)
      return response
    })
  }

  init.progress?.({ phase: 'shell', mode: 'string' })
  init.progress?.({ phase: 'end', mode: 'string', outcome: 'ok' })
  const body = html.startsWith('<html') ? `<!DOCTYPE html>${html}` : html

  return createLightResponse(init.status, '', init.headers, body)
}

function renderAtOnce(element: ReactElement, preloads: Preloads): string | undefined {
  try {
    return preloads.collect(() => {
      const html = renderToString(element)
      return html.includes('<!--$!-->') ? undefined : html
    })
  } catch {
    return undefined
  }
}

async function renderStream(
  page: PageRequest,
  element: ReactElement,
  { status, headers, nonce, progress }: RenderInit,
  waitForAll: boolean,
): Promise<Response> {
  const { signal } = page.context.request
  let early: unknown[] | undefined = []
  const stream = await renderToReadableStream(element, {
    signal,
    nonce,
    progressiveChunkSize: Infinity,
    onError(error: unknown) {
      if (early) early.push(error)
      // For HEAD the rest of the stream is cancelled, which is not an error either.
      else if (page.method !== 'HEAD') reportError(page, error, 'render')
    },
  })
  // If the shell had failed, its error would have been thrown, and the caller would report it.
  for (const error of early) reportError(page, error, 'render')
  early = undefined
  progress?.({ phase: 'shell', mode: 'stream' })
  stream.allReady.then(
    () => progress?.({ phase: 'end', mode: 'stream', outcome: 'ok' }),
    // A boundary that fails later is reported, and the browser renders it again.
    () => progress?.({ phase: 'end', mode: 'stream', outcome: 'error' }),
  )
  if (waitForAll) await stream.allReady
  else if (nonce === undefined) inlineBodies.add(stream)

  return new Response(stream, { status, headers: toHeaders(headers) })
}
