import { countLimits, peekMethodOverride } from '../form-data-parser/shared.ts'
import type { RequestContext } from '../fetch-router/index.ts'
import { ContentType } from '../headers/index.ts'
import { bodyOf, copyRequest } from '../internal/exchange/owned-request.ts'
import { methodField, overrideMethod } from '../internal/override-method.ts'

/** The effective method of a request, and the request for its action. */
interface EffectiveRequest {
  method: string
  /** Creates the request for the action. `undefined` if the action can use the request of the context. */
  createRequest?: () => Request
}

/**
 * Reads the method of a form that the browser submitted: PUT, PATCH or DELETE in the field `_method` of a POST.
 *
 * The method is only read from the body, never from the query or a header, and only after the check of the origin. The
 * action does not see the field.
 */
export async function readMethodOverride(context: RequestContext): Promise<EffectiveRequest> {
  const { request, method } = context
  if (request.method !== 'POST') return { method }

  const { mediaType } = ContentType.from(request.headers.get('Content-Type'))
  if (mediaType === 'application/x-www-form-urlencoded') return fromUrlencoded(context)
  if (mediaType !== 'multipart/form-data') return { method }
  if (context.has(FormData)) return fromParsedForm(context)

  return method === 'POST' ? fromMultipart(context) : { method }
}

async function fromUrlencoded(context: RequestContext): Promise<EffectiveRequest> {
  const text = await context.text()
  // The action gets the error when it reads the form. With `formData()`, the limits of the app apply.
  if (!context.has(FormData) && hasTooManyFields(text)) return { method: context.method }

  const pairs = text.split('&')
  const field = pairs.find(isMethodField)
  const asked = field && overrideMethod(decode(field.slice(field.indexOf('=') + 1)))
  const method = effectiveMethod(context, asked)
  const isObeyed = method === asked
  const body = isObeyed ? pairs.filter((pair) => !isMethodField(pair)).join('&') : text
  const copy = () => copyForm(context, method, body, isObeyed)
  bodyOf(context.request)!.share(copy())

  return {
    method,
    createRequest() {
      const form = context.get(FormData)
      return withForm(copy(), form && isObeyed ? withoutMethod(form) : form)
    },
  }
}

async function fromMultipart(context: RequestContext): Promise<EffectiveRequest> {
  const { request } = context
  const source = request.bodyUsed ? new Response(await context.bytes()).body : request.body
  if (source === null) return { method: 'POST' }

  const { headers, signal } = request
  const found = await peekMethodOverride(source, headers.get('Content-Type'), { signal })
  const method = found.method ?? 'POST'
  const copy = copyForm(context, method, found.body, found.method !== null)
  bodyOf(request)!.share(copy)

  // By then, middleware of a route module may have streamed the files.
  return { method, createRequest: () => withForm(copy, context.get(FormData)) }
}

/** Reads the method if `formData()` has already read the body, so that its files cannot be read again. */
function fromParsedForm(context: RequestContext): EffectiveRequest {
  const form = context.get(FormData)!
  const asked = overrideMethod(form.get(methodField))
  const method = effectiveMethod(context, asked)
  if (method === 'POST') return { method }

  return {
    method,
    createRequest: () =>
      withForm(
        copyRequest(context.request, { method, body: null }),
        method === asked ? withoutMethod(form) : form,
      ),
  }
}

/** Returns the method that `methodOverride()` has set, or else the one that the form asks for. */
function effectiveMethod({ method }: RequestContext, asked: string | undefined): string {
  return method === 'POST' ? (asked ?? method) : method
}

/** Copies a request whose form was read to find the method. */
function copyForm(
  { request }: RequestContext,
  method: string,
  body: BodyInit,
  isShorter: boolean,
): Request {
  const headers = new Headers(request.headers)
  if (isShorter) headers.delete('Content-Length')

  return copyRequest(request, { method, headers, body })
}

function withForm(request: Request, form: FormData | undefined): Request {
  if (form) bodyOf(request)!.keepForm(form)

  return request
}

function withoutMethod(form: FormData): FormData {
  const rest = new FormData()
  for (const [name, value] of form) if (name !== methodField) rest.append(name, value as string)

  return rest
}

/** Whether an urlencoded body has more fields than allowed. */
function hasTooManyFields(text: string): boolean {
  let count = 0
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    if (++count > countLimits.maxParts) return true
  }

  return false
}

function isMethodField(pair: string): boolean {
  const [name = ''] = pair.split('=', 1)

  return name === methodField || (name.includes('%') && decode(name) === methodField)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // The field name and the methods contain no percent sign.
  }
}
