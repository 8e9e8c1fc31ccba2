import { checkLimit } from '../internal/check-limit.ts'
import { readLimits } from './limits.ts'
import type { Meter } from './program.ts'
import { MatcherResourceError } from './resource-error.ts'

/**
 * Counts up to `limit` steps, for a path matcher on a server.
 *
 * @param limit Over it a `MatcherResourceError` is thrown. The default is that of `MatcherLimits`
 */
export function createMeter(limit: number = readLimits().work): Meter {
  checkLimit('limit', limit)

  return {
    work: 0,
    limit,
    exceeded() {
      throw new MatcherResourceError('work', limit, this.work)
    },
  }
}
