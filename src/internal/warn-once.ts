/** How many characters of messages are kept. Messages can contain what clients sent, so memory must be limited. */
const MAX_LENGTH = 100_000

const seen = new Set<string>()
let length = 0

/**
 * Prints a warning only the first time, so that a wrong configuration is not reported for each request.
 *
 * When there are many messages, the oldest are forgotten and can be printed again.
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
