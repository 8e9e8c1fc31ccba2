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
  type MetaFunction,
} from 'framework'
import { Auth } from 'framework/auth-middleware'
import { Session } from 'framework/session'
import type { ReactNode } from 'react'
import { Breadcrumbs, type CrumbHandle } from './components/breadcrumbs.tsx'
import { Footer } from './components/footer.tsx'
import { Header } from './components/header.tsx'
import { Message } from './components/message.tsx'
import { routes } from './routes.ts'
import { countItems } from './server/cart.ts'
import type { Args } from './server/context.ts'
import './styles.css'

export const meta: MetaFunction = ({ error }) => ({
  charSet: 'utf-8',
  viewport: 'width=device-width, initial-scale=1',
  title: error === undefined ? 'Quire Books' : `${errorTitle(error)} · Quire Books`,
  description: 'A small bookshop with good lamps and invented books.',
  'theme-color': [
    { name: 'theme-color', media: '(prefers-color-scheme: light)', content: '#faf6ef' },
    { name: 'theme-color', media: '(prefers-color-scheme: dark)', content: '#171411' },
  ],
})

export const links = () => [{ rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }]

export const handle: CrumbHandle = { crumb: () => ({ label: 'Home', to: routes.home.href() }) }

/** Loads the data of every page: the user, the size of the cart, and the message of the last action. */
export function loader({ context }: Args) {
  const session = context.get(Session)
  const auth = context.get(Auth)
  const message = session.get('message')

  return {
    user: auth.ok ? { name: auth.identity.name, role: auth.identity.role } : null,
    cartCount: countItems(session),
    message: message ? { text: message, id: crypto.randomUUID() } : null,
  }
}

export function Layout({ children }: { children: ReactNode }) {
  const { state } = useTransition()

  return (
    <html lang="en">
      <head>
        <Meta />
        <Links />
      </head>
      <body aria-busy={state !== 'idle'}>
        <a className="skip" href="#main">
          Skip to the content
        </a>
        <Header />
        <Message />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <Footer />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return (
    <>
      <Breadcrumbs />
      <Outlet />
    </>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const isResponse = isRouteErrorResponse(error)

  return (
    <div className="page narrow centre">
      <p className="error-code" aria-hidden="true">
        {isResponse ? error.status : 500}
      </p>
      <h1>{errorTitle(error)}</h1>
      <p className="lead">{errorText(error)}</p>
      <p>
        <Link className="button" to={routes.books.index.href()}>
          Browse the catalogue
        </Link>
      </p>
    </div>
  )
}

function errorTitle(error: unknown): string {
  if (!isRouteErrorResponse(error)) return 'Something fell off the shelf'

  if (error.status === 403) return 'Staff only'
  return error.status === 404 ? 'This is not on our shelves' : error.statusText
}

function errorText(error: unknown): string {
  if (isRouteErrorResponse(error)) {
    if (error.status === 403) return 'This room is for those who look after the shop.'
    if (error.status === 404) {
      return 'It may have been sold, moved or never written. The catalogue knows everything we have.'
    }
    if (typeof error.data === 'string') return error.data
  }
  return 'That was our fault. We have been told about it; please try again in a moment.'
}
