import { json, type LoaderArgs } from 'framework'

/** The root's boundary fails for `boundary`, its layout for `layout`. */
export function loader({ params }: LoaderArgs<'/broken/:where'>) {
  if (params.where === 'boundary') throw json(null, 418)
  return null
}

export default function Broken() {
  return <h1>Broken</h1>
}
