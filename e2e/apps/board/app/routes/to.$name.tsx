import { redirect, type LoaderArgs } from 'framework'

export function loader({ params }: LoaderArgs<'/to/:name'>) {
  return redirect(`/page/${params.name}`)
}

export default function To() {
  return <p>never shown</p>
}
