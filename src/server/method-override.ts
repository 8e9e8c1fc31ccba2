import { peekMethodOverride } from '../form-data-parser/index.ts'
import type { RequestContext } from '../fetch-router/index.ts'
import { ContentType } from '../headers/index.ts'
import { replayFormData } from '../internal/replay-body.ts'
import { assertFieldCount } from './bound-form.ts'

/** The method that a request means, and the request as its action shall see it. */
export interface EffectiveRequest {
  method: string
  /** Absent when the context's own request will do. */
  request?: Request
}

/**
 * Reads the method of a form that could not say it: PUT, PATCH or DELETE in a field `_method` of a POST.
 *
 * Only from the body, never from the query or a header, and only after the origin was checked. The field is taken out of
 * what the action reads.
 */
export async function readMethodOverride(context: RequestContext): Promise<EffectiveRequest> {
  const { request } = context
  if (context.has(FormData)) return fromParsedForm(context, request)
  if (context.method !== 'POST' || request.method !== 'POST') return { method: context.method }

  const { mediaType } = ContentType.from(request.headers.get('Content-Type'))
  if (mediaType === 'application/x-www-form-urlencoded') return fromUrlencoded(context, request)
  if (mediaType === 'multipart/form-data') return fromMultipart(context, request)

  return { method: 'POST' }
}

/** `formData()` has read the body before us, and `methodOverride()` may have obeyed it. */
function fromParsedForm(context: RequestContext, request: Request): EffectiveRequest {
  const form = context.get(FormData)
  const named = request.method === 'POST' ? form?.get('_method') : undefined
  const asked = typeof named === 'string' ? toOverride(named) : undefined
  const method = context.method === 'POST' ? (asked ?? 'POST') : context.method
  if (!form || asked === undefined || method !== asked) return { method }

  const rest = new FormData()
  for (const [name, value] of form) if (name !== '_method') rest.append(name, value as string)
  const view = new Request(request.url, {
    method,
    headers: request.headers,
    signal: request.signal,
  })
  replayFormData(view, rest)

  return { method, request: view }
}

async function fromUrlencoded(
  context: RequestContext,
  request: Request,
): Promise<EffectiveRequest> {
  const text = await context.text()
  assertFieldCount(text)
  const pairs = text.split('&')
  const first = pairs.find((pair) => pair.startsWith('_method='))
  const method = first && toOverride(decodeURIComponentSafely(first.slice(8)))
  if (!method) return { method: 'POST' }

  return {
    method,
    request: copyRequest(request, method, {
      body: pairs.filter((pair) => !pair.startsWith('_method=')).join('&'),
    }),
  }
}

async function fromMultipart(context: RequestContext, request: Request): Promise<EffectiveRequest> {
  const source = request.bodyUsed ? new Response(await context.bytes()).body : request.body
  if (source === null) return { method: 'POST' }

  const { method, body } = await peekMethodOverride(source, request.headers.get('Content-Type'))

  return {
    method: method ?? 'POST',
    request: copyRequest(request, method ?? 'POST', { body, duplex: 'half' }),
  }
}

function copyRequest(
  { url, headers, signal }: Request,
  method: string,
  init: RequestInit & { duplex?: 'half' },
): Request {
  const copy = new Headers(headers)
  copy.delete('Content-Length') // of a body with one field more

  return new Request(url, { ...init, method, headers: copy, signal })
}

function toOverride(value: string): string | undefined {
  const method = value.toUpperCase()

  return method === 'PUT' || method === 'PATCH' || method === 'DELETE' ? method : undefined
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // no method has a percent sign in it
  }
}
