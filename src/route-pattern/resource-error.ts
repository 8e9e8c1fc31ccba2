import { RequestError } from '../internal/exchange/request-error.ts'

/**
 * Thrown when a pattern or a URL asks for more than a matcher's limits allow. Its `status` is what a server answers when
 * a request's URL is to blame: 414, URI Too Long.
 */
export class MatcherResourceError extends RequestError {
  override readonly name = 'MatcherResourceError'
  /** Which limit, how much it allows and how much was asked for. */
  readonly details: { readonly limit: string; readonly maximum: number; readonly actual: number }

  constructor(limit: string, maximum: number, actual: number) {
    super(414, `matcher limit exceeded: ${limit} is ${actual}, the maximum is ${maximum}`)
    this.details = { limit, maximum, actual }
  }
}
