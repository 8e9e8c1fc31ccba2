import { Form, Link, redirect, useFields, useLoaderData, type MetaFunction } from 'framework'
import { Session } from 'framework/session'
import { writes } from 'framework/tags'
import { BookForm } from '../../components/book-form.tsx'
import type { CrumbHandle } from '../../components/breadcrumbs.tsx'
import { BookAction } from '../../contracts.server.ts'
import { countOf, formatPrice } from '../../format.ts'
import { routes } from '../../routes.ts'
import { deleteBook, updateBook } from '../../server/books.ts'
import type { Args, WriterArgs } from '../../server/context.ts'
import { bookForm, storeCover } from '../../server/cover-upload.ts'
import { Database } from '../../server/database.ts'
import { requireBook } from '../../server/require-book.ts'

type Show = typeof routes.admin.books.show

export const contract = { body: BookAction }

export const middleware = [bookForm]

export const meta: MetaFunction<Awaited<ReturnType<typeof loader>> | undefined> = ({ data }) => ({
  title: `${data?.book.title ?? 'Not found'} · Admin · Quire Books`,
})

export const handle: CrumbHandle = {
  crumb({ data, pathname }) {
    const book = (data as Awaited<ReturnType<typeof loader>> | undefined)?.book
    return book ? { label: book.title, to: pathname } : null
  },
}

export async function loader({ params, context }: Args<Show>) {
  return { book: await requireBook(context, params.id) }
}

/** Handles `routes.admin.books.update` and `routes.admin.books.destroy`. */
export async function action({ input, params, context }: WriterArgs<Show, typeof contract>) {
  const db = context.get(Database)
  const session = context.get(Session)
  const { id, title } = await requireBook(context, params.id)

  if (input.body.intent === 'delete') {
    await deleteBook(db, id)
    writes(context, 'books')
    session.flash('message', `“${title}” is gone.`)
    return redirect(routes.admin.books.index.href(), 303)
  }

  const { cover, ...book } = input.body
  await updateBook(db, id, book, await storeCover(db, cover))
  writes(context, 'books')
  session.flash('message', `“${book.title}” is saved.`)

  return redirect(routes.admin.books.show.href({ id }), 303)
}

export default function AdminBook() {
  const { book } = useLoaderData<typeof loader>()
  const save = useFields<typeof contract>({ form: 'save' })
  // The page to edit the book has sent its form here, and it was refused.
  if (save.fields.intent.value) {
    return (
      <div className="column">
        <h1>Edit {book.title}</h1>
        <BookForm action={routes.admin.books.update.href({ id: book.id })} method="put" {...save} />
      </div>
    )
  }

  return (
    <div className="admin-book">
      <img className="small-cover" src={book.cover} alt={`Cover of ${book.title}`} />
      <div>
        <h1>{book.title}</h1>
        <p>
          {book.author} · {book.genre} · {formatPrice(book.price)} ·{' '}
          {countOf(book.stock, 'copy', 'copies')}
        </p>
        <p className="blurb">{book.blurb}</p>
        <p className="actions">
          <Link className="button" to={routes.admin.books.edit.href({ id: book.id })}>
            Edit
          </Link>
          <Link className="button quiet" to={routes.books.show.href({ slug: book.slug })}>
            See it in the shop
          </Link>
        </p>
        <Form method="delete" action={routes.admin.books.destroy.href({ id: book.id })}>
          <input type="hidden" name="intent" value="delete" />
          <button className="link-button danger">Delete this book</button>
        </Form>
      </div>
    </div>
  )
}
