import { Auth } from 'framework/auth-middleware'
import { Session } from 'framework/session'
import { tag } from 'framework/tags'
import type { ShopContext } from './context.ts'

// The names of the shop's data, for `reads` and `writes`. After an action, only the loaders run that read what it wrote.

/** All books, with their stock and their ratings. */
export const BOOKS = 'books'

/** All orders, for admins. */
export const ORDERS = 'orders'

export function reviewsOf(slug: string): string {
  return tag('reviews', slug)
}

/** The cart is in the session, so it belongs to the visitor. */
export function cartOf(context: ShopContext): string {
  return tag('cart', context.get(Session).id)
}

export function ordersOf(context: ShopContext): string {
  return tag('orders', readerOf(context))
}

/** The user who is logged in: loaders that show something about them read this. */
export function readerOf(context: ShopContext): string {
  const auth = context.get(Auth)
  return auth.ok ? tag('user', auth.identity.id) : 'user:none'
}
