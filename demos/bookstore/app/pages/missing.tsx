import { json } from 'framework'

// A URL that no page has gets a 404 without this page, too. With it the loader of the root runs, so the
// header knows who is there and what is in the cart.
export function loader(): never {
  throw json('There is no such page', 404)
}

export function action(): never {
  throw json('There is no such page', 404)
}

export default function Missing() {
  return null
}
