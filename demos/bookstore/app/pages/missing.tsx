import { json } from 'framework'
import type { Middleware } from 'framework/fetch-router'
import { text } from 'framework/response'

// A URL that no page has gets a 404 without this page, too. With it the loader of the root runs, so the
// header knows who is there and what is in the cart.
export function loader(): never {
  throw json('There is no such page', 404)
}

export function action(): never {
  throw json('There is no such page', 404)
}

/** The page takes every URL. Those of the front router have their methods: PUT /api/books is a 405. */
export const middleware: Middleware[] = [
  ({ allowedMethods, method }, next) =>
    allowedMethods.length > 0 && !allowedMethods.includes(method)
      ? text('Method Not Allowed', { status: 405, headers: { Allow: allowedMethods.join(', ') } })
      : next(),
]

export default function Missing() {
  return null
}
