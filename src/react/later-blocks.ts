import type { Handoff } from '../page-protocol/handoff.ts'
import {
  createMembers,
  rejectPending,
  settleLine,
  type LaterMembers,
} from '../page-protocol/later-members.ts'
import { readLines } from '../page-protocol/read-lines.ts'
import type { LaterEntry } from '../page-protocol/wire.ts'
import { HANDOFF_ID } from './scripts.tsx'

/**
 * Adds promises for the members that the loaders of the document deferred. They settle with what the handoff has, and with
 * the blocks of JSON that the document brings while it loads.
 */
export function addLater(handoff: Handoff): void {
  const refresh = document.getElementById(HANDOFF_ID)!.nextElementSibling
  if (refresh?.localName === 'noscript') refresh.remove() // Only a browser without JavaScript needs it.
  const url = location.pathname + location.search
  const routes = new Map<string, LaterMembers>()
  for (const [id, names] of Object.entries(handoff.later!)) {
    const members = createMembers(names)
    routes.set(id, members)
    handoff.loaderData[id] = { ...(handoff.loaderData[id] as object), ...members.promises }
  }
  for (const line of handoff.late ?? []) settleLine(routes, line)

  // A block whose end is missing is not JSON yet.
  const read = (): void => {
    for (const block of document.querySelectorAll('script[data-framework="later"]')) {
      settleLine(routes, block.textContent)
    }
  }
  const end = (): void => {
    observer.disconnect()
    read()
    void loadMissing(url, routes)
  }
  const observer = new MutationObserver(read)
  read()
  if (document.readyState !== 'loading') return end()
  observer.observe(document, { childList: true, characterData: true, subtree: true })
  document.addEventListener('DOMContentLoaded', end, { once: true })
}

/** Loads the values that the document did not bring, because its connection ended. Never rejects. */
async function loadMissing(url: string, routes: ReadonlyMap<string, LaterMembers>): Promise<void> {
  const missing = [...routes].filter(([, { pending }]) => pending.size > 0)
  if (missing.length === 0) return

  try {
    // It is loaded already, and this file does not contain it again.
    const { createDataUrl } = await import('./start-router.ts')
    const ids = missing.map(([id]) => id)
    const answer = await fetch(createDataUrl(url, ids), { redirect: 'manual' })
    if (answer.headers.get('Content-Type')?.startsWith('application/jsonl')) {
      const lines = readLines(answer)
      let line: string | undefined
      while ((line = await lines.next()) !== undefined) settleLine(routes, line)
    } else {
      const body = Object.values((await answer.json()) as Record<string, LaterEntry>)
      for (const line of body.flatMap(({ late = [] }) => late)) settleLine(routes, line)
    }
  } catch {
    // There is no network, or a proxy responded.
  }
  for (const [, members] of missing) rejectPending(members)
}
