/** A response that was thrown, or an answer that could not be used: what boundaries get beside `Error`s. */
export interface ErrorResponse {
  readonly status: number
  readonly statusText: string
  readonly data: unknown
}

/** An error as it travels, in a data response or in the document. */
export type SerializedError =
  | { type: 'response'; status: number; statusText: string; data: unknown }
  | { type: 'error'; message: string; name?: string; stack?: string }
  | { type: 'value'; value: unknown }

class RouteErrorResponse implements ErrorResponse {
  readonly status: number
  readonly statusText: string
  readonly data: unknown

  constructor(status: number, statusText: string, data: unknown) {
    this.status = status
    this.statusText = statusText
    this.data = data
  }
}

/** An {@link ErrorResponse}, as a boundary receives it for a thrown `Response`. */
export function createErrorResponse(
  status: number,
  statusText: string,
  data: unknown,
): ErrorResponse {
  return new RouteErrorResponse(status, statusText, data)
}

/** Whether a boundary's error is a thrown `Response` (or an answer with a status) and not an `Error`. */
export function isRouteErrorResponse(error: unknown): error is ErrorResponse {
  return error instanceof RouteErrorResponse
}

/**
 * Makes an error ready to travel.
 *
 * @param error What was thrown, a `Response` already read into an {@link ErrorResponse}
 * @param revealed Whether message, name and stack of an `Error` may leave the server: in development only
 * @returns JSON, as far as a thrown value is JSON
 */
export function serializeError(error: unknown, revealed: boolean): SerializedError {
  if (isRouteErrorResponse(error)) {
    const { status, statusText, data } = error
    return { type: 'response', status, statusText, data }
  }
  if (!(error instanceof Error)) return { type: 'value', value: error }
  if (!revealed) return { type: 'error', message: 'Unexpected Server Error' }
  const { message, name, stack } = error
  return { type: 'error', message, name, ...(stack !== undefined && { stack }) }
}

const builtInErrors = { EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError }

/** The error that {@link serializeError} packed; built-in subclasses of `Error` come back as themselves. */
export function deserializeError(error: SerializedError): unknown {
  if (error.type === 'response')
    return createErrorResponse(error.status, error.statusText, error.data)
  if (error.type === 'value') return error.value

  const name = error.name as keyof typeof builtInErrors
  const BuiltIn = Object.hasOwn(builtInErrors, name) ? builtInErrors[name] : Error
  const revived = new BuiltIn(error.message)
  // A stack of the browser would point at this line.
  revived.stack = error.stack ?? ''
  return revived
}
