import { Link, Outlet, useLoaderData, type LoaderArgs, type MetaFunction } from 'framework'

export const handle = { crumb: 'Category' }

const products: Record<string, string[]> = { books: ['ink', 'pulp'], music: ['song'] }

export function loader({ params }: LoaderArgs<'/shop/:category'>) {
  const found = Object.hasOwn(products, params.category) ? products[params.category] : undefined
  if (!found) throw new Response('no such category', { status: 404, statusText: 'No Category' })
  return { category: params.category, products: found }
}

export const meta: MetaFunction<{ category: string } | undefined> = ({ data }) => ({
  title: data ? `Shop: ${data.category}` : 'No such category',
  'og:title': data?.category,
})

export default function Category() {
  const { category, products } = useLoaderData<typeof loader>()
  return (
    <section>
      <h2>Category {category}</h2>
      {products.map((product) => (
        <p key={product}>
          <Link to={product}>{product}</Link>
        </p>
      ))}
      <Outlet />
      <Link to="..">All categories</Link>
    </section>
  )
}

export function ErrorBoundary({ error }: { error: { status: number; data: string } }) {
  return (
    <p id="category-boundary">
      {error.status}: {error.data}
    </p>
  )
}
