import { Link, NavLink, Outlet, useRouteLoaderData } from 'framework'
import { createMiddleware } from 'framework/fetch-router'
import type { CrumbHandle } from '../../components/breadcrumbs.tsx'
import { routes } from '../../routes.ts'
import type { loader } from '../../root.tsx'
import { requireLogin } from '../../server/login.ts'

/** Runs before every loader and action of the account pages, for documents and data requests. */
export const middleware = createMiddleware(requireLogin)

export const handle: CrumbHandle = {
  crumb: () => ({ label: 'Account', to: routes.account.index.href() }),
}

export default function AccountLayout() {
  const user = useRouteLoaderData<typeof loader>('root')?.user

  return (
    <div className="page">
      <div className="column">
        <nav className="tabs" aria-label="Account">
          <NavLink to={routes.account.index.href()} end>
            Orders
          </NavLink>
          <NavLink to={routes.account.settings.href()}>Settings</NavLink>
          <NavLink to={routes.account.security.href()}>Ways to log in</NavLink>
        </nav>
        <div className="on-phones">
          {user?.role === 'admin' && (
            <Link to={routes.admin.books.index.href()}>Look after the shop</Link>
          )}
          <form method="post" action={routes.logout.href()}>
            <button className="link-button">Log out of the shop</button>
          </form>
        </div>
        <Outlet />
      </div>
    </div>
  )
}
