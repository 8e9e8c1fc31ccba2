import { readLocation } from '../client-router/shared.ts'
import type { Location } from '../page-protocol/transition.ts'

/** Returns the location of the document, which the browser may have left. */
export function loadedLocation(): Location {
  const { key, url } = window.navigation?.activation?.entry ?? {}
  return url && hasLeft()
    ? readLocation({ location: new URL(url), history: { state: { key } } })
    : readLocation(window)
}

/**
 * Whether the browser is at another history entry than the one of the document. That happens if the user goes back or
 * forward while scripts are loading. Browsers from before 2026 may not report it.
 */
export function hasLeft(): boolean {
  const { activation, currentEntry } = window.navigation ?? {}
  return !!activation?.entry && activation.entry.key !== currentEntry?.key
}
