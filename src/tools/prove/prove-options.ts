import type { ProveUsers } from '../testing/index.ts'

export interface ProveOptions {
  /** How long to send requests, in milliseconds. */
  readonly time: number
  /** Whether handlers that change data may start. */
  readonly writes: boolean
  /** Attacks only the routes with this pattern. */
  readonly only?: string | undefined
  /** Users of the app, who must not see what belongs to the others. */
  readonly users?: ProveUsers | undefined
  /** Learns what the proof does, so that another process can go on if this one is blocked. */
  readonly tell?: (event: ProofEvent) => void
  /** Goes on where an earlier process was stopped. */
  readonly resume?: Progress | undefined
}

/** What a proof does next, and how far it has come. */
export type ProofEvent =
  | {
      /** It may block the process. */
      readonly type: 'starts'
      /** The name of the route. */
      readonly route: string
      /** The command of the request, or what is done, in words. */
      readonly command: string
    }
  | ({ readonly type: 'reaches' } & Progress)

/** How far a proof has come. */
export interface Progress {
  /** The turn of the first attack that is not done. Each turn has one attack on each route. */
  readonly turn: number
  readonly requests: number
  readonly faults: readonly FoundFault[]
  /** Routes that have blocked the process. */
  readonly skipped: readonly string[]
}

/** A fault, as it is printed. */
export interface FoundFault {
  /** The name of the rule that was broken. */
  readonly rule: string
  readonly says: string
  /** Faults of one rule with the same cause are one fault. */
  readonly cause: string | undefined
  /** The routes that have it. The command is for the first. */
  readonly routes: string[]
  readonly what: string
  /** The commands that repeat it. There is more than one if requests follow each other. */
  readonly curl: string
  /** The first line of the error that the app has logged. */
  readonly error?: string | undefined
  /** Whether it did not happen again. */
  readonly isUnstable?: boolean
}

/** Routes that were not tried for one reason. */
export interface Untried {
  /**
   * - `guard`: only the guard was tried, because it let no request pass
   * - `user`: only users who had signed in got past the guard, and hostile requests are not sent as users
   * - `missing`: every request got a 404
   * - `handler`: no request reached the handler
   */
  readonly reason: 'guard' | 'user' | 'missing' | 'handler'
  readonly routes: readonly string[]
}

/** The result of a proof. */
export interface ProofReport {
  readonly faults: readonly FoundFault[]
  /** The routes that a visitor who has not signed in may use, sorted. */
  readonly strangers: readonly string[]
  readonly routes: number
  readonly requests: number
  /** Requests that were stopped right before their handler, because it could change data. */
  readonly stopped: number
  /** Requests for which there was no time. */
  readonly unsent: number
  /** The number of routes at which a request of a visitor who has not signed in got past guards and 404s. */
  readonly tried: number
  readonly untried: readonly Untried[]
  /** What else was not done, as sentences. */
  readonly notes: readonly string[]
  /** Why the proof says nothing, as sentences. Then it has failed, whatever it found. */
  readonly failures: readonly string[]
  readonly milliseconds: number
}
