import { Link, useMatches, type RouteMatch } from 'framework'

interface Crumb {
  label: string
  to: string
}

/** The `handle` of a route that has a place in the breadcrumbs. */
export interface CrumbHandle {
  crumb(match: RouteMatch): Crumb | null
}

/** Links to the pages above this one, from the `handle` of the matched routes. */
export function Breadcrumbs() {
  const crumbs = useMatches().flatMap((match) => {
    const crumb = isCrumbHandle(match.handle) ? match.handle.crumb(match) : null
    return crumb ? [crumb] : []
  })
  if (crumbs.length < 2) return null

  return (
    <nav className="breadcrumbs" aria-label="Breadcrumbs">
      <ol>
        {crumbs.map(({ label, to }, i) => (
          <li key={to}>
            {i < crumbs.length - 1 ? (
              <Link to={to}>{label}</Link>
            ) : (
              <span aria-current="page">{label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

function isCrumbHandle(handle: unknown): handle is CrumbHandle {
  return typeof handle === 'object' && handle !== null && 'crumb' in handle
}
