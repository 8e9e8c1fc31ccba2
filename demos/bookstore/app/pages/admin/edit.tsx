import { useFields, useLoaderData, type MetaFunction } from 'framework'
import { BookForm, valuesOf } from '../../components/book-form.tsx'
import type { CrumbHandle } from '../../components/breadcrumbs.tsx'
import { BookAction } from '../../contracts.server.ts'
import { routes } from '../../routes.ts'
import type { Args } from '../../server/context.ts'
import { requireBook } from '../../server/require-book.ts'

// The fields of the form. The page of `routes.admin.books.show` receives it.
export const contract = { body: BookAction }

export const meta: MetaFunction<Awaited<ReturnType<typeof loader>> | undefined> = ({ data }) => ({
  title: `Edit ${data?.book.title ?? ''} · Admin · Quire Books`,
})

export const handle: CrumbHandle = { crumb: ({ pathname }) => ({ label: 'Edit', to: pathname }) }

export async function loader({ params, context }: Args<typeof routes.admin.books.edit>) {
  return { book: await requireBook(context, params.id) }
}

export default function EditBook() {
  const { book } = useLoaderData<typeof loader>()
  const save = useFields<typeof contract>({ form: 'save', values: valuesOf(book) })

  return (
    <div className="column">
      <h1>Edit {book.title}</h1>
      <BookForm action={routes.admin.books.update.href({ id: book.id })} method="put" {...save} />
    </div>
  )
}
