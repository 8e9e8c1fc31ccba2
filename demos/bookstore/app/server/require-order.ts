import { json } from 'framework'
import { Auth } from 'framework/auth-middleware'
import { Session } from 'framework/session'
import type { ShopContext } from './context.ts'
import { Database } from './database.ts'
import { findOrder, type Order } from './orders.ts'

/** Returns an order of the visitor. Throws a 404 for anyone else's. */
export async function requireOrder(context: ShopContext, number: string): Promise<Order> {
  const auth = context.get(Auth)
  const order = await findOrder(
    context.get(Database),
    number,
    auth.ok ? auth.identity.id : undefined,
    context.get(Session).get('lastOrder'),
  )
  if (!order) throw json('There is no such order', 404)

  return order
}
