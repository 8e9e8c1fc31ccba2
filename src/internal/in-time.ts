import { within } from './within.ts'

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
  return (command, reply) =>
    within(reply, timeout, (): never => {
      throw new Error(
        `${server} did not reply to ${command} within ${timeout} ms. Check that the server runs and that the client is connected.`,
      )
    })
}
