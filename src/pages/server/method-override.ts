import { type InternalContext } from '../../router/fetch-router/shared.ts'
import { FormLimitError } from '../../http/form-data-parser/index.ts'
import {
  countLimits,
  parseUrlencodedText,
  peekMethodOverride,
} from '../../http/form-data-parser/shared.ts'
import { ContentType } from '../../http/headers/index.ts'
import { bodyOf } from '../../internal/exchange/request-body.ts'
import { onceField } from '../../internal/forms/once-key.ts'
import { methodField, overrideMethod } from '../../internal/http/http.ts'
import { parsePairs } from '../../internal/text/parse-pairs.ts'

/** The effective method of a request, and the request for its action. */
interface EffectiveRequest {
  method: string
  /** The field `_once`, if it was looked for and is there. */
  key?: string | undefined
  /** Creates the request for the action. `undefined` if the action can use the request of the context. */
  createRequest?: () => Request
}

/**
 * Reads the method of a form that the browser submitted: PUT, PATCH or DELETE in the field `_method` of a POST.
 *
 * The method is only read from the body, never from the query or a header, and only after the check of the origin. The
 * action does not see the field.
 *
 * @param takesKey Whether forms of this app have keys, in the field `_once`. The action does not see that field either
 */
export async function readMethodOverride(
  context: InternalContext,
  takesKey: boolean,
): Promise<EffectiveRequest> {
  const { method } = context
  const type = context.readHeader('Content-Type')
  const { mediaType } = ContentType.from(type)
  if (mediaType === 'application/x-www-form-urlencoded') return fromUrlencoded(context, takesKey)
  if (mediaType !== 'multipart/form-data') return { method }
  if (context.has(FormData)) return fromParsedForm(context, takesKey)

  return method === 'POST' ? fromMultipart(context, type!, takesKey) : { method }
}

async function fromUrlencoded(
  context: InternalContext,
  takesKey: boolean,
): Promise<EffectiveRequest> {
  const body = context.requestBody
  const text = await body.text()
  const fields = context.get(FormData) ?? parseFields(text)
  if (fields === null) return { method: context.method }

  const { method, key, own } = readFields(context, fields, takesKey)
  const rest = own.length > 0 ? withoutPairs(text, own) : text
  const copy = (): Request => copyForm(context, method, rest, own.length > 0)
  body.share(once(copy))

  return {
    method,
    key,
    createRequest() {
      const form = context.get(FormData)
      return withForm(copy(), form && withoutFields(form, own))
    },
  }
}

async function fromMultipart(
  context: InternalContext,
  type: string,
  takesKey: boolean,
): Promise<EffectiveRequest> {
  const body = context.requestBody
  const source = await body.stream()
  if (source === null) return { method: 'POST' }

  const found = await peekMethodOverride(source, type, { signal: body.signal, takesKey })
  const method = found.method ?? 'POST'
  const isShorter = found.method !== null || found.key !== null
  const copy = once(() => copyForm(context, method, found.body, isShorter))
  body.share(copy)

  // The form is looked up when the action needs it: by then, middleware of a route module may have streamed the files.
  return {
    method,
    key: found.key ?? undefined,
    createRequest: () => withForm(copy(), context.get(FormData)),
  }
}

/** Reads the method if `formData()` has already read the body, so that its files cannot be read again. */
function fromParsedForm(context: InternalContext, takesKey: boolean): EffectiveRequest {
  const form = context.get(FormData)!
  const { method, key, own } = readFields(context, form, takesKey)
  if (method === 'POST' && own.length === 0) return { method }

  return {
    method,
    key,
    createRequest: () =>
      withForm(context.copyRequest({ method, body: null }), withoutFields(form, own)),
  }
}

/** Returns the method that `methodOverride()` has set or else the form asks for, the key, and the fields that say it. */
function readFields(
  { method }: InternalContext,
  form: FormData | URLSearchParams,
  takesKey: boolean,
): { readonly method: string; readonly key: string | undefined; readonly own: string[] } {
  const asked = overrideMethod(form.get(methodField))
  const effective = method === 'POST' ? (asked ?? method) : method
  const key = takesKey ? form.get(onceField) : null
  const own: string[] = []
  if (effective === asked) own.push(methodField)
  if (key !== null) own.push(onceField)

  return { method: effective, key: key === null ? undefined : String(key), own }
}

/** The fields of an urlencoded form. If there are too many, the action gets the error when it reads the form. */
export function parseFields(text: string): URLSearchParams | null {
  try {
    return parseUrlencodedText(text, countLimits.maxParts)
  } catch (error) {
    if (error instanceof FormLimitError) return null
    throw error
  }
}

/** Copies a request whose form was read to find the method. */
function copyForm(
  context: InternalContext,
  method: string,
  body: BodyInit,
  isShorter: boolean,
): Request {
  const without = isShorter ? ['Content-Length'] : []

  return context.copyRequest({ method, body, without })
}

function withForm(request: Request, form: FormData | undefined): Request {
  if (form) bodyOf(request)!.keepForm(form)

  return request
}

function withoutFields(form: FormData, names: readonly string[]): FormData {
  if (names.length === 0) return form
  const rest = new FormData()
  for (const [name, value] of form) if (!names.includes(name)) rest.append(name, value as string)

  return rest
}

function withoutPairs(text: string, names: readonly string[]): string {
  const isOther = (pair: string): boolean => {
    const sent = parsePairs(pair)
    return !names.some((name) => sent.has(name))
  }
  return text.split('&').filter(isOther).join('&')
}

function once(create: () => Request): () => Request {
  let request: Request | undefined

  return () => (request ??= create())
}
