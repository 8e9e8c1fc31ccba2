import { json, type LoaderArgs } from 'framework'
import { endLogins } from '../logins.server.ts'

export function loader({ params }: LoaderArgs<'/end/:user'>) {
  endLogins(params.user)
  return json(true)
}
