import { Form, useLoaderData } from 'framework'

let books = 0

export function loader() {
  return books
}

export function action() {
  books++
  return null
}

export default function Basket() {
  const books = useLoaderData<typeof loader>()
  return (
    <main>
      <h1>{books}</h1>
      <Form method="post">
        <button>Add</button>
      </Form>
    </main>
  )
}
