import type { ProveUsers } from '../testing/index.ts'
import type { FoundFault } from './fault-list.ts'

export interface ProveOptions {
  readonly seed: number
  /** How long to send requests, in milliseconds. */
  readonly time: number
  /** Whether requests may reach handlers that change data. */
  readonly writes: boolean
  /** Attacks only the routes with this pattern. */
  readonly only?: string | undefined
  /** Users of the app, who must not see what belongs to the others. */
  readonly users?: ProveUsers | undefined
  /**
   * How many milliseconds a response may take.
   *
   * @default 5000
   */
  readonly patience?: number
  /** Learns what the proof does, so that another process can go on if this one is blocked. */
  readonly tell?: (event: ProofEvent) => void
  /** Goes on where an earlier process was stopped. */
  readonly resume?: Progress | undefined
}

/** Something that may block the process. */
export interface Activity {
  /** The name of the route. */
  readonly route: string
  /** The command of the request, or what is done, in words. */
  readonly command: string
}

/** What a proof does next: activities at the same time, or attacks, with what was found until then. */
export type ProofEvent =
  | { readonly type: 'starts'; readonly activities: readonly Activity[] }
  | { readonly type: 'reaches'; readonly progress: Progress }

/** How far a proof has come. */
export interface Progress {
  /** The turn of the first attack that is not done. Each turn has one attack on each route. */
  readonly turn: number
  /** Until this turn, attacks are sent alone, because one of them has blocked the process. */
  readonly lastTurn: number
  readonly requests: number
  readonly leftOut: number
  readonly faults: readonly FoundFault[]
  /** Routes that have blocked the process. */
  readonly skipped: readonly string[]
}

/** The result of a proof. */
export interface ProofReport {
  readonly faults: readonly FoundFault[]
  /** The routes that a visitor who has not signed in may use, sorted. */
  readonly strangers: readonly string[]
  /** Requests that took more than a second. */
  readonly slow: readonly string[]
  readonly routes: number
  readonly requests: number
  /** Requests that were not sent, because they could change data. */
  readonly leftOut: number
  /** Requests for which there was no time. */
  readonly unsent: number
  readonly milliseconds: number
}
