import { isRouteErrorResponse, Link, Outlet, useRouteError } from 'framework'

export default function Errors() {
  return (
    <section>
      <h1>Errors</h1>
      <Outlet />
    </section>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  return (
    <section id="errors-boundary">
      <h1>Errors boundary</h1>
      <p className="error">
        {isRouteErrorResponse(error)
          ? `${error.status} ${String(error.data)}`
          : (error as Error).message}
      </p>
      <Link to="/">Home again</Link>
    </section>
  )
}
