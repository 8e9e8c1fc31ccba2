import type { Attack } from './attack.ts'
import type { Draft } from './draft-plan.ts'

/** An attack, and what is special about it. */
export interface Planned {
  readonly attack: Attack
  /** In words: `with a lone surrogate in "title"`. */
  readonly what: string
  /** Whether the input is that of the plain request, so that a guard must treat both alike. */
  readonly keepsInput: boolean
  /** Whether a browser would send it from a page of another site. */
  readonly isForeign: boolean
  /** Whether it can only find a gap in a guard. */
  readonly isForGuard?: boolean
}

/** Plans one attack: the plain request with some changes. */
export function planOne(
  { base }: Draft,
  what: string,
  changed: Partial<Attack>,
  options: Partial<Planned> = {},
): Planned {
  return { attack: { ...base, ...changed }, what, keepsInput: false, isForeign: false, ...options }
}
