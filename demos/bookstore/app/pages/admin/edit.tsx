import { useFields, useLoaderData, type MetaFunction } from 'framework'
import { BookForm, valuesOf } from '../../components/book-form.tsx'
import type { CrumbHandle } from '../../components/breadcrumbs.tsx'
import { BookAction } from '../../contracts.server.ts'
import { routes } from '../../routes.ts'
import type { Args } from '../../server/context.ts'
import { findContributors } from '../../server/contributors.ts'
import { Database } from '../../server/database.ts'
import { requireBook } from '../../server/require-book.ts'

// The fields of the form. The page of `routes.admin.books.show` receives it.
export const contract = { body: BookAction }

export const meta: MetaFunction<Awaited<ReturnType<typeof loader>> | undefined> = ({ data }) => ({
  title: `Edit ${data?.book.title ?? ''} · Admin · Quire Books`,
})

export const handle: CrumbHandle = { crumb: ({ pathname }) => ({ label: 'Edit', to: pathname }) }

export async function loader({ params, context }: Args<typeof routes.admin.books.edit>) {
  const book = await requireBook(context, params.id)
  return { book, contributors: await findContributors(context.get(Database), book.id) }
}

export default function EditBook() {
  const { book, contributors } = useLoaderData<typeof loader>()
  const save = useFields<typeof contract>({ form: 'save', values: valuesOf(book, contributors) })

  return (
    <div className="column">
      <h1>Edit {book.title}</h1>
      <BookForm action={routes.admin.books.update.href({ id: book.id })} method="put" {...save} />
    </div>
  )
}
