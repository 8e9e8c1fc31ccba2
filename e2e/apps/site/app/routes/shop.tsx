import { Link, Outlet, useLoaderData, useMatches } from 'framework'

export const meta = { title: 'Shop' }
export const handle = { crumb: 'Shop' }

export function loader() {
  return { categories: ['books', 'music'], loadedAt: new Date(0) }
}

export default function Shop() {
  const { categories, loadedAt } = useLoaderData<typeof loader>()
  const crumbs = useMatches().flatMap(({ handle }) =>
    handle ? [(handle as { crumb: string }).crumb] : [],
  )
  return (
    <>
      <h1>Shop</h1>
      <p id="crumbs">{crumbs.join(' > ')}</p>
      <p id="loaded-at">{loadedAt}</p>
      <ul>
        {categories.map((category) => (
          <li key={category}>
            <Link to={category}>{category}</Link>
          </li>
        ))}
      </ul>
      <Outlet />
    </>
  )
}
