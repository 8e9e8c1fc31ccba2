/**
 * Waits for `work`, but not longer than this time.
 *
 * @param late What to do when the time is up: its value is the result, or its error. Without it, the result is `undefined`
 */
export async function within<Value, Late = undefined>(
  work: Promise<Value>,
  milliseconds: number,
  late?: () => Late,
): Promise<Value | Late> {
  const expired = Promise.withResolvers<void>()
  const timer = setTimeout(expired.resolve, milliseconds)
  try {
    return await Promise.race([work, expired.promise.then(late as () => Late)])
  } finally {
    clearTimeout(timer)
  }
}
