import { reasonPhrase } from './reason-phrase.ts'
import type { RequestError } from './exchange/request-error.ts'
import { warnOnce } from './warn-once.ts'

/**
 * The text that a client gets for its mistake.
 *
 * If an error has a `publicMessage`, its `message` is for the developer and names options and limits. That is logged only
 * once, because a client can make the same mistake with every request.
 */
export function refusalText(error: RequestError & { readonly publicMessage?: unknown }): string {
  if (typeof error.publicMessage !== 'string') return reasonPhrase(error.status)
  if (error.message !== error.publicMessage) warnOnce(error.message)

  return error.publicMessage
}
