import type { Meter } from './program.ts'
import { MatcherResourceError } from './resource-error.ts'

/** Counts up to `limit` steps. */
export function createMeter(limit: number): Meter {
  return {
    work: 0,
    limit,
    exceeded() {
      throw new MatcherResourceError('work', limit, this.work)
    },
  }
}
