/** How many characters of problems are kept. Messages can contain what clients sent, so memory must be limited. */
const MAX_LENGTH = 100_000

const seen = new Set<string>()
let length = 0

/**
 * Prints a warning only the first time, so that a wrong configuration is not reported for each request.
 *
 * When there are many messages, the oldest are forgotten and can be printed again.
 *
 * @param message What to print
 * @param problem What the message is about, if the message also contains something of one request: an error, a key. Only
 *   the first message about a problem is printed
 */
export function warnOnce(message: string, problem: string = message): void {
  if (seen.has(problem)) return
  console.warn(message)

  seen.add(problem)
  length += problem.length
  for (const oldest of seen) {
    if (length <= MAX_LENGTH) break
    seen.delete(oldest)
    length -= oldest.length
  }
}
