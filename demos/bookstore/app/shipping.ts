/** The delivery options. */
export const deliveries = {
  post: { label: 'By post', note: 'Three to five days', price: 390 },
  courier: { label: 'By courier', note: 'Tomorrow, before noon', price: 790 },
  pickup: { label: 'Collect it', note: 'In the shop, from four o’clock today', price: 0 },
} as const

export type Delivery = keyof typeof deliveries

/** Shipping by post is free from this total, in cents. */
export const FREE_SHIPPING = 4000

/** Returns the price of a delivery, in cents. */
export function shippingFor(delivery: Delivery, total: number): number {
  return delivery === 'post' && total >= FREE_SHIPPING ? 0 : deliveries[delivery].price
}
