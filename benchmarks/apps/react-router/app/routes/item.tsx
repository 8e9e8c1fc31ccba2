import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'

export function loader({ params }: LoaderFunctionArgs) {
  return { slug: params['slug'] }
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
