/** How many characters of messages are kept. Messages can contain what a client sent, so they must not add up. */
const MAX_LENGTH = 100_000

const seen = new Set<string>()
let length = 0

/**
 * Prints a warning the first time it is given: what is wrong with a configuration need not be said per request.
 *
 * The oldest messages are forgotten when there are many. They are printed again the next time.
 */
export function warnOnce(message: string): void {
  if (seen.has(message)) return
  console.warn(message)

  seen.add(message)
  length += message.length
  for (const oldest of seen) {
    if (length <= MAX_LENGTH) break
    seen.delete(oldest)
    length -= oldest.length
  }
}
