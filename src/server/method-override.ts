import { countLimits, peekMethodOverride } from '../form-data-parser/shared.ts'
import type { RequestContext } from '../fetch-router/index.ts'
import { ContentType } from '../headers/index.ts'
import { bodyOf, copyRequest } from '../internal/exchange/owned-request.ts'
import { methodField, overrideMethod } from '../internal/override-method.ts'

/** The method that a request means, and the request as its action shall see it. */
interface EffectiveRequest {
  method: string
  /** Makes the request for the action; absent when the context's own will do. */
  createRequest?: () => Request
}

/**
 * Reads the method of a form that could not say it: PUT, PATCH or DELETE in a field `_method` of a POST.
 *
 * Only from the body, never from the query or a header, and only after the origin was checked. The field is taken out of
 * what the action reads.
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
  // The action finds out when it reads the form. Behind `formData()` the app has limits of its own.
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

  const found = await peekMethodOverride(source, request.headers.get('Content-Type'))
  const method = found.method ?? 'POST'
  const copy = copyForm(context, method, found.body, found.method !== null)
  bodyOf(request)!.share(copy)

  // Middleware of a route module may have streamed the files by then.
  return { method, createRequest: () => withForm(copy, context.get(FormData)) }
}

/** `formData()` has read the body before us, and its files are gone. */
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

/** What `methodOverride()` has made of it, else what the form asks for. */
function effectiveMethod({ method }: RequestContext, asked: string | undefined): string {
  return method === 'POST' ? (asked ?? method) : method
}

/** The request with a form that was read to find its method. */
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

/** Whether an urlencoded body has more fields than a form may have. */
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
    return text // neither the field nor a method has a percent sign in it
  }
}
