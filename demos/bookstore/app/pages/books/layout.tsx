import { Outlet } from 'framework'
import type { CrumbHandle } from '../../components/breadcrumbs.tsx'
import { routes } from '../../routes.ts'

export const handle: CrumbHandle = {
  crumb: () => ({ label: 'Books', to: routes.books.index.href() }),
}

export default function BooksLayout() {
  return <Outlet />
}
