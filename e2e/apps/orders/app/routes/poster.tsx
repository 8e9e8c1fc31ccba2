import { Form } from 'framework'

export const meta = { title: 'A poster' }

// Shared caches may store it, so it brings no key and no cookie.
export const headers = { 'Cache-Control': 'public, max-age=60' }

export default function Poster() {
  return (
    <main>
      <h1>A poster</h1>
      <Form method="post" action="/order">
        <input name="book" aria-label="Book" />
        <button>Order</button>
      </Form>
    </main>
  )
}
