import { redirect } from 'framework'
import { routes } from '../../routes.ts'

// The address that people type. The layout above asks who they are first.
export function loader() {
  return redirect(routes.admin.books.index.href())
}

export default function Admin() {
  return null
}
