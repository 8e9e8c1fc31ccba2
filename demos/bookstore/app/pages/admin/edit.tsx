import { useLoaderData, type MetaFunction } from 'framework'
import { BookForm, valuesOf } from '../../components/book-form.tsx'
import type { CrumbHandle } from '../../components/breadcrumbs.tsx'
import { routes } from '../../routes.ts'
import type { Args } from '../../server/context.ts'
import { requireBook } from '../../server/require-book.ts'

export const meta: MetaFunction<ReturnType<typeof loader> | undefined> = ({ data }) => ({
  title: `Edit ${data?.book.title ?? ''} · Admin · Quire Books`,
})

export const handle: CrumbHandle = { crumb: ({ pathname }) => ({ label: 'Edit', to: pathname }) }

export function loader({ params, context }: Args<typeof routes.admin.books.edit>) {
  return { book: requireBook(context, params.id) }
}

export default function EditBook() {
  const { book } = useLoaderData<typeof loader>()

  return (
    <div className="column">
      <h1>Edit {book.title}</h1>
      <BookForm
        action={routes.admin.books.update.href({ id: book.id })}
        method="put"
        values={valuesOf(book)}
      />
    </div>
  )
}
