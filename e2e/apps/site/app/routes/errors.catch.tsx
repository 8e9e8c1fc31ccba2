import { useCatch } from 'framework/compat'

export function loader(): never {
  throw new Response('gone for good', { status: 410, statusText: 'Gone' })
}

export default function Catch() {
  return <p>never shown</p>
}

export function CatchBoundary() {
  const caught = useCatch()!
  return (
    <p id="catch-boundary">
      {caught.status} {String(caught.data)}
    </p>
  )
}
