import type { RequestContext } from '../fetch-router/index.ts'
import { countLimits, MaxPartsExceededError, parseFormData } from '../form-data-parser/index.ts'

/**
 * Makes `request.formData()` of an action refuse a form of too many fields.
 *
 * The platform's own reader takes as many as fit into a body, and some take minutes for a few megabytes of them. How large a
 * body may be is for the server to say; an app that wants other limits has `formData()` in its front router.
 */
export function boundForm(context: RequestContext, request: Request): Request {
  if (context.has(FormData)) return request

  // Whoever has read the body before left readers that answer from what was read.
  const isRead = Object.hasOwn(request, 'bytes')
  const formData = async (): Promise<FormData> => {
    if (!isRead && request.bodyUsed) {
      throw new TypeError('Cannot read the request body as a form: it was already read')
    }
    const { headers, signal } = request
    const body = isRead ? new Response(await request.bytes()).body : request.body

    return parseFormData({ headers, body, signal }, countLimits)
  }
  Object.defineProperty(request, 'formData', {
    value: formData,
    configurable: true,
    writable: true,
  })

  return request
}

/** Throws if an urlencoded body has more fields than a form may have; nothing is made of them before. */
export function assertFieldCount(text: string): void {
  const { maxParts } = countLimits
  let count = 0
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    if (++count > maxParts) throw new MaxPartsExceededError(maxParts)
  }
}
