import { reasonPhrase } from './reason-phrase.ts'
import type { RequestError } from './exchange/request-error.ts'
import { warnOnce } from './warn-once.ts'

/**
 * What a client may read of its mistake.
 *
 * An error with a `publicMessage` has a message for the developer, which names options and limits. That goes to the log, once: a client
 * can make the same mistake with every request.
 */
export function refusalText(error: RequestError & { readonly publicMessage?: unknown }): string {
  if (typeof error.publicMessage !== 'string') return reasonPhrase(error.status)
  warnOnce(error.message)

  return error.publicMessage
}
