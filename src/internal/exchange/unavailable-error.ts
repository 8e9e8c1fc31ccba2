import { unavailableErrorBrand } from '../global-keys.ts'

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
