import { randomInt } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Cart } from './cart.ts'
import { transaction } from './database.ts'
import { shippingFor, type Delivery } from '../shipping.ts'

export interface Order {
  number: string
  email: string
  name: string
  street: string
  postcode: string
  city: string
  delivery: Delivery
  shipping: number
  total: number
  /** When the order was placed, such as `2026-05-16T09:30:00Z`. */
  placed: string
  lines: { title: string; slug: string; price: number; quantity: number }[]
}

/** The fields of the checkout. */
export type CheckoutFields = Pick<
  Order,
  'email' | 'name' | 'street' | 'postcode' | 'city' | 'delivery'
> & { key: string }

/** Thrown if a cart has more copies of a book than the shop. */
export class OutOfStockError extends Error {
  readonly title: string
  constructor(title: string) {
    super(`Not enough copies of “${title}”`)
    this.title = title
  }
}

/**
 * Places an order and reduces the stock of its books.
 *
 * The key belongs to the checkout page. If the form is sent twice, because of a lost connection or a double click, it is
 * still one order.
 *
 * @throws {OutOfStockError} If there are not enough copies of a book. Then nothing has changed
 */
export function placeOrder(
  db: DatabaseSync,
  user: number | null,
  cart: Cart,
  fields: CheckoutFields,
): string {
  return transaction(db, () => {
    const placed = db.prepare('SELECT number FROM orders WHERE key = ?').get(fields.key)
    if (placed) return String(placed['number'])

    const takeFromShelf = db.prepare(
      'UPDATE books SET stock = stock - ? WHERE id = ? AND stock >= ?',
    )
    for (const { book, quantity } of cart.lines) {
      if (takeFromShelf.run(quantity, book.id, quantity).changes === 0) {
        throw new OutOfStockError(book.title)
      }
    }

    const number = createNumber()
    const shipping = shippingFor(fields.delivery, cart.total)
    const { lastInsertRowid } = db
      .prepare(
        `INSERT INTO orders (number, key, user, email, name, street, postcode, city, delivery, shipping, total, placed)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, strftime('%FT%TZ'))`,
      )
      .run(
        number,
        fields.key,
        user,
        fields.email,
        fields.name,
        fields.street,
        fields.postcode,
        fields.city,
        fields.delivery,
        shipping,
        cart.total + shipping,
      )
    const addLine = db.prepare(
      'INSERT INTO order_lines ("order", title, slug, price, quantity) VALUES (?, ?, ?, ?, ?)',
    )
    for (const { book, quantity } of cart.lines) {
      addLine.run(lastInsertRowid, book.title, book.slug, book.price, quantity)
    }

    return number
  })
}

/** Returns an order, if it belongs to the user, or if this session has just placed it. */
export function findOrder(
  db: DatabaseSync,
  number: string,
  user: number | undefined,
  lastOrder: string | undefined,
): Order | undefined {
  const row = db.prepare('SELECT * FROM orders WHERE number = ?').get(number)
  if (!row || (number !== lastOrder && (user === undefined || row['user'] !== user))) return

  return toOrder(db, row)
}

/** Returns the orders of a user, the latest first. */
export function findOrders(db: DatabaseSync, user: number): Order[] {
  return db
    .prepare('SELECT * FROM orders WHERE user = ? ORDER BY id DESC')
    .all(user)
    .map((row) => toOrder(db, row))
}

function toOrder(db: DatabaseSync, row: Record<string, unknown>): Order {
  const { id, key: _key, user: _user, ...order } = row as never as Order & Record<string, never>
  const lines = db
    .prepare('SELECT title, slug, price, quantity FROM order_lines WHERE "order" = ?')
    .all(id!) as unknown as Order['lines']

  return { ...order, lines }
}

/** Creates a number that is easy to read out on the phone, without letters that look like digits. */
function createNumber(): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  return Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
}
