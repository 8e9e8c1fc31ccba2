import type { RequestContext } from '../fetch-router/index.ts'
import { headerOf, internalsOf } from '../fetch-router/shared.ts'
import { FormLimitError } from '../form-data-parser/index.ts'
import { countLimits, parseUrlencodedText, peekMethodOverride } from '../form-data-parser/shared.ts'
import { ContentType } from '../headers/index.ts'
import { bodyOf } from '../internal/exchange/request-body.ts'
import { methodField, overrideMethod } from '../internal/override-method.ts'
import { parsePairs } from '../internal/parse-pairs.ts'

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
  const { method } = context
  const type = headerOf(context, 'Content-Type')
  const { mediaType } = ContentType.from(type)
  if (mediaType === 'application/x-www-form-urlencoded') return fromUrlencoded(context)
  if (mediaType !== 'multipart/form-data') return { method }
  if (context.has(FormData)) return fromParsedForm(context)

  return method === 'POST' ? fromMultipart(context, type!) : { method }
}

async function fromUrlencoded(context: RequestContext): Promise<EffectiveRequest> {
  const body = internalsOf(context).requestBody
  const text = await body.text()
  const fields = context.get(FormData) ?? parseFields(text)
  if (fields === null) return { method: context.method }

  const { method, isObeyed } = readField(context, fields)
  const rest = isObeyed ? withoutField(text) : text
  const copy = (): Request => copyForm(context, method, rest, isObeyed)
  body.share(once(copy))

  return {
    method,
    createRequest() {
      const form = context.get(FormData)
      return withForm(copy(), form && isObeyed ? withoutMethod(form) : form)
    },
  }
}

async function fromMultipart(context: RequestContext, type: string): Promise<EffectiveRequest> {
  const body = internalsOf(context).requestBody
  const source = await body.stream()
  if (source === null) return { method: 'POST' }

  const found = await peekMethodOverride(source, type, { signal: body.signal })
  const method = found.method ?? 'POST'
  const copy = once(() => copyForm(context, method, found.body, found.method !== null))
  body.share(copy)

  // By then, middleware of a route module may have streamed the files.
  return { method, createRequest: () => withForm(copy(), context.get(FormData)) }
}

/** Reads the method if `formData()` has already read the body, so that its files cannot be read again. */
function fromParsedForm(context: RequestContext): EffectiveRequest {
  const form = context.get(FormData)!
  const { method, isObeyed } = readField(context, form)
  if (method === 'POST') return { method }

  return {
    method,
    createRequest: () =>
      withForm(
        internalsOf(context).copyRequest({ method, body: null }),
        isObeyed ? withoutMethod(form) : form,
      ),
  }
}

/** Returns the method that `methodOverride()` has set, or else the one that the form asks for. */
function readField(
  { method }: RequestContext,
  form: FormData | URLSearchParams,
): { readonly method: string; readonly isObeyed: boolean } {
  const asked = overrideMethod(form.get(methodField))
  const effective = method === 'POST' ? (asked ?? method) : method

  return { method: effective, isObeyed: effective === asked }
}

/** The fields of an urlencoded form. If there are too many, the action gets the error when it reads the form. */
function parseFields(text: string): URLSearchParams | null {
  try {
    return parseUrlencodedText(text, countLimits.maxParts)
  } catch (error) {
    if (error instanceof FormLimitError) return null
    throw error
  }
}

/** Copies a request whose form was read to find the method. */
function copyForm(
  context: RequestContext,
  method: string,
  body: BodyInit,
  isShorter: boolean,
): Request {
  const without = isShorter ? ['Content-Length'] : []

  return internalsOf(context).copyRequest({ method, body, without })
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

function withoutField(text: string): string {
  const pairs = text.split('&')

  return pairs.filter((pair) => !parsePairs(pair).has(methodField)).join('&')
}

function once(create: () => Request): () => Request {
  let request: Request | undefined

  return () => (request ??= create())
}
