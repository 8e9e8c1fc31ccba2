import { useLoaderData, useParams, useRouteLoaderData, type LoaderArgs } from 'framework'

export const handle = { crumb: 'Product' }

export function loader({ params }: LoaderArgs<'/shop/:category/:product'>) {
  return { price: params.product.length }
}

export default function Product() {
  const { price } = useLoaderData<typeof loader>()
  const { product } = useParams()
  const shop = useRouteLoaderData('routes/shop') as { categories: string[] }
  return (
    <article>
      <h3>Product {product}</h3>
      <p id="price">
        {price} EUR, one of {shop.categories.length} categories
      </p>
    </article>
  )
}
