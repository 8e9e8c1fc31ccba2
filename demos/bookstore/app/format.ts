/** A price: `1890` is `€18.90`. */
export function formatPrice(cents: number): string {
  return `€${(cents / 100).toFixed(2)}`
}

/** What it costs to send something. */
export function formatShipping(cents: number): string {
  return cents === 0 ? 'Free' : formatPrice(cents)
}

const months =
  'January February March April May June July August September October November December'.split(' ')

/** A day: `2026-05-16` is `16 May 2026`. The same on the server and in every browser. */
export function formatDate(date: string): string {
  const [year, month, day] = date.slice(0, 10).split('-').map(Number)
  return `${day} ${months[month! - 1]} ${year}`
}

/** A number with its noun: `countOf(1, 'book')` is `1 book`. */
export function countOf(count: number, noun: string, plural: string = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}
