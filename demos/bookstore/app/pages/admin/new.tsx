import type { MetaFunction } from 'framework'
import { BookForm } from '../../components/book-form.tsx'
import type { CrumbHandle } from '../../components/breadcrumbs.tsx'
import { routes } from '../../routes.ts'

export const meta: MetaFunction = () => ({ title: 'New book · Quire Books' })

export const handle: CrumbHandle = {
  crumb: () => ({ label: 'New book', to: routes.admin.books.new.href() }),
}

export default function NewBook() {
  return (
    <div className="column">
      <h1>New book</h1>
      <BookForm action={routes.admin.books.create.href()} method="post" />
    </div>
  )
}
