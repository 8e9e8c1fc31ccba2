import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLoaderData } from 'framework'
import type { LoaderArgs } from 'framework'
import { takeMessage } from './drafts.server.ts'

export function loader({ params }: LoaderArgs) {
  return { message: takeMessage((params as { name?: string }).name ?? '') }
}

export default function Root() {
  const { message } = useLoaderData<typeof loader>()
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <Meta />
        <Links />
      </head>
      <body>
        <p id="message">{message}</p>
        <Outlet />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}
