import {
  Form,
  Link,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
} from 'framework'
import type { LoaderArgs } from 'framework'
import { userOf } from './logins.server.ts'

export function loader({ context }: LoaderArgs) {
  return { user: userOf(context) }
}

export default function Root() {
  const { user } = useLoaderData<typeof loader>()
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <Meta />
        <Links />
      </head>
      <body>
        <nav>
          <span id="user">{user || 'Nobody'}</span> <Link to="/">Home</Link>{' '}
          <Link to="/about">About</Link> <Link to="/leave">Leave</Link>
        </nav>
        <p id="release">{import.meta.env['VITE_RELEASE']}</p>
        <Outlet />
        <Form method="post" action="/logout">
          <button id="logout">Log out</button>
          <button formAction="/logout?to=/about">Log out to a page for everyone</button>
        </Form>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}
