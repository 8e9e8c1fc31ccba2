import { useFetcher } from 'framework'
import { routes } from '../routes.ts'
import type { Book } from '../server/books.ts'
import { LiveField } from './live-field.tsx'

/** Puts a book into the cart without leaving the page. */
export function AddToCart({ book }: { book: Pick<Book, 'id' | 'title' | 'stock'> }) {
  const fetcher = useFetcher()
  if (book.stock === 0) return <p className="sold-out large">Sold out. More are on their way.</p>

  const isAdding = fetcher.state !== 'idle'
  const isDone = fetcher.type === 'done'

  return (
    <fetcher.Form className="add-to-cart" method="post" action={routes.cart.href()}>
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="book" value={book.id} />
      <LiveField />
      <label className="visually-hidden" htmlFor="quantity">
        How many
      </label>
      <select id="quantity" name="quantity" defaultValue="1">
        {Array.from({ length: Math.min(book.stock, 5) }, (_, i) => (
          <option key={i}>{i + 1}</option>
        ))}
      </select>
      <button className="button" disabled={isAdding}>
        {isAdding ? 'Adding…' : 'Add to cart'}
      </button>
      <span role="status" className="added">
        {fetcher.isRetrying ? 'Still sending …' : isDone && !isAdding ? 'In your cart' : ''}
      </span>
    </fetcher.Form>
  )
}
