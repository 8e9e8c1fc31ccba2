import { randomInt } from 'node:crypto'
import type { Cart } from './cart.ts'
import type { ShopDatabase, ShopTransaction } from './database.ts'
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
>

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
 * @returns The number of the order
 * @throws {OutOfStockError} If there are not enough copies of a book. Then the transaction has to be rolled back
 */
export async function placeOrder(
  db: ShopTransaction,
  user: number | null,
  cart: Cart,
  fields: CheckoutFields,
): Promise<string> {
  const number = createNumber()
  const shipping = shippingFor(fields.delivery, cart.total)
  const added = await db.get<{ id: number }>(
    `INSERT INTO orders (number, "user", email, name, street, postcode, city, delivery, shipping, total, placed)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
    number,
    user,
    fields.email,
    fields.name,
    fields.street,
    fields.postcode,
    fields.city,
    fields.delivery,
    shipping,
    cart.total + shipping,
    new Date().toISOString().replace(/\.\d+/, ''),
  )

  // Always in the same order, so that two orders never wait for each other.
  for (const { book, quantity } of cart.lines.toSorted((a, b) => a.book.id - b.book.id)) {
    const taken = await db.run(
      'UPDATE books SET stock = stock - ? WHERE id = ? AND stock >= ?',
      quantity,
      book.id,
      quantity,
    )
    if (taken === 0) throw new OutOfStockError(book.title)
    await db.run(
      'INSERT INTO order_lines ("order", title, slug, price, quantity) VALUES (?, ?, ?, ?, ?)',
      added!.id,
      book.title,
      book.slug,
      book.price,
      quantity,
    )
  }

  return number
}

/** Returns an order, if it belongs to the user, or if this session has just placed it. */
export async function findOrder(
  db: ShopDatabase,
  number: string,
  user: number | undefined,
  lastOrder: string | undefined,
): Promise<Order | undefined> {
  const row = await db.get<OrderRow>('SELECT * FROM orders WHERE number = ?', number)
  if (!row || (number !== lastOrder && (user === undefined || row.user !== user))) return

  return toOrder(db, row)
}

/** Returns the orders of a user, the latest first. */
export async function findOrders(db: ShopDatabase, user: number): Promise<Order[]> {
  const rows = await db.all<OrderRow>(
    'SELECT * FROM orders WHERE "user" = ? ORDER BY id DESC',
    user,
  )
  return Promise.all(rows.map((row) => toOrder(db, row)))
}

/** Returns all orders, the latest first, for admins. */
export async function findAllOrders(db: ShopDatabase): Promise<Order[]> {
  const rows = await db.all<OrderRow>('SELECT * FROM orders ORDER BY id DESC LIMIT 200')
  return Promise.all(rows.map((row) => toOrder(db, row)))
}

type OrderRow = Omit<Order, 'lines'> & { id: number; user: number | null }

async function toOrder(db: ShopDatabase, row: OrderRow): Promise<Order> {
  const { id, user: _user, ...order } = row
  const lines = await db.all<Order['lines'][number]>(
    'SELECT title, slug, price, quantity FROM order_lines WHERE "order" = ?',
    id,
  )

  return { ...order, lines }
}

/** Creates a number that is easy to read out on the phone, without letters that look like digits. */
function createNumber(): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  return Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
}
