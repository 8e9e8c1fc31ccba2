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
  const { title, text } = describeError(error)

  return (
    <>
      <h1>{title}</h1>
      <p>{text}</p>
      {/* Only in development. A build shows visitors no details of the server. */}
      {import.meta.env.DEV && error instanceof Error && <pre>{error.stack}</pre>}
      <p>
        <Link to="/">All posts</Link>
      </p>
    </>
  )
}

/** What the error page says. Loaders, actions and middleware choose the status. */
function describeError(error: unknown): { title: string; text: string } {
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (status >= 500) {
    return { title: 'Something went wrong', text: 'That was our fault. Please try again later.' }
  }

  switch (status) {
    case 403:
      return { title: 'This is not for you', text: 'You may not see this page or do this.' }
    case 404:
      return {
        title: 'There is nothing here',
        text: 'The address may be wrong, or the page is gone.',
      }
    case 429:
      return { title: 'Too many requests', text: 'Please wait a minute, and then try again.' }
    default:
      return { title: 'That did not work', text: 'Please go back, and try once more.' }
  }
}
