import { json } from 'framework'

// An unknown URL also gets a 404 without this page. But with it the loader of the root runs, so the header can show the
// user and the cart.
export function loader(): never {
  throw json('There is no such page', 404)
}

export function action(): never {
  throw json('There is no such page', 404)
}

export default function Missing() {
  return null
}
