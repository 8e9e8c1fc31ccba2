/** A thrown `Response`, or a response that could not be used. Boundaries get this or an `Error`. */
export interface ErrorResponse {
  readonly status: number
  readonly statusText: string
  readonly data: unknown
}

/** The JSON of an error, in a data response or in the document. */
export type SerializedError =
  | { type: 'response'; status: number; statusText: string; data: unknown }
  | { type: 'error'; message: string; name?: string; stack?: string }
  | { type: 'value'; value: unknown }

/** Libraries for React Router look for this name in `error.constructor.name`. */
class ErrorResponseImpl implements ErrorResponse {
  readonly status: number
  readonly statusText: string
  readonly data: unknown

  constructor(status: number, statusText: string, data: unknown) {
    this.status = status
    this.statusText = statusText
    this.data = data
  }
}

/** Creates the {@link ErrorResponse} that a boundary gets for a thrown `Response`. */
export function createErrorResponse(
  status: number,
  statusText: string,
  data: unknown,
): ErrorResponse {
  return new ErrorResponseImpl(status, statusText, data)
}

/** Whether the error of a boundary is a thrown `Response` (or a response that could not be used), and not an `Error`. */
export function isRouteErrorResponse(error: unknown): error is ErrorResponse {
  return error instanceof ErrorResponseImpl
}

/**
 * Converts an error to JSON.
 *
 * @param error The thrown value. A `Response` must already be an {@link ErrorResponse}
 * @param revealed Whether the message, name and stack of an `Error` may leave the server. Only in development
 * @returns A value for JSON, if `error` can be one
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

/** Returns the error that {@link serializeError} converted. Built-in subclasses of `Error` keep their class. */
export function deserializeError(error: SerializedError): unknown {
  if (error.type === 'response')
    return createErrorResponse(error.status, error.statusText, error.data)
  if (error.type === 'value') return error.value

  const name = /^(?:Eval|Range|Reference|Syntax|Type|URI)Error$/.test(error.name ?? '')
    ? (error.name as 'TypeError')
    : 'Error'
  const BuiltIn = globalThis[name]
  const revived = new BuiltIn(error.message)
  // Otherwise the stack would point at this line.
  revived.stack = error.stack ?? ''
  return revived
}
