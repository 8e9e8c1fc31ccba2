import { Link, useLocation, useMatches } from 'framework'

const areas = [
  {
    to: '/start',
    text: 'Guides',
    path: /^\/(?!$|tutorial|all|reference|src\/|behaviour|measurements|decisions)/,
  },
  { to: '/tutorial', text: 'Tutorial', path: /^\/tutorial/ },
  { to: '/reference', text: 'Reference', path: /^\/(reference|src\/|behaviour|measurements)/ },
  { to: '/decisions', text: 'Decisions', path: /^\/decisions/ },
]

/** The parts of the site. They are in the header and, on a phone, in the menu. */
export function AreaLinks({ className, label }: { className: string; label: string }) {
  const { pathname } = useLocation()
  // Only the root matches a URL that is not a page.
  const isPage = useMatches().length > 1

  return (
    <nav className={className} aria-label={label}>
      {areas.map(({ to, text, path }) => (
        <Link key={to} to={to} aria-current={isPage && path.test(pathname) ? 'true' : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  )
}
