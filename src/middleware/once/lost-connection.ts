import { UnavailableError } from '../../internal/exchange/status-errors.ts'

/**
 * Returns the error for a submission with a key that failed. If the connection to the database was lost, the response is a
 * 503, which browsers repeat: the record and the effect are one transaction, so a repeat is safe even if it was committed.
 *
 * Any other error is returned unchanged.
 */
export function explainLostConnection(error: unknown): unknown {
  if (!isLostConnection(error)) return error

  return new UnavailableError(
    'Cannot finish the submission: the connection to the database was lost. It is safe to send it again.',
    { cause: error },
  )
}

/** Whether an error, or a cause of it, says that there is no connection. ORMs wrap the errors of the driver. */
function isLostConnection(thrown: unknown): boolean {
  let error = thrown
  for (let depth = 0; depth < mostCauses && error instanceof Error; depth++) {
    // A `fetch()` that failed. Its server is not the database, and it may have done its work.
    if (error instanceof TypeError) return false
    const { code } = error as { code?: unknown }
    if (typeof code === 'string' && codes.test(code)) return true
    if (messages.test(error.message)) return true
    error = error.cause
  }
  return false
}

const mostCauses = 5

/**
 * The codes of Node; of Postgres for a server that stops or starts (57P), a connection that it closes (08, 25P03) and too
 * many connections; of `postgres`, and of Prisma.
 */
const codes =
  /^(?:E(?:CONN(?:RESET|REFUSED|ABORTED)|PIPE|TIMEDOUT|(?:HOST|NET)UNREACH|AI_AGAIN)|57P0[1235]|08...|25P03|53300|CONNECTION_(?:CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT|P10(?:01|02|17))$/

/** Errors of `pg` without a code. */
const messages =
  /^(?:Connection terminated|Client (?:was closed|has encountered a connection error) and is not queryable|Query read timeout$|timeout exceeded when trying to connect$)/
