import {
  Await,
  later,
  Link,
  useFetcher,
  useLoaderData,
  type ActionArgs,
  type Reads,
} from 'framework'

let books = 0
let loads = 0

export const reads: Reads = { tags: () => ['shelf'], query: ['page'] }

export function loader() {
  return {
    books,
    loads: ++loads,
    counted: later(
      () => new Promise<number>((resolve) => setTimeout(resolve, Math.random() * 40, books)),
    ),
  }
}

/** Adds a book, or something that is not on the shelf. */
export async function action({ request, writes }: ActionArgs) {
  const isBook = (await request.formData()).get('what') === 'book'
  if (isBook) books++
  writes(...(isBook ? ['shelf'] : []))
  return { books }
}

export default function Shelf() {
  const { books, counted, loads } = useLoaderData<typeof loader>()
  const fetcher = useFetcher<typeof action>()
  const look = useFetcher<typeof loader>()
  return (
    <>
      <h1>Shelf</h1>
      <p id="books">{books}</p>
      <p id="loads">{loads}</p>
      <Await resolve={counted} fallback={<p id="counted">Counting</p>}>
        {(count) => <p id="counted">{count}</p>}
      </Await>
      <fetcher.Form method="post">
        <button name="what" value="book">
          Add a book
        </button>
        <button name="what" value="lamp">
          Add a lamp
        </button>
      </fetcher.Form>
      <button onClick={() => look.load('/shelf')}>Look</button>
      {look.data && (
        <Await resolve={look.data.counted} fallback="Looking">
          {(count) => <output id="seen">{count}</output>}
        </Await>
      )}
      <Link to="/shelf?page=2">Second page</Link> <Link to="/shelf?colour=red">Red</Link>
    </>
  )
}
