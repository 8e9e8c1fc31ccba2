import { Form, redirect, useLoaderData, type ActionArgs, type LoaderArgs } from 'framework'
import { addBook, booksIn } from '../baskets.server.ts'

export const meta = { title: 'A basket' }

export function loader({ params }: LoaderArgs<'/baskets/:name'>) {
  return { books: booksIn(params.name) }
}

export function action({ params }: ActionArgs<'/baskets/:name'>) {
  addBook(params.name)
  return redirect(`/baskets/${params.name}`, 303)
}

export default function Basket() {
  const { books } = useLoaderData<typeof loader>()
  return (
    <main>
      <h1>{books} in the basket</h1>
      <Form method="post">
        <button>Add</button>
      </Form>
    </main>
  )
}
