import { peekMethodOverride } from '../form-data-parser/index.ts'
import type { RequestContext } from '../fetch-router/index.ts'
import { ContentType } from '../headers/index.ts'
import { replayFormData } from '../internal/replay-body.ts'
import { assertFieldCount } from './bound-form.ts'
import { shareBody } from './share-body.ts'

/** The method that a request means, and the request as its action shall see it. */
export interface EffectiveRequest {
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
  // Behind `formData()` the app has limits of its own.
  if (!context.has(FormData)) assertFieldCount(text)

  const pairs = text.split('&')
  const field = pairs.find(isMethodField)
  const asked = field && toOverride(decode(field.slice(field.indexOf('=') + 1)))
  const method = effectiveMethod(context, asked)
  const isObeyed = method === asked
  const body = isObeyed ? pairs.filter((pair) => !isMethodField(pair)).join('&') : text
  const copy = () => copyRequest(context.request, method, body, isObeyed)

  let view: Request | undefined
  shareBody(context, () => (view ??= copy()), copy)

  return {
    method,
    createRequest() {
      const request = copy()
      const form = context.get(FormData)
      if (form) answerForm(request, isObeyed ? withoutMethod(form) : form)

      return request
    },
  }
}

async function fromMultipart(context: RequestContext): Promise<EffectiveRequest> {
  const { request } = context
  const source = request.bodyUsed ? new Response(await context.bytes()).body : request.body
  if (source === null) return { method: 'POST' }

  const found = await peekMethodOverride(source, request.headers.get('Content-Type'))
  const method = found.method ?? 'POST'
  const view = copyRequest(request, method, found.body, found.method !== null)
  shareBody(
    context,
    () => view,
    () => view.clone(),
  )

  return {
    method,
    createRequest() {
      // Middleware of a route module has streamed the files already.
      const form = context.get(FormData)
      if (form) replayFormData(view, form)

      return view
    },
  }
}

/** `formData()` has read the body before us, and its files are gone. */
function fromParsedForm(context: RequestContext): EffectiveRequest {
  const form = context.get(FormData)!
  const named = form.get('_method')
  const asked = typeof named === 'string' ? toOverride(named) : undefined
  const method = effectiveMethod(context, asked)
  if (method === 'POST') return { method }

  return {
    method,
    createRequest() {
      const { url, headers, signal } = context.request
      const request = new Request(url, { method, headers, signal })
      replayFormData(request, method === asked ? withoutMethod(form) : form)

      return request
    },
  }
}

/** What `methodOverride()` has made of it, else what the form asks for. */
function effectiveMethod({ method }: RequestContext, asked: string | undefined): string {
  return method === 'POST' ? (asked ?? method) : method
}

function copyRequest(
  { url, headers, signal }: Request,
  method: string,
  body: BodyInit,
  isShorter: boolean,
): Request {
  const init: RequestInit & { duplex: 'half' } = { method, headers, body, signal, duplex: 'half' }
  const copy = new Request(url, init)
  if (isShorter) copy.headers.delete('Content-Length')

  return copy
}

function answerForm(request: Request, form: FormData): void {
  const value = () => Promise.resolve(form)
  Object.defineProperty(request, 'formData', { value, configurable: true, writable: true })
}

function withoutMethod(form: FormData): FormData {
  const rest = new FormData()
  for (const [name, value] of form) if (name !== '_method') rest.append(name, value as string)

  return rest
}

function isMethodField(pair: string): boolean {
  const [name = ''] = pair.split('=', 1)

  return name === '_method' || (name.includes('%') && decode(name) === '_method')
}

function toOverride(value: string): string | undefined {
  const method = value.toUpperCase()

  return method === 'PUT' || method === 'PATCH' || method === 'DELETE' ? method : undefined
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // neither the field nor a method has a percent sign in it
  }
}
