import { isRouteErrorResponse, type ErrorResponse } from '../page-protocol/errors.ts'
import { useRouteError } from '../react/index.ts'
import { usePage } from '../react/shared.ts'

/**
 * Returns the thrown `Response` in a `CatchBoundary`, and `undefined` elsewhere. In an `ErrorBoundary`, `useRouteError()`
 * returns it.
 *
 * @example
 * export function CatchBoundary() {
 *   return <h1>{useCatch()?.status === 404 ? 'Not found' : 'Something went wrong'}</h1>
 * }
 */
export function useCatch(): ErrorResponse | undefined {
  usePage('useCatch')
  const error = useRouteError()

  return isRouteErrorResponse(error) ? error : undefined
}
