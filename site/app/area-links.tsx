import { NavLink } from 'framework'

/** The parts of the site. They are in the header and, on a phone, in the menu. */
export function AreaLinks({ className, label }: { className: string; label: string }) {
  return (
    <nav className={className} aria-label={label}>
      <NavLink to="/start">Guides</NavLink>
      <NavLink to="/tutorial">Tutorial</NavLink>
      <NavLink to="/reference">Reference</NavLink>
      <NavLink to="/decisions">Decisions</NavLink>
    </nav>
  )
}
