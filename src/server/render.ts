import type { ReactElement } from 'react'
import { renderToReadableStream, renderToString } from 'react-dom/server'
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
}

/** Bodies with inline code of React but without a nonce. */
export const inlineBodies: WeakSet<ReadableStream> = new WeakSet()

/** Renders a document, with `entry.server` if the app has a renderer there. Rejects if the shell cannot be rendered. */
export function render(
  page: PageRequest,
  element: ReactElement,
  init: RenderInit,
): Response | Promise<Response> {
  const custom = page.build.entryServer?.default
  if (!custom) return renderDefault(page, element, init)

  const { status, nonce, preloads } = init
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
        ? renderStream(page, other, { status, headers, nonce, preloads }, true)
        : renderDefault(page, other, { status, headers, nonce, preloads }),
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
    return renderStream(page, element, init, false).then((response) => {
      suspending.add(id)
      return response
    })
  }

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
  { status, headers, nonce }: RenderInit,
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
      else if (page.method !== 'HEAD') reportError(page, error)
    },
  })
  // If the shell had failed, its error would have been thrown, and the caller would report it.
  for (const error of early) reportError(page, error)
  early = undefined
  // A boundary that fails later is reported, and the browser renders it again.
  stream.allReady.catch(() => {})
  if (nonce === undefined) inlineBodies.add(stream)
  if (waitForAll) await stream.allReady

  return new Response(stream, { status, headers: toHeaders(headers) })
}
