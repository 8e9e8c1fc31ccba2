export function loader(): never {
  throw new Response('off', { status: 503, statusText: 'Out of Order' })
}

export default function Broken() {
  return <p>never shown</p>
}
