import type { ReactElement } from 'react'
import { renderToReadableStream, renderToString } from 'react-dom/server'
import { createLightResponse, toHeaders } from '../internal/exchange/light-response.ts'
import type { PageRequest } from './page-request.ts'
import { reportError } from './report.ts'

/** What is decided before the first byte. */
interface RenderInit {
  status: number
  headers: Headers | readonly string[]
  nonce: string | undefined
}

/** Bodies with inline code by React that no nonce allows. */
export const inlineBodies: WeakSet<ReadableStream> = new WeakSet()

/** Renders a document, by `entry.server` if the app has one that does. Rejects when the shell cannot be rendered. */
export async function render(
  page: PageRequest,
  element: ReactElement,
  init: RenderInit,
): Promise<Response> {
  const custom = page.build.entryServer?.default
  if (!custom) return renderDefault(page, element, init)

  const { status, nonce } = init
  const headers = toHeaders(init.headers)

  return custom({
    element,
    request: page.context.request,
    context: page.context,
    status,
    headers,
    nonce,
    render: (other = element, { waitForAll = false } = {}) =>
      waitForAll
        ? renderStream(page, other, { status, headers, nonce }, true)
        : renderDefault(page, other, { status, headers, nonce }),
  })
}

/**
 * In one go where nothing suspends, which is most pages and twice as fast; else as a stream.
 *
 * React marks a boundary that it could not finish synchronously, and throws when the shell itself failed; both are left to
 * the streaming renderer, which knows how to wait and reports what went wrong.
 */
async function renderDefault(
  page: PageRequest,
  element: ReactElement,
  init: RenderInit,
): Promise<Response> {
  const { suspending } = page.app
  const { id } = page.matches.at(-1)!
  const html = suspending.has(id) ? undefined : renderAtOnce(element)
  if (html === undefined) {
    const response = await renderStream(page, element, init, false)
    // Only what was rendered without an error is known to have suspended.
    suspending.add(id)
    return response
  }

  const body = html.startsWith('<html') ? `<!DOCTYPE html>${html}` : html

  return createLightResponse(init.status, '', init.headers, body)
}

function renderAtOnce(element: ReactElement): string | undefined {
  try {
    const html = renderToString(element)

    return html.includes('<!--$!-->') ? undefined : html
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
      // What HEAD does not wait for is cancelled, which is no error either.
      else if (page.method !== 'HEAD') reportError(page, error)
    },
  })
  // Had the shell failed, its error would have been thrown, to be reported by whoever catches it.
  for (const error of early) reportError(page, error)
  early = undefined
  // A boundary that fails later is reported and left to the browser.
  stream.allReady.catch(() => {})
  if (nonce === undefined) inlineBodies.add(stream)
  if (waitForAll) await stream.allReady

  return new Response(stream, { status, headers: toHeaders(headers) })
}
