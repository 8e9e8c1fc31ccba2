import { createFileRoute, Link } from '@tanstack/react-router'

export const Route = createFileRoute('/items/$slug')({
  loader: ({ params }) => ({ slug: params.slug }),
  component: Item,
})

function Item() {
  const { slug } = Route.useLoaderData()
  return (
    <main>
      <h1>{slug}</h1>
      <Link to="/">Back</Link>
    </main>
  )
}
