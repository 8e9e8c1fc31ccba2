import { json, useRouteError, type ErrorResponse } from 'framework'

export function loader(): never {
  throw json({ reason: 'short and stout' }, { status: 418, statusText: 'Teapot' })
}

export default function Own() {
  return <p>never shown</p>
}

export function ErrorBoundary() {
  const error = useRouteError() as ErrorResponse
  return (
    <p id="own-boundary">
      {error.status} {error.statusText} {(error.data as { reason: string }).reason}
    </p>
  )
}
