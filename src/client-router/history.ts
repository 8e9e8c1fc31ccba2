import type { Location } from '../page-protocol/transition.ts'

/** The history seam: the browser's history, or one in memory. Only a committed navigation pushes or replaces. */
export interface RouterHistory {
  /** The current entry. On a pop, the browser has already moved, so this is ahead of the committed location. */
  readonly location: Location
  push(location: Location): void
  replace(location: Location): void
  go(delta: number): void
  /** Calls `listener` after back, forward and `go()`. Returns a function that stops it. */
  listen(listener: PopListener): () => void
}

/** `delta` is how far the history moved. It is `undefined` if other code created the entry. */
export type PopListener = (location: Location, delta: number | undefined) => void
