/**
 * Creates a function that passes on the reply to a command, or rejects if the reply does not come in time.
 *
 * @param server The name of the server, for the error
 * @param timeout Milliseconds
 */
export function createInTime(
  server: string,
  timeout: number,
): <Reply>(command: string, reply: Promise<Reply>) => Promise<Reply> {
  return async (command, reply) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(
          new Error(
            `${server} did not reply to ${command} within ${timeout} ms. Check that the server runs and that the client is connected.`,
          ),
        )
      }, timeout)
    })
    try {
      return await Promise.race([reply, late])
    } finally {
      clearTimeout(timer)
    }
  }
}
