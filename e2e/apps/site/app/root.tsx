import {
  Form,
  isRouteErrorResponse,
  Link,
  Links,
  Meta,
  NavLink,
  Outlet,
  Scripts,
  ScrollRestoration,
  Session,
  useRouteError,
  useRouteLoaderData,
  type LoaderArgs,
} from 'framework'
import type { ReactNode } from 'react'
import { themeCookie } from './theme.server.ts'
import './root.css'

export const meta = { title: 'Site', charSet: 'utf-8', viewport: 'width=device-width' }

export async function loader({ request, context }: LoaderArgs) {
  const session = context.get(Session)!
  const theme = await themeCookie.parse(request.headers.get('Cookie'))
  return {
    user: (session.get('user') as string | undefined) ?? null,
    message: (session.get('message') as string | undefined) ?? null,
    theme: typeof theme === 'string' ? theme : 'light',
  }
}

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root')
  return (
    <html lang="en" data-theme={data?.theme}>
      <head>
        <Meta />
        <Links />
      </head>
      <body>
        <nav>
          <NavLink to="/">Home</NavLink> <NavLink to="/shop">Shop</NavLink>{' '}
          <Link to="/login">Log in</Link> <Link to="/account">Account</Link>{' '}
          <Link to="/theme">Theme</Link> <Link to="/upload">Upload</Link>{' '}
          <Link to="/errors">Errors</Link> <Link to="/redirects">Redirects</Link>
        </nav>
        <p id="user">{data?.user ? `Signed in as ${data.user}` : 'Nobody is signed in'}</p>
        {data?.user && (
          <Form method="post" action="/logout">
            <button>Log out</button>
          </Form>
        )}
        {data?.message && <p role="status">{data.message}</p>}
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
  return (
    <section id="root-boundary">
      <h1>Root boundary</h1>
      <p className="error">
        {isRouteErrorResponse(error)
          ? `${error.status} ${error.statusText}`
          : (error as Error).message}
      </p>
    </section>
  )
}
