import { Link, useLoaderData, type LoaderArgs, type MetaFunction } from 'framework'
import { useState } from 'react'

let loads = 0

export function loader({ params }: LoaderArgs<'/page/:name'>) {
  return { name: params.name, loads: ++loads }
}

export const meta: MetaFunction<{ name: string } | undefined> = ({ data }) => ({
  title: `Page ${data?.name}`,
})

export default function Page() {
  const { name, loads } = useLoaderData<typeof loader>()
  const [clicks, setClicks] = useState(0)
  return (
    <>
      <h1>Page {name}</h1>
      <p id="loads">{loads}</p>
      <button onClick={() => setClicks(clicks + 1)}>Clicked {clicks} times</button>
      <Link to="#bottom">Bottom</Link> <Link to="/page/one?sort=up">Sorted</Link>{' '}
      <Link to="/page/four" replace>
        Replace
      </Link>
      <p id="bottom">Bottom</p>
    </>
  )
}
