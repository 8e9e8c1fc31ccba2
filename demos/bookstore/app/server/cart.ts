import { findBookById, type Book } from './books.ts'
import type { ShopDatabase } from './database.ts'
import type { ShopSession } from './session.ts'

/** The quantity of each book, by its id. */
export type CartItems = Record<string, number>

export interface CartLine {
  book: Book
  quantity: number
}

export interface Cart {
  lines: CartLine[]
  count: number
  /** In cents, without shipping. */
  total: number
}

/** The highest quantity of one book. The limit also keeps the session in a cookie small. */
export const MAX_QUANTITY = 9

/** Reads the cart of a session. Deleted books are left out. */
export async function readCart(db: ShopDatabase, session: ShopSession): Promise<Cart> {
  const found = await Promise.all(
    Object.entries(session.get('cart') ?? {}).map(async ([id, quantity]) => {
      const book = await findBookById(db, Number(id))
      return book && { book, quantity }
    }),
  )
  const lines = found.filter((line) => line !== undefined)

  return {
    lines,
    count: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    total: lines.reduce((sum, { book, quantity }) => sum + quantity * book.price, 0),
  }
}

export function countItems(session: ShopSession): number {
  return Object.values(session.get('cart') ?? {}).reduce((sum, quantity) => sum + quantity, 0)
}

export function addToCart(session: ShopSession, book: Book, quantity: number): void {
  setQuantity(session, book, (session.get('cart')?.[book.id] ?? 0) + quantity)
}

/** Sets the quantity of a book in the cart, up to the stock. 0 removes the book. */
export function setQuantity(session: ShopSession, book: Book, quantity: number): void {
  const { [book.id]: _, ...others } = session.get('cart') ?? {}
  const most = Math.min(quantity, book.stock, MAX_QUANTITY)
  session.set('cart', most > 0 ? { ...others, [book.id]: most } : others)
  if (!session.has('cartId')) session.set('cartId', crypto.randomUUID())
}

/** A cart as it was ordered. */
export interface OrderedCart {
  id: string | undefined
  items: CartItems
}

/**
 * Takes out of the cart what was ordered. If the response of an order was lost, the visitor may have added books since: these
 * stay, as a new cart. A cart that the visitor has started since stays as it is.
 */
export function removeOrdered(session: ShopSession, ordered: OrderedCart): void {
  if (session.get('cartId') !== ordered.id) return
  const rest = Object.entries(session.get('cart') ?? {})
    .map(([id, quantity]) => [id, quantity - (ordered.items[id] ?? 0)] as const)
    .filter(([, quantity]) => quantity > 0)

  emptyCart(session)
  if (rest.length === 0) return
  session.set('cart', Object.fromEntries(rest))
  session.set('cartId', crypto.randomUUID())
}

export function emptyCart(session: ShopSession): void {
  session.unset('cart')
  session.unset('cartId')
}

export function readQuantity(form: FormData): number {
  const quantity = Number(form.get('quantity') ?? 1)
  return Number.isSafeInteger(quantity) && quantity >= 0 ? quantity : 1
}
