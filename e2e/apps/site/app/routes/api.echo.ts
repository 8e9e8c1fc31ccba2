import { json, type ActionArgs, type LoaderArgs } from 'framework'

export function loader({ request }: LoaderArgs) {
  return json({ method: request.method, query: new URL(request.url).search })
}

export async function action({ request }: ActionArgs) {
  return json({ method: request.method, body: await request.text() }, { status: 201 })
}
