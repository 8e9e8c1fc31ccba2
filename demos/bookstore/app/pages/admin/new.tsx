import { useFields, type MetaFunction } from 'framework'
import { BookForm } from '../../components/book-form.tsx'
import type { CrumbHandle } from '../../components/breadcrumbs.tsx'
import { SaveBook } from '../../contracts.server.ts'
import { routes } from '../../routes.ts'

// The fields of the form. The page of `routes.admin.books.index` receives it.
export const contract = { body: SaveBook }

export const meta: MetaFunction = () => ({ title: 'New book · Quire Books' })

export const handle: CrumbHandle = {
  crumb: () => ({ label: 'New book', to: routes.admin.books.new.href() }),
}

export default function NewBook() {
  const save = useFields<typeof contract>()

  return (
    <div className="column">
      <h1>New book</h1>
      <BookForm action={routes.admin.books.create.href()} method="post" {...save} />
    </div>
  )
}
