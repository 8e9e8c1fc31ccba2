import { editHeaders } from '../../internal/exchange/edit-headers.ts'
import { internalsOf } from './context-internals.ts'
import type { RequestContext } from './request-context.ts'

/**
 * Runs the rest of a request, and edits the headers of the response. If the rest throws, the response that is sent for the
 * error gets the same headers.
 *
 * @param context The context of the request
 * @param next The rest of the request
 * @param edit Changes the headers
 */
export async function nextWithHeaders(
  context: RequestContext<any, any>,
  next: () => Promise<Response>,
  edit: (headers: Headers) => void,
): Promise<Response> {
  try {
    return editHeaders(await next(), edit)
  } catch (error) {
    const { facts } = internalsOf(context)
    facts.errorHeaders = [...(facts.errorHeaders ?? []), edit]
    throw error
  }
}
