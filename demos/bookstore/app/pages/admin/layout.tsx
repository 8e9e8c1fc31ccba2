import { NavLink, Outlet } from 'framework'
import { requireAuth } from 'framework/auth-middleware'
import type { CrumbHandle } from '../../components/breadcrumbs.tsx'
import { routes } from '../../routes.ts'
import { askToLogIn } from '../../server/login.ts'
import type { User } from '../../server/users.ts'

/** A visitor is asked to log in. A user who is not an admin gets a 403, inside the page of the root. */
export const middleware = [
  requireAuth<User>({ onFailure: askToLogIn, allow: (user) => user.role === 'admin' }),
]

export const handle: CrumbHandle = {
  crumb: () => ({ label: 'Admin', to: routes.admin.books.index.href() }),
}

export default function AdminLayout() {
  return (
    <div className="page">
      <nav className="tabs" aria-label="Admin">
        <NavLink to={routes.admin.books.index.href()}>Books</NavLink>
        <NavLink to={routes.admin.orders.href()}>Orders</NavLink>
      </nav>
      <Outlet />
    </div>
  )
}
