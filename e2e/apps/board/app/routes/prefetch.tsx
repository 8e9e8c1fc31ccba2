import { Link, useLoaderData, type LoaderArgs } from 'framework'

export function loader({ request }: LoaderArgs) {
  return { name: new URL(request.url).searchParams.get('name') ?? '' }
}

export default function Prefetch() {
  const { name } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>Prefetch</h1>
      <Link id="none" to={`/styled/none?name=${name}`}>
        None
      </Link>
      <Link id="intent" to={`/styled/intent?name=${name}`} prefetch="intent">
        Intent
      </Link>
      <Link id="render" to={`/styled/render?name=${name}`} prefetch="render">
        Render
      </Link>
      <Link id="pictures" to="/pictures" prefetch="intent">
        Pictures
      </Link>
      <Link id="resource" to={`/calls/${name}`} prefetch="render">
        Resource
      </Link>
    </>
  )
}
