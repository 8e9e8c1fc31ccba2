import { Link, useLoaderData, type LoaderArgs } from 'framework'

export function loader({ params }: LoaderArgs<'/items/:slug'>) {
  return { slug: params.slug, release: import.meta.env['VITE_RELEASE'] as string | undefined }
}

export default function Item() {
  const { slug, release } = useLoaderData<typeof loader>()
  return (
    <main>
      <h1>{slug}</h1>
      <p id="server">{release}</p>
      <p id="client">{import.meta.env['VITE_RELEASE']}</p>
      <Link to="/">Back</Link>
    </main>
  )
}
