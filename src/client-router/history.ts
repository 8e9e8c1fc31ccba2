import type { Location } from '../page-protocol/transition.ts'

/** The history seam: the browser's, or one in memory. Only a committed navigation pushes or replaces. */
export interface RouterHistory {
  /** The current entry. On a pop the browser has moved already, so this is ahead of the committed location. */
  readonly location: Location
  push(location: Location): void
  replace(location: Location): void
  go(delta: number): void
  /** Calls `listener` after back, forward and `go()`; returns a function that stops it. */
  listen(listener: PopListener): () => void
}

/** `delta` is how far the history moved, `undefined` when the entry is not ours and nobody knows. */
export type PopListener = (location: Location, delta: number | undefined) => void
