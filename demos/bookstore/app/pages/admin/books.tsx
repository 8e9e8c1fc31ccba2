import { Link, redirect, useFields, useLoaderData, type MetaFunction } from 'framework'
import { Session } from 'framework/session'
import { writes } from 'framework/tags'
import { BookForm } from '../../components/book-form.tsx'
import { formatPrice } from '../../format.ts'
import { SaveBook } from '../../contracts.server.ts'
import { routes } from '../../routes.ts'
import { createBook, findAllBooks } from '../../server/books.ts'
import type { Args, WriterArgs } from '../../server/context.ts'
import { bookForm, storeCover } from '../../server/cover-upload.ts'
import { Database } from '../../server/database.ts'

export const contract = { body: SaveBook }

export const middleware = [bookForm]

export const meta: MetaFunction = () => ({ title: 'Admin · Quire Books' })

export async function loader({ context }: Args) {
  return { books: await findAllBooks(context.get(Database)) }
}

/** Handles `routes.admin.books.create`. */
export async function action({ input, context }: WriterArgs<string, typeof contract>) {
  const { cover, ...book } = input.body
  const db = context.get(Database)
  const { id, title } = await createBook(db, book, await storeCover(db, cover))
  writes(context, 'books')
  context.get(Session).flash('message', `“${title}” is on the shelf.`)

  return redirect(routes.admin.books.show.href({ id }), 303)
}

export default function AdminBooks() {
  const { books } = useLoaderData<typeof loader>()
  const save = useFields<typeof contract>()
  // The page for a new book has sent its form here, and it was refused.
  if (save.fields.intent.value) {
    return (
      <div className="column">
        <h1>New book</h1>
        <BookForm action={routes.admin.books.create.href()} method="post" {...save} />
      </div>
    )
  }

  return (
    <>
      <header className="list-head">
        <h1>Books</h1>
        <Link className="button" to={routes.admin.books.new.href()}>
          Add a book
        </Link>
      </header>
      <div className="table-area" role="region" aria-label="All books" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Title</th>
              <th scope="col" className="detail">
                Author
              </th>
              <th scope="col" className="detail">
                Genre
              </th>
              <th scope="col" className="number">
                Price
              </th>
              <th scope="col" className="number">
                Copies
              </th>
            </tr>
          </thead>
          <tbody>
            {books.map(({ id, title, author, genre, price, stock }) => (
              <tr key={id}>
                <th scope="row">
                  <Link to={routes.admin.books.show.href({ id })} prefetch="intent">
                    {title}
                  </Link>
                </th>
                <td className="detail">{author}</td>
                <td className="detail">{genre}</td>
                <td className="number">{formatPrice(price)}</td>
                <td className="number">{stock}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
