import { RequestError } from '../../internal/exchange/status-errors.ts'
import { checkLimit, checkOptions } from '../../internal/guards/check.ts'
import type { Meter } from './program.ts'

/** Limits of a matcher. */
export interface MatcherLimits {
  /**
   * The most characters of one pattern.
   *
   * @default 65_536
   */
  patternLength?: number
  /**
   * The most characters of all patterns together.
   *
   * @default 16_777_216
   */
  totalLength?: number
  /**
   * The most steps for one URL.
   *
   * @default 1_000_000
   */
  work?: number
}

/**
 * @throws {RangeError} If a limit is not a number of 0 or more
 * @throws {TypeError} If a limit is not known
 */
export function readLimits(limits: MatcherLimits = {}): Required<MatcherLimits> {
  checkOptions('`limits`', limits, 'patternLength totalLength work')
  const { patternLength = 65_536, totalLength = 16_777_216, work = 1_000_000 } = limits

  return {
    patternLength: checkLimit('patternLength', patternLength),
    totalLength: checkLimit('totalLength', totalLength),
    work: checkLimit('work', work),
  }
}

/** Throws if the `length` of a pattern, or the `total` length with it, is over a limit. */
export function assertLengths(
  limits: Required<MatcherLimits>,
  length: number,
  total: number,
): void {
  const { patternLength, totalLength } = limits
  if (length > patternLength) throw new MatcherResourceError('patternLength', patternLength, length)
  if (total > totalLength) throw new MatcherResourceError('totalLength', totalLength, total)
}

/** Creates a counter of steps. Above `limit`, it throws a `MatcherResourceError`. */
export function createMeter(limit: number): Meter {
  return {
    work: 0,
    limit,
    exceeded() {
      throw new MatcherResourceError('work', limit, this.work)
    },
  }
}

/**
 * Thrown if a pattern or a URL exceeds a limit of a matcher. `status` is 414, URI Too Long, for a server whose client has
 * sent such a URL.
 */
export class MatcherResourceError extends RequestError {
  override readonly name = 'MatcherResourceError'
  /** The name of the limit, its maximum and the actual value. */
  readonly details: { readonly limit: string; readonly maximum: number; readonly actual: number }

  constructor(limit: string, maximum: number, actual: number) {
    super(
      414,
      `Cannot match: the limit \`${limit}\` is ${maximum}, and ${actual} is needed. Raise it, or shorten the pattern or the URL.`,
    )
    this.details = { limit, maximum, actual }
  }
}
