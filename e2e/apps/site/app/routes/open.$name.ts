import type { LoaderArgs } from 'framework'
import { open } from '../gates.server.ts'

/** Opens a gate. */
export function loader({ params }: LoaderArgs<'/open/:name'>) {
  open(params.name)
  return new Response('open')
}
