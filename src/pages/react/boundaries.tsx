import { Component, type ErrorInfo, type ReactNode } from 'react'
import { isRouteErrorResponse } from '../page-protocol/errors.ts'
import type { Location } from '../page-protocol/transition.ts'
import { canBeServer } from './can-be-server.ts'
import { ErrorContext, isDevelopment, useRouter, type RouterValue } from './contexts.ts'
import type { ClientRouteModule } from './route-module.ts'
import { Scripts } from './scripts.tsx'

interface BoundaryProps {
  id: string
  module: ClientRouteModule
  isRoot: boolean
}

/** Shows `error` in the boundary that the route exports. Without a matching boundary, the parent route gets the error. */
export function BoundaryView({
  module,
  error,
  isRoot,
}: Omit<BoundaryProps, 'id'> & { error: unknown }): ReactNode {
  const Boundary =
    (isRouteErrorResponse(error) ? module.CatchBoundary : undefined) ??
    module.ErrorBoundary ??
    (isRoot ? (module.Layout ? DefaultMessage : DefaultDocument) : undefined)
  if (!Boundary) throw error

  return (
    <ErrorContext value={{ error }}>
      <Boundary error={error} />
    </ErrorContext>
  )
}

/** Catches errors while the route below renders in the browser. A new location or a hot update clears the error. */
export class RenderBoundary extends Component<
  BoundaryProps & { location: Location; router: RouterValue; children: ReactNode },
  { failure: { error: unknown } | null; location: Location; router: RouterValue }
> {
  override state: { failure: { error: unknown } | null; location: Location; router: RouterValue } =
    {
      failure: null,
      location: this.props.location,
      router: this.props.router,
    }

  static getDerivedStateFromError(error: unknown): { failure: { error: unknown } } {
    return { failure: { error } }
  }

  // React's types do not pass the props type to this method.
  static getDerivedStateFromProps(
    { location, router }: Record<string, any>,
    state: Record<string, any>,
  ): { failure: null; location: Location; router: RouterValue } | null {
    return location === state['location'] && router === state['router']
      ? null
      : { failure: null, location, router }
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    const { drafts, whenStarted } = this.props.router.browser!
    drafts?.drafts?.visit()
    // The client router may not have started yet.
    whenStarted((router) => router.failed?.(error, this.props.id, componentStack))
  }

  override render(): ReactNode {
    const { failure } = this.state

    return failure ? <BoundaryView {...this.props} {...failure} /> : this.props.children
  }
}

/** The page for an error if the root has no boundary, or if the boundary or the layout fails in the browser. */
function DefaultDocument({ error }: { error: unknown }): ReactNode {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{titleOf(error)}</title>
      </head>
      <body>
        <DefaultMessage error={error} />
        <Scripts />
      </body>
    </html>
  )
}

function DefaultMessage({ error }: { error: unknown }): ReactNode {
  return (
    <main>
      <h1>{titleOf(error)}</h1>
      {
        // A build for browsers drops this. A constant for the condition would keep it.
        (canBeServer || process.env.NODE_ENV !== 'production') && <Details error={error} />
      }
    </main>
  )
}

function Details({ error }: { error: unknown }): ReactNode {
  return isDevelopment(useRouter('ErrorBoundary')) && <pre>{detailsOf(error)}</pre>
}

function detailsOf(error: unknown): string {
  if (isRouteErrorResponse(error)) return typeof error.data === 'string' ? error.data : ''
  return error instanceof Error ? error.stack || error.message : String(error)
}

function titleOf(error: unknown): string {
  return isRouteErrorResponse(error)
    ? `${error.status} ${error.statusText}`.trim()
    : 'Unexpected Error'
}
