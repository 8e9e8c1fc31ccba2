const brand = Symbol.for('framework.requestError')

/**
 * A client's mistake found while a request was being read: a malformed body, a limit that was passed.
 *
 * It rejects like any error. At the edge, `createFetchHandler()` answers with its `status` instead of a 500. Only
 * errors of this class are answered so: an error of the app that happens to carry a `status` says nothing about the client.
 */
export class RequestError extends Error {
  // Known to every copy of this module: a bundled app has one, and the server that runs it another.
  static {
    Object.defineProperty(this.prototype, brand, { value: true })
  }

  /** The response status that tells the client about it, 400 to 499. */
  readonly status: number

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
    this.status = status
  }
}

/** Whether an error is a {@link RequestError}, of this copy of the framework or another. */
export function isRequestError(error: unknown): error is RequestError {
  return typeof error === 'object' && error !== null && brand in error
}
