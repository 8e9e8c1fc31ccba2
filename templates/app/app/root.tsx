import {
  isRouteErrorResponse,
  Link,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
  useTransition,
  type LinksFunction,
} from 'framework'
import type { ReactNode } from 'react'
import './root.css'

export const meta = { title: 'Notes', charSet: 'utf-8', viewport: 'width=device-width' }

export const links: LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
]

/** The document around every page, including the error page. */
export function Layout({ children }: { children: ReactNode }) {
  const { state } = useTransition()

  return (
    <html lang="en">
      <head>
        <Meta />
        <Links />
      </head>
      <body aria-busy={state !== 'idle'}>
        <header>
          <Link to="/">Notes</Link>
        </header>
        <main>{children}</main>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

export function ErrorBoundary() {
  const error = useRouteError()
  const isMissing = isRouteErrorResponse(error) && error.status === 404

  return (
    <>
      <h1>{isMissing ? 'There is nothing here' : 'Something went wrong'}</h1>
      {/* Only in development. A build shows visitors no details of the server. */}
      {import.meta.env.DEV && error instanceof Error && <pre>{error.stack}</pre>}
      <p>
        <Link to="/">Back to the notes</Link>
      </p>
    </>
  )
}
