import { json, useLoaderData } from 'framework'

export function loader() {
  return json({ offer: 'Offer of the day' })
}

export default function ShopIndex() {
  return <p id="offer">{useLoaderData<typeof loader>().offer}</p>
}
