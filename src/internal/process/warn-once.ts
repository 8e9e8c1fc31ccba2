/**
 * How many characters of messages are kept. Messages can contain strings that clients have sent, so memory must be limited.
 */
const MAX_LENGTH = 100_000

const seen = new Set<string>()
const reported = new WeakSet<object>()
let length = 0

/**
 * Prints a warning only the first time, so that a wrong configuration is not reported for each request.
 *
 * When there are many messages, the oldest are forgotten and can be printed again.
 *
 * @param message What to print
 * @param source The subject of the warning, such as a key, if the message may differ between requests. Only the first
 *   warning about it is printed
 */
export function warnOnce(message: string, source?: object): void {
  if (source === undefined ? seen.has(message) : reported.has(source)) return
  console.warn(message)
  if (source !== undefined) return void reported.add(source)

  seen.add(message)
  length += message.length
  for (const oldest of seen) {
    if (length <= MAX_LENGTH) break
    seen.delete(oldest)
    length -= oldest.length
  }
}
