/** Formats a price: `1890` is `€18.90`. */
export function formatPrice(cents: number): string {
  return `€${(cents / 100).toFixed(2)}`
}

/** Formats the price of the shipping. */
export function formatShipping(cents: number): string {
  return cents === 0 ? 'Free' : formatPrice(cents)
}

const months =
  'January February March April May June July August September October November December'.split(' ')

/** Formats a date: `2026-05-16` is `16 May 2026`. The result is the same on the server and in every browser. */
export function formatDate(date: string): string {
  const [year, month, day] = date.slice(0, 10).split('-').map(Number)
  return `${day} ${months[month! - 1]} ${year}`
}

/** Formats a time: `2026-05-16T09:30:00.000Z` is `16 May 2026, 09:30 UTC`. */
export function formatTime(time: string): string {
  return `${formatDate(time)}, ${time.slice(11, 16)} UTC`
}

/** Formats a number with its noun: `countOf(1, 'book')` is `1 book`. */
export function countOf(count: number, noun: string, plural: string = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}
