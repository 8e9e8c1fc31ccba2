import type { Schema } from '../../router/contract/index.ts'
import type { Attack } from './attack.ts'
import type { Params, Target } from './targets.ts'

/** An attack on a target, and what is special about it. */
export interface Planned {
  readonly target: Target
  readonly attack: Attack
  /** In words: `with a lone surrogate in "title"`. */
  readonly what: string
  /** Whether the input is that of the plain request, so that a guard must treat both alike. */
  readonly keepsInput?: boolean
  /** Whether a browser would send it from a page of another site. */
  readonly isForeign?: boolean
  /** Whether it can only find a gap in a guard. */
  readonly isForGuard?: boolean
  /** Whether it may lead to a page of another kind, because it has a param that the plain request leaves out. */
  readonly isOtherPage?: boolean
  /** The name of the user who is signed in. */
  readonly user?: string
}

/** What all attacks on a target begin with. */
export interface Draft {
  readonly target: Target
  readonly isSafe: boolean
  /** The params of the plain request. */
  readonly params: Params
  /** The plain request, with valid input. */
  readonly base: Attack
  readonly search: Schema | undefined
  readonly body: Schema | undefined
  /** Valid values for the query. */
  readonly searches: readonly unknown[]
  /** Valid values for the body. */
  readonly bodies: readonly unknown[]
  /** The plain request with each of them, in each way in which the contract accepts it. */
  readonly validBodies: readonly Attack[]
  /** Writes the path with other params, which are encoded. */
  pathWith(params: Params): string
  /** Plans one attack: the plain request with some changes. */
  plan(what: string, changed: Partial<Attack>, options?: Partial<Planned>): Planned
}
