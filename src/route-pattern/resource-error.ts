import { RequestError } from '../internal/exchange/request-error.ts'

/**
 * Thrown if a pattern or a URL is over a limit of a matcher. Its `status` is what a server sends if the URL of a request
 * is the reason: 414, URI Too Long.
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
