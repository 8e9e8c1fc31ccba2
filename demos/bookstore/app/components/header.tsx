import { Form, Link, NavLink, useFetchers, useLocation, useRouteLoaderData } from 'framework'
import { routes } from '../routes.ts'
import type { loader } from '../root.tsx'

/** The header has one row at every login. What does not fit on a phone is on the pages of the account there. */
export function Header() {
  const data = useRouteLoaderData<typeof loader>('root')
  const user = data?.user
  const { search } = useLocation()

  return (
    <header className="site-header">
      <div className="bar">
        <Link className="brand" to={routes.home.href()}>
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <path d="M4 7c5-2 9-1 12 1.500C19 6 23 5 28 7v18c-5-1.800-9-1-12 1.500C13 24 9 23.200 4 25z" />
            <path className="fold" d="M16 8.500v18" />
          </svg>
          <span>Quire Books</span>
        </Link>
        <Form className="search" action={routes.books.index.href()} role="search">
          <label className="visually-hidden" htmlFor="search">
            Search for books
          </label>
          <input
            id="search"
            key={search}
            type="search"
            name="q"
            placeholder="Title, author or a word"
            // The field shows the search of the URL. Without this, a browser would restore the typed text.
            autoComplete="off"
            defaultValue={new URLSearchParams(search).get('q') ?? ''}
          />
          <button className="icon-button" aria-label="Search">
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <circle cx="10.500" cy="10.500" r="6.500" />
              <path d="m15.500 15.500 5 5" />
            </svg>
          </button>
        </Form>
        <nav className="site-nav" aria-label="Shop">
          <NavLink to={routes.books.index.href()} prefetch="intent">
            Books
          </NavLink>
          {user?.role === 'admin' && (
            <NavLink className="on-desks" to={routes.admin.books.index.href()}>
              Admin
            </NavLink>
          )}
          {user ? (
            <>
              <NavLink to={routes.account.index.href()}>Account</NavLink>
              <form className="on-desks" method="post" action={routes.logout.href()}>
                <button className="link-button">Log out</button>
              </form>
            </>
          ) : data ? (
            <NavLink to={routes.login.index.href()}>Log in</NavLink>
          ) : (
            // A page that was refused before its loaders ran (403, 405) does not know the user.
            <NavLink to={routes.account.index.href()}>Account</NavLink>
          )}
          <CartLink />
        </nav>
      </div>
    </header>
  )
}

function CartLink() {
  const count = useCartCount()

  return (
    <NavLink
      className="cart-link"
      to={routes.cart.href()}
      prefetch="intent"
      aria-label={`Cart, ${count === 1 ? '1 book' : `${count} books`}`}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M5 8h14l-1.200 12H6.200z" />
        <path d="M8.500 10V7a3.500 3.500 0 0 1 7 0v3" />
      </svg>
      {count > 0 && <span className="badge">{count}</span>}
    </NavLink>
  )
}

/** Returns how many books are in the cart, including those that are being added. */
function useCartCount(): number {
  const stored = useRouteLoaderData<typeof loader>('root')?.cartCount ?? 0

  return useFetchers().reduce(
    (count, { formData }) =>
      formData?.get('intent') === 'add' ? count + Number(formData.get('quantity')) : count,
    stored,
  )
}
