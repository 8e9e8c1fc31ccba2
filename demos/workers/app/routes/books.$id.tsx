import { Form, redirect, useLoaderData, useTransition, type MetaFunction } from 'framework'
import { Books, type Book } from '../../../api/books.ts'
import type { Args } from '../args.ts'

export const meta: MetaFunction<Book | undefined> = ({ data }) => ({
  title: data?.title ?? 'Not found',
})

export function loader({ context, params }: Args<'/books/:id'>) {
  return findBook(context.get(Books), params.id)
}

export function action({ context, params }: Args<'/books/:id'>) {
  const books = context.get(Books)
  const { id, recommendations } = findBook(books, params.id)
  books.update(id, { recommendations: recommendations + 1 })
  return redirect(`/books/${id}`, 303)
}

export default function BookPage() {
  const book = useLoaderData<typeof loader>()
  const isPending = useTransition().state === 'submitting'
  return (
    <>
      <h1>{book.title}</h1>
      <p>
        {book.author}, {book.year}
      </p>
      <Form method="post">
        <button disabled={isPending}>Recommend</button>
      </Form>
      <p>Recommendations: {book.recommendations}</p>
    </>
  )
}

export function CatchBoundary() {
  return <h1>There is no such book</h1>
}

function findBook(books: Books, id: string): Book {
  const book = books.find(id)
  if (book === undefined) throw new Response('Not Found', { status: 404 })

  return book
}
