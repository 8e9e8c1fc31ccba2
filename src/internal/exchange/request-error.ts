import { requestErrorBrand } from '../global-keys.ts'

/**
 * A client's mistake that was found while a request was read, such as a malformed body or an exceeded limit.
 *
 * It is thrown like any error. `createFetchHandler()` then sends its `status` instead of a 500. Only errors of this class
 * count: a `status` on another error may not be meant for the client.
 */
export class RequestError extends Error {
  static {
    Object.defineProperty(this.prototype, requestErrorBrand, { value: true })
  }

  /** The status for the response, 400 to 499. */
  readonly status: number

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
    this.status = status
  }
}

/** Whether an error is a {@link RequestError} of any copy of this module. */
export function isRequestError(error: unknown): error is RequestError {
  return typeof error === 'object' && error !== null && requestErrorBrand in error
}

/** Returns the error for a body with more bytes than allowed. All readers of a body use it. */
export function bodyTooLarge(limit: number): RequestError {
  return new RequestError(
    413,
    `Cannot read the request body: it is larger than ${limit} bytes. Raise maxBodySize or bodyLimit() to allow it.`,
  )
}
