import {
  isRouteErrorResponse,
  Link,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useFetchers,
  useLocation,
  useRouteError,
  useTransition,
} from 'framework'
import { useEffect, useLayoutEffect, type ReactNode } from 'react'

export const meta = { title: 'Board', charSet: 'utf-8' }

declare global {
  interface Window {
    /** Every state of the page transition that was rendered. */
    transitions?: string[]
  }
}

export function Layout({ children }: { children: ReactNode }) {
  if (useLocation().pathname === '/broken/layout') throw new Error('The layout is broken')
  return (
    <html lang="en">
      <head>
        <Meta />
        <Links />
      </head>
      <body>
        <nav>
          <Link to="/">Start</Link> <Link to="/page/one">One</Link> <Link to="/page/two">Two</Link>{' '}
          <Link to="/to/three">To three</Link> <Link to="/search">Search</Link>{' '}
          <Link to="/save">Save</Link> <Link to="/fetch">Fetch</Link>{' '}
          <Link to="/failing">Failing</Link> <Link to="/long">Long</Link>{' '}
          <Link to="/edit">Edit</Link> <Link to="/prefetch">Prefetch</Link>{' '}
          <Link to="/shelf" viewTransition>
            Shelf
          </Link>
        </nav>
        <Status />
        <main>{children}</main>
        <ScrollRestoration
          getKey={({ key, pathname }) => (pathname === '/links' ? pathname : key)}
        />
        <Scripts />
      </body>
    </html>
  )
}

function Status() {
  const transition = useTransition()
  const fetchers = useFetchers()
  const location = useLocation()
  const { state, type } = transition

  useLayoutEffect(() => {
    const seen = (window.transitions ??= [])
    const now = `${state}/${type}`
    if (seen.at(-1) !== now) seen.push(now)
  }, [state, type])
  useEffect(() => {
    document.documentElement.dataset['effects'] = 'yes'
  }, [])

  return (
    <p>
      <output id="transition">{`${state}/${type}`}</output>{' '}
      <output id="next">{transition.location ? transition.location.pathname : ''}</output>{' '}
      <output id="sent">
        {transition.submission
          ? `${transition.submission.method} ${String(transition.submission.formData?.get('value'))}`
          : ''}
      </output>{' '}
      <output id="fetchers">{fetchers.length}</output>{' '}
      <output id="here">{location.pathname + location.search}</output>
    </p>
  )
}

export default function Root() {
  return <Outlet />
}

export function ErrorBoundary() {
  const error = useRouteError()
  if (useLocation().pathname === '/broken/boundary') throw new Error('The boundary is broken')
  return (
    <p id="root-boundary">
      {isRouteErrorResponse(error)
        ? `${error.status} ${error.statusText}`
        : (error as Error).message}
    </p>
  )
}
