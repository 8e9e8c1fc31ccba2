import { Link, useLoaderData, type LoaderArgs } from 'framework'

export function loader({ params }: LoaderArgs<'/items/:slug'>) {
  return { slug: params.slug }
}

export default function Item() {
  const { slug } = useLoaderData<typeof loader>()
  return (
    <main>
      <h1>{slug}</h1>
      <Link to="/">Back</Link>
    </main>
  )
}
