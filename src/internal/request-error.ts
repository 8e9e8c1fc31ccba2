/**
 * A client's mistake found while a request was being read: a malformed body, a limit that was passed.
 *
 * It rejects like any error. At the edge, `createFetchHandler()` answers with its `status` instead of a 500. Only
 * errors of this class are answered so: an error of the app that happens to carry a `status` says nothing about the client.
 */
export class RequestError extends Error {
  /** The response status that tells the client about it, 400 to 499. */
  readonly status: number

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
    this.status = status
  }
}
