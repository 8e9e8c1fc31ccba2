import { json, type LoaderArgs } from 'framework'
import { callsOf } from '../calls.server.ts'

export function loader({ params }: LoaderArgs<'/calls/:name'>) {
  return json(callsOf(params.name), { headers: { 'Cache-Control': 'no-store' } })
}
