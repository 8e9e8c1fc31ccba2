import { json, type LoaderArgs } from 'framework'
import { setConfirmed, startLogin } from '../logins.server.ts'

/** A login without a form, for tests that are about what follows. */
export function loader({ context, params }: LoaderArgs<'/become/:user'>) {
  startLogin(context, params.user)
  setConfirmed(params.user, true)
  return json(true)
}
