import { Form, Link, useLoaderData } from 'framework'
import { Books } from '../../../api/books.ts'
import type { Args } from '../args.ts'

export function loader({ context, request }: Args) {
  const wanted = new URL(request.url).searchParams.get('q') ?? ''
  return { wanted, books: context.get(Books).search(wanted) }
}

export default function Home() {
  const { wanted, books } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>Good books</h1>
      <Form role="search">
        <input type="search" name="q" aria-label="Title or author" defaultValue={wanted} />
        <button>Search</button>
      </Form>
      <ul>
        {books.map(({ id, title, author }) => (
          <li key={id}>
            <Link to={`/books/${id}`} prefetch="intent">
              {title}
            </Link>{' '}
            by {author}
          </li>
        ))}
      </ul>
      {books.length === 0 && <p>No book has “{wanted}” in its title or author.</p>}
    </>
  )
}
