/**
 * Waits for a part of a static export, but not for ever.
 *
 * @param what What takes so long, for the message
 * @param timeout Milliseconds
 * @throws {Error} If it takes longer. The message begins with the reason
 */
export async function inTime<Value>(
  promise: Promise<Value>,
  what: string,
  timeout: number,
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const seconds = timeout / 1000
      reject(
        new Error(`${what} took longer than ${seconds} s. Make it faster, or raise static.timeout`),
      )
    }, timeout)
  })

  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
