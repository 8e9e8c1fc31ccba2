import { waitParam } from '../../internal/forms/wait-param.ts'
import type { Handoff } from '../page-protocol/handoff.ts'
import {
  createMembers,
  rejectPending,
  settleLine,
  type DeferredMembers,
} from '../page-protocol/deferred-members.ts'
import { readLines } from '../page-protocol/read-lines.ts'
import type { DeferredEntry } from '../page-protocol/wire.ts'
import { findHandoff } from './scripts.tsx'

/**
 * Adds promises for the members that the loaders of the document deferred. They settle with the values in the handoff, and
 * with the blocks of JSON that arrive while the document loads.
 */
export function readBlocks(handoff: Handoff): void {
  const refresh = findHandoff()!.nextElementSibling
  if (refresh?.localName === 'noscript') refresh.remove() // Only a browser without JavaScript needs it.
  removeWait()
  const url = location.pathname + location.search
  const routes = new Map<string, DeferredMembers>()
  for (const [id, names] of Object.entries(handoff.later!)) {
    const members = createMembers(names)
    routes.set(id, members)
    handoff.loaderData[id] = { ...(handoff.loaderData[id] as object), ...members.promises }
  }
  for (const line of handoff.late ?? []) settleLine(routes, line)

  // Without its end, a block is not JSON yet.
  const read = (): void => {
    for (const block of document.querySelectorAll('script[data-framework="later"]')) {
      settleLine(routes, block.textContent)
    }
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = (): void => {
    read()
    clearTimeout(timer)
    timer = setTimeout(giveUp, SILENCE)
  }
  const end = (): void => {
    clearTimeout(timer)
    observer.disconnect()
    read()
    void loadMissing(url, routes)
  }
  const observer = new MutationObserver(wait)
  if (document.readyState !== 'loading') return end()
  wait()
  observer.observe(document, { childList: true, characterData: true, subtree: true })
  document.addEventListener('DOMContentLoaded', end, { once: true })
}

/**
 * Removes `_wait` from the address. It can be there if a visitor without JavaScript has shared the URL. The server rendered
 * the page without it, and components must see the same URL.
 */
function removeWait(): void {
  const { hash, origin, pathname, search } = location
  const param = new RegExp(`[?&]${waitParam}=?(?=&|$)`, 'g')
  const rest = search.replace(param, '').replace(/^&/, '?')
  if (rest !== search) history.replaceState(history.state, '', origin + pathname + rest + hash)
}

/** How long a document may stay silent, in milliseconds. The server sends a line break after 8 seconds. */
const SILENCE = 20_000

/**
 * Ends a document whose connection is lost. Chromium would wait forever. React would too, because it only renders the
 * missing parts when the document has ended.
 */
function giveUp(): void {
  window.stop()
  document.dispatchEvent(new Event('DOMContentLoaded'))
}

/** Loads the values that are missing because the connection of the document ended. Never rejects. */
async function loadMissing(
  url: string,
  routes: ReadonlyMap<string, DeferredMembers>,
): Promise<void> {
  const missing = [...routes].filter(([, { pending }]) => pending.size > 0)
  if (missing.length === 0) return

  try {
    // The start of the router has loaded this module, so the import brings no further code.
    const { createDataUrl } = await import('./start-router.ts')
    const ids = missing.map(([id]) => id)
    const response = await fetch(createDataUrl(url, ids), { redirect: 'manual' })
    if (response.headers.get('Content-Type')?.startsWith('application/jsonl')) {
      const lines = readLines(response)
      let line: string | undefined
      while ((line = await lines.next()) !== undefined) settleLine(routes, line)
    } else {
      const body = Object.values((await response.json()) as Record<string, DeferredEntry>)
      for (const line of body.flatMap(({ late = [] }) => late)) settleLine(routes, line)
    }
  } catch {
    // There is no network, or a proxy responded.
  }
  for (const [, members] of missing) rejectPending(members)
}
