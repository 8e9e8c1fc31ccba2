/** An error that a boundary has to show. */
export interface ErrorResult {
  type: 'error'
  /** A thrown `Response` is an `ErrorResponse` here. */
  error: unknown
  status: number
  headers: Headers | undefined
  /** Whether the error is reported. A thrown `Response` is intended, so it is not. */
  isUnexpected: boolean
}
