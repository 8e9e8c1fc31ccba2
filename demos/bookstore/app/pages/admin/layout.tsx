import { NavLink, Outlet } from 'framework'
import type { CrumbHandle } from '../../components/breadcrumbs.tsx'
import { routes } from '../../routes.ts'
import { requireAdmin } from '../../server/login.ts'

export const middleware = [requireAdmin]

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
