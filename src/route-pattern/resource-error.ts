/** Thrown when a pattern or a URL asks for more than a matcher's limits allow. */
export class MatcherResourceError extends Error {
  override readonly name = 'MatcherResourceError'
  /** Which limit, how much it allows and how much was asked for. */
  readonly details: { readonly limit: string; readonly maximum: number; readonly actual: number }
  /** What a server answers when a request's URL is to blame: URI Too Long. */
  readonly status = 414

  constructor(limit: string, maximum: number, actual: number) {
    super(`matcher limit exceeded: ${limit} is ${actual}, the maximum is ${maximum}`)
    this.details = { limit, maximum, actual }
  }
}
