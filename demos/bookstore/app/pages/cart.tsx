import {
  json,
  Link,
  redirect,
  useFetcher,
  useFetchers,
  useLoaderData,
  type MetaFunction,
} from 'framework'
import { Session } from 'framework/session'
import type { CrumbHandle } from '../components/breadcrumbs.tsx'
import { LiveField } from '../components/live-field.tsx'
import { useIsLive } from '../components/use-is-live.ts'
import { formatPrice, formatShipping } from '../format.ts'
import { routes } from '../routes.ts'
import { findBookById } from '../server/books.ts'
import {
  addToCart,
  MAX_QUANTITY,
  readCart,
  readQuantity,
  setQuantity,
  type CartLine,
} from '../server/cart.ts'
import type { Args, ShopReads, WriterArgs } from '../server/context.ts'
import { Database } from '../server/database.ts'
import { BOOKS, cartOf } from '../server/tags.ts'
import { FREE_SHIPPING, shippingFor } from '../shipping.ts'

export const meta: MetaFunction = () => ({ title: 'Your cart · Quire Books' })

export const handle: CrumbHandle = { crumb: () => ({ label: 'Cart', to: routes.cart.href() }) }

export const reads: ShopReads = ({ context }) => [BOOKS, cartOf(context)]

export async function loader({ context }: Args) {
  const cart = await readCart(context.get(Database), context.get(Session))

  return { ...cart, most: MAX_QUANTITY }
}

/** A book that is sent twice is added once. */
export const once = true

/** Adds a book to the cart, or changes its quantity. */
export async function action({ request, context, once, writes }: WriterArgs) {
  const form = await request.formData()
  const session = context.get(Session)
  const book = await findBookById(context.get(Database), Number(form.get('book')))
  if (!book) throw json('There is no such book', 404)

  const quantity = readQuantity(form)
  const change = form.get('intent') === 'add' ? addToCart : setQuantity
  once(session, () => change(session, book, quantity))
  writes(cartOf(context))
  if (form.has('live')) return json({ ok: true })

  session.flash(
    'message',
    quantity === 0 ? `“${book.title}” is out of your cart.` : `“${book.title}” is in your cart.`,
  )
  return redirect(routes.cart.href(), 303)
}

export default function CartPage() {
  const { lines, most } = useLoaderData<typeof loader>()
  const pending = usePendingQuantities()
  const shown = lines
    .map(({ book, quantity }) => ({ book, quantity: pending.get(String(book.id)) ?? quantity }))
    .filter(({ quantity }) => quantity > 0)
  const total = shown.reduce((sum, { book, quantity }) => sum + quantity * book.price, 0)

  const shipping = shippingFor('post', total)

  if (shown.length === 0) return <EmptyCart />

  return (
    <div className="page">
      <h1>Your cart</h1>
      <div className="cart">
        <ul className="cart-lines">
          {shown.map((line) => (
            <Line key={line.book.id} line={line} most={most} />
          ))}
        </ul>
        <aside className="panel summary" aria-label="Summary">
          <dl>
            <div>
              <dt>Books</dt>
              <dd>{formatPrice(total)}</dd>
            </div>
            <div>
              <dt>Shipping by post</dt>
              <dd>{formatShipping(shipping)}</dd>
            </div>
            <div className="sum">
              <dt>Total</dt>
              <dd>{formatPrice(total + shipping)}</dd>
            </div>
          </dl>
          {total < FREE_SHIPPING && (
            <p className="hint">{formatPrice(FREE_SHIPPING - total)} more and the post is on us.</p>
          )}
          <Link className="button wide" to={routes.checkout.index.href()} prefetch="intent">
            Check out
          </Link>
        </aside>
      </div>
    </div>
  )
}

function EmptyCart() {
  return (
    <div className="page narrow centre">
      <h1>Your cart is empty</h1>
      <p className="lead">There is room for something good.</p>
      <p>
        <Link className="button" to={routes.books.index.href()} prefetch="intent">
          Browse the catalogue
        </Link>
      </p>
    </div>
  )
}

function Line({ line: { book, quantity }, most }: { line: CartLine; most: number }) {
  const fetcher = useFetcher()
  const isLive = useIsLive()
  const id = `quantity-${book.id}`

  return (
    <li className="cart-line">
      <Link
        className="cover"
        to={routes.books.show.href({ slug: book.slug })}
        tabIndex={-1}
        aria-hidden
      >
        <img src={book.cover} alt="" width="600" height="900" />
      </Link>
      <div>
        <h2>
          <Link to={routes.books.show.href({ slug: book.slug })} prefetch="intent">
            {book.title}
          </Link>
        </h2>
        <p className="card-author">{book.author}</p>
        <div className="line-actions">
          <fetcher.Form method="post">
            <input type="hidden" name="book" value={book.id} />
            <LiveField />
            <label htmlFor={id}>Copies</label>
            <select
              id={id}
              name="quantity"
              value={quantity}
              onChange={({ currentTarget }) => fetcher.submit(currentTarget.form!)}
            >
              {Array.from({ length: Math.min(most, Math.max(book.stock, quantity)) }, (_, i) => (
                <option key={i}>{i + 1}</option>
              ))}
            </select>
            {!isLive && <button className="link-button">Update</button>}
          </fetcher.Form>
          <fetcher.Form method="post">
            <input type="hidden" name="book" value={book.id} />
            <input type="hidden" name="quantity" value="0" />
            <LiveField />
            <button className="link-button" aria-label={`Remove ${book.title}`}>
              Remove
            </button>
          </fetcher.Form>
        </div>
      </div>
      <p className="price">{formatPrice(quantity * book.price)}</p>
    </li>
  )
}

/** Returns the quantities that are being saved, by book. */
function usePendingQuantities(): Map<string, number> {
  const quantities = new Map<string, number>()
  for (const { formData } of useFetchers()) {
    if (formData?.has('book') && formData.get('intent') !== 'add') {
      quantities.set(String(formData.get('book')), Number(formData.get('quantity')))
    }
  }

  return quantities
}
