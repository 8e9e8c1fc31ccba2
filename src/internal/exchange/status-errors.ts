import { requestErrorBrand, unavailableErrorBrand } from '../process/global-keys.ts'

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

/**
 * An error of a service that the app needs and that may work again soon, such as the storage of sessions.
 *
 * It is reported like any error. `createFetchHandler()` and pages then send a 503 with `Retry-After` instead of a 500.
 */
export class UnavailableError extends Error {
  static {
    Object.defineProperty(this.prototype, unavailableErrorBrand, { value: true })
  }

  readonly status = 503

  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}

/** Whether an error is an {@link UnavailableError} of any copy of this module. */
export function isUnavailableError(error: unknown): error is UnavailableError {
  return typeof error === 'object' && error !== null && unavailableErrorBrand in error
}

/** The headers of a 503 for such an error. `Retry-After` has the seconds that a client should wait. */
export const unavailableHeaders: Readonly<Record<string, string>> = {
  'Retry-After': '5',
  'Cache-Control': 'no-store',
}
