import type { Handoff } from '../../pages/page-protocol/handoff.ts'
import { writeHeld } from '../../pages/page-protocol/data-url.ts'
import { dataParam } from '../../internal/forms/reserved-params.ts'
import { attribute, textContent, type HtmlElement } from './html.ts'

/** The id of the handoff in a document. `react` has it too: sharing it would cost every page 13 bytes. */
const HANDOFF_ID = '__framework'

/** A page that may be live. */
interface OpenPage {
  readonly url: URL
  readonly elements: readonly HtmlElement[]
}

/**
 * Waits until the stream of a live page names a stale route, even if the data was written before this call.
 *
 * @param page The page
 * @param open Opens the stream, as the visitor who sees the page
 * @param within The most milliseconds to wait
 * @throws {Error} If the page is not live, or no data was written in time
 */
export async function waitForChange(
  { url, elements }: OpenPage,
  open: (url: URL) => Promise<Response>,
  within: number,
): Promise<void> {
  const stream = await open(streamUrl(url, readHandoff(url, elements)))
  if (!stream.headers.get('Content-Type')?.startsWith('text/event-stream')) {
    await stream.body?.cancel()
    throw new Error(`Cannot follow ${url.pathname}: the app responded with ${stream.status}`)
  }
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
  const timer = setTimeout(() => void reader.cancel(), within)
  try {
    for (let text = ''; ;) {
      const { done, value } = await reader.read()
      if (done) break
      text += value
      // A message without a route only says that the stream works.
      if (/^data: \["/m.test(text)) return
    }
  } finally {
    clearTimeout(timer)
    await reader.cancel()
  }
  throw new Error(
    `Nothing that ${url.pathname} reads was written within ${within / 1000} s. Call writes() with a tag of its \`reads\`.`,
  )
}

type LiveHandoff = Handoff & Required<Pick<Handoff, 'live' | 'reads'>>

function readHandoff(url: URL, elements: readonly HtmlElement[]): LiveHandoff {
  const block = findHandoff(elements)
  const handoff = block && (JSON.parse(textContent(block)) as Handoff)
  if (handoff?.live && handoff.reads) return handoff as LiveHandoff
  throw new Error(
    `Cannot follow ${url.pathname}: it is not live. Export \`live = true\` beside \`reads\`, and render <Scripts />.`,
  )
}

/** Finds the JSON block that `<Scripts />` renders for hydration. */
export function findHandoff(elements: readonly HtmlElement[]): HtmlElement | undefined {
  return elements.find(
    (element) => element.tagName === 'script' && attribute(element, 'id') === HANDOFF_ID,
  )
}

/** Returns the URL that the browser opens for a page that it has just shown. */
function streamUrl(url: URL, { live, reads }: LiveHandoff): URL {
  const held = Object.entries(reads).map(([id, digest]) => ({ id, digest, isModule: false }))
  const since = Math.min(...Object.values(live))
  const stream = new URL(url)
  stream.search += `${url.search === '' ? '?' : '&'}${dataParam}=;live=${since}${writeHeld(held)}`
  return stream
}
