import { readLocation } from '../client-router/shared.ts'
import type { Location } from '../page-protocol/transition.ts'

/** Returns the location that the document was loaded for, as far as the browser knows it. */
export function loadedLocation(): Location {
  const entry = window.navigation?.activation?.entry
  if (!entry?.url) return readLocation(window)
  return readLocation({
    location: new URL(entry.url),
    history: hasLeft() ? { state: { key: entry.key } } : history,
  })
}

/**
 * Whether the browser is at another entry of the history than the one that the document was loaded for. That is so if
 * someone went back or forward while scripts were loading. Browsers from before 2026 may not know it.
 */
export function hasLeft(): boolean {
  const { activation, currentEntry } = window.navigation ?? {}
  return !!activation?.entry && activation.entry.key !== currentEntry?.key
}
