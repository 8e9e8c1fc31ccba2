import { json, type LoaderArgs } from 'framework'
import { endLogins, setConfirmed } from '../logins.server.ts'

/** Ends the logins of a user, or only what they have confirmed. */
export function loader({ params, request }: LoaderArgs<'/end/:user'>) {
  setConfirmed(params.user, false)
  if (!new URL(request.url).searchParams.has('confirmed')) endLogins(params.user)
  return json(true)
}
