import {
  isRouteErrorResponse,
  Link,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
  useRouteLoaderData,
  useTransition,
  type MetaFunction,
} from 'framework'
import type { ReactNode } from 'react'
import { readVersions, repository } from '../content/versions.ts'
import { AreaLinks } from './area-links.tsx'
import { Menu } from './menu.tsx'
import { usePageClicks } from './page-clicks.ts'
import { Search } from './search.tsx'
import { ThemePicker } from './theme-picker.tsx'
import './styles.css'

export const meta: MetaFunction = ({ error }) => ({
  charSet: 'utf-8',
  viewport: 'width=device-width, initial-scale=1',
  title: error === undefined ? 'framework' : 'Not found · framework',
})

export const links = () => [
  { rel: 'icon', href: `${import.meta.env.BASE_URL}favicon.svg`, type: 'image/svg+xml' },
]

export function loader() {
  return { versions: readVersions(), repository }
}

export function Layout({ children }: { children: ReactNode }) {
  const { state } = useTransition()
  const onClick = usePageClicks()

  return (
    <html lang="en">
      <head>
        <Meta />
        <Links />
      </head>
      <body aria-busy={state !== 'idle'} onClick={onClick}>
        <a className="skip" href="#content">
          Skip to the content
        </a>
        <header className="site-header">
          <Link className="brand" to="/">
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M4 5h16M4 12h11M4 19h6" />
              <circle cx="19" cy="17" r="3" />
            </svg>
            <span>framework</span>
          </Link>
          <VersionMenu />
          <AreaLinks className="areas" label="Parts of the documentation" />
          <Search />
          <SourceLink className="source-link" />
          <ThemePicker />
        </header>
        {children}
        <footer className="site-footer">
          <Link to="/all">Every heading</Link>
          <a href={`${import.meta.env.BASE_URL}llms.txt`}>llms.txt</a>
          <SourceLink />
          <span>MIT licence</span>
        </footer>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

/** The links to the parts of the site, for the menu of each page. */
const areasInMenu = (
  <AreaLinks className="areas in-menu" label="Parts of the documentation, in the menu" />
)

export default function Root() {
  return <Outlet context={areasInMenu} />
}

/** A link to where the code of the project can be read. */
function SourceLink({ className }: { className?: string }) {
  const href = useRouteLoaderData<typeof loader>('root')?.repository
  return (
    href && (
      <a className={className} href={href}>
        Source
      </a>
    )
  )
}

function VersionMenu() {
  const versions = useRouteLoaderData<typeof loader>('root')?.versions ?? []
  const current = versions.find(({ isCurrent }) => isCurrent)
  if (!current) return null

  return (
    <details className="versions">
      <summary aria-label={`Version ${current.name}`}>{current.name.split(' ')[0]}</summary>
      <ul>
        {versions.map(({ name, path, isCurrent }) => (
          <li key={name}>
            {/* Another version is another site. */}
            <a href={path} aria-current={isCurrent || undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Where a visitor without a page can go. */
const ways = [
  { to: '/', text: 'Front page', about: 'what this is, and every guide' },
  { to: '/start', text: 'Start', about: 'create a project' },
  { to: '/tutorial', text: 'Tutorial', about: 'build an application step by step' },
  { to: '/reference', text: 'Reference', about: 'every name that the package exports' },
  { to: '/all', text: 'Every heading', about: 'to search with the browser' },
]

export function ErrorBoundary() {
  const error = useRouteError()
  const isMissing = isRouteErrorResponse(error) && error.status === 404

  return (
    <div className="whole">
      <Menu sections={[]}>{areasInMenu}</Menu>
      <main id="content" className="alone prose">
        <p className="status">{isMissing ? '404' : 'Error'}</p>
        <h1>{isMissing ? 'There is no such page' : 'This page cannot be shown'}</h1>
        <p>
          {isMissing
            ? 'It may have moved, or the address has a mistake in it. Search for it above, or continue with one of these:'
            : 'Please try again in a moment, or continue with one of these:'}
        </p>
        <ul className="ways">
          {ways.map(({ to, text, about }) => (
            <li key={to}>
              <Link to={to}>{text}</Link> <span>{about}</span>
            </li>
          ))}
        </ul>
      </main>
    </div>
  )
}
