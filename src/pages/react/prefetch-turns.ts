/**
 * How many pages the links of a document prefetch at once. Browsers open six connections to a server over HTTP/1.1, so a
 * click does not wait until one of them is free.
 */
const limit = 4

const waiting = new Set<() => void>()
let running = 0

/**
 * Calls `begin` as soon as fewer pages than the limit are being prefetched, but not at once: React may end the turns of all
 * links together, and in development it mounts each link twice.
 *
 * @returns A function that ends the turn, or gives it up. The next page begins then
 */
export function takeTurn(begin: () => void): () => void {
  let isOver = false
  waiting.add(begin)
  queueMicrotask(beginNext)

  return () => {
    if (isOver) return
    isOver = true
    if (!waiting.delete(begin)) running--
    queueMicrotask(beginNext)
  }
}

function beginNext(): void {
  for (const begin of waiting) {
    if (running >= limit) return
    waiting.delete(begin)
    running++
    begin()
  }
}
