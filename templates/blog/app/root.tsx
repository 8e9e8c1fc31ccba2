import {
  isRouteErrorResponse,
  Link,
  Links,
  Meta,
  NavLink,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
  type LinksFunction,
} from 'framework'
import type { ReactNode } from 'react'
import { title } from './site.ts'
import './root.css'

export const meta = { title, charSet: 'utf-8', viewport: 'width=device-width' }

export const links: LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'alternate', href: '/feed.xml', type: 'application/atom+xml', title },
]

/** The document around every page, including the error page. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <Meta />
        <Links />
      </head>
      <body>
        <header>
          <Link to="/" className="home">
            {title}
          </Link>
          <nav>
            <NavLink to="/search">Search</NavLink> <a href="/feed.xml">Feed</a>
          </nav>
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
      {import.meta.env.DEV && error instanceof Error && <pre>{error.stack}</pre>}
      <p>
        <Link to="/">All posts</Link>
      </p>
    </>
  )
}
