import { json, type LoaderArgs } from 'framework'

export function loader({ request }: LoaderArgs) {
  if (new URL(request.url).searchParams.has('fail')) {
    throw json('no', { status: 409, statusText: 'Conflict' })
  }
  return null
}

export default function Inner() {
  return <p>Inner</p>
}
