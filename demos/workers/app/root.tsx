import { Link, Links, Meta, Outlet, Scripts, ScrollRestoration } from 'framework'
import './root.css'

export const meta = { charset: 'utf-8', viewport: 'width=device-width', title: 'Good books' }

export default function Root() {
  return (
    <html lang="en">
      <head>
        <Meta />
        <Links />
        <link rel="icon" href="data:," />
      </head>
      <body>
        <header>
          <Link to="/">Good books</Link>
        </header>
        <main>
          <Outlet />
        </main>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}
