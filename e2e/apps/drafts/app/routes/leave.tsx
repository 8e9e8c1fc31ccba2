import { redirect, Session, type LoaderArgs } from 'framework'

/** A logout by a link, as some apps still have it. */
export function loader({ context }: LoaderArgs) {
  context.get(Session)!.destroy()
  return redirect('/', 303)
}

export default function Leave() {
  return null
}
