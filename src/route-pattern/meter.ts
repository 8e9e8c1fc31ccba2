import type { Meter } from './program.ts'
import { MatcherResourceError } from './resource-error.ts'

/** How many steps one URL may cost unless a matcher says otherwise. */
export const defaultWork = 1_000_000

export function createMeter(limit: number = defaultWork): Meter {
  return {
    work: 0,
    limit,
    exceeded() {
      throw new MatcherResourceError('work', limit, this.work)
    },
  }
}
