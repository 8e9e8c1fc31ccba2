import { json, type LoaderArgs } from 'framework'
import { recorded } from '../logins.server.ts'

export function loader({ params }: LoaderArgs<'/recorded/:name'>) {
  return json(recorded(params.name))
}
