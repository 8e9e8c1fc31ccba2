import { ContentType } from '../../http/headers/index.ts'
import { RequestError } from '../../internal/exchange/status-errors.ts'
import { parseJson } from '../../internal/exchange/body-text.ts'
import { showValue } from '../../internal/guards/check.ts'
import type { BodyType } from './contract.ts'
import type { RowIndexes } from './sent-entries.ts'

/** The body of a request, and how the router reads it. */
export interface BodySource {
  /** The `Content-Type` of the request. */
  readonly contentType: string | null
  text(): Promise<string>
  /** Reads a multipart form of the given type, or a urlencoded form if no type is given. The header is not read again. */
  form(multipart: ContentType | undefined): Promise<SentForm>
}

/** A form that was sent, with files or without. */
export type SentForm = FormData | URLSearchParams

/** A body before its schema has seen it. */
export type ReadBody =
  | { readonly kind: 'json'; readonly json: unknown }
  | { readonly kind: 'form'; readonly form: SentForm; rows?: RowIndexes }

/** The maximum number of levels of JSON. Validators are recursive, and some overflow the stack after a few thousand. */
const maxDepth = 64

/**
 * Reads a body according to its media type. No other code parses the type.
 *
 * @throws {RequestError} If it has another type than the contract accepts (415), or cannot be parsed
 */
export async function readBody(
  source: BodySource,
  accepts: readonly BodyType[],
): Promise<ReadBody> {
  const { contentType } = source
  if (contentType === null) return readNothing(await source.text())

  const plainKind = plainTypes.get(contentType)
  const type = plainKind === undefined ? ContentType.from(contentType) : undefined
  const kind = type === undefined ? plainKind : kindOf(type)
  if (kind === undefined || !accepts.includes(kind)) throw unsupported(contentType)
  if (kind === 'json') return readJson(await source.text())

  const multipart = type?.type === 'multipart' ? type : undefined
  return { kind: 'form', form: await source.form(multipart) }
}

/**
 * Refuses a body whose type is not JSON. A body without a type is accepted.
 *
 * @throws {RequestError} If there is a type, and it is another one (415)
 */
export function assertJsonType(contentType: string | null): void {
  if (contentType === null || plainTypes.get(contentType) === 'json') return
  if (kindOf(ContentType.from(contentType)) !== 'json') throw unsupported(contentType)
}

function unsupported(contentType: string): RequestError {
  return new RequestError(415, `Cannot read a body of type ${showValue(contentType)}`)
}

const urlencoded = 'application/x-www-form-urlencoded'

/** Most bodies are sent with exactly one of these types, which need no parsing. */
const plainTypes: ReadonlyMap<string, BodyType> = new Map([
  ['application/json', 'json'],
  [urlencoded, 'form'],
])

function readNothing(text: string): ReadBody {
  if (text === '') return { kind: 'json', json: undefined }
  throw new RequestError(415, 'Cannot read a body without a Content-Type')
}

function readJson(text: string): ReadBody {
  checkJson(text)
  return { kind: 'json', json: parseJson(text) }
}

function kindOf({ mediaType, type, subtype }: ContentType): BodyType | undefined {
  if (mediaType === 'application/json' || subtype.endsWith('+json')) return 'json'
  const isForm = type === 'multipart' || mediaType === urlencoded
  return isForm ? 'form' : undefined
}

/**
 * Refuses a JSON text before it is parsed if it is nested so deeply that a validator would overflow the stack, or if it has
 * a key `__proto__`, however that is escaped.
 */
export function checkJson(text: string): void {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case 0x22: {
        const end = endOfString(text, i)
        if (isProto(text, i, end)) throw new RequestError(400, 'Cannot read a key "__proto__"')
        i = end
        break
      }
      case 0x5b: // [
      case 0x7b: // {
        depth += 1
        if (depth > maxDepth) {
          throw new RequestError(400, `Cannot read JSON of more than ${maxDepth} levels`)
        }
        break
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1
    }
  }
}

/** Returns the index of the closing quote, or the length of a text whose string has no end. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)

  return end === -1 ? text.length : end
}

function isEscaped(text: string, quote: number): boolean {
  let first = quote
  while (text.charCodeAt(first - 1) === 0x5c) first -= 1

  return (quote - first) % 2 === 1
}

/** Matches a key `__proto__`, each character written as itself or as `\uXXXX`. */
const protoKey =
  /"(?:_|\\u005[fF]){2}(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006[fF])(?:t|\\u0074)(?:o|\\u006[fF])(?:_|\\u005[fF]){2}"[\t\n\r ]*:/y

/**
 * Whether the string from `start` to `end` is a key `__proto__`. Does not throw, because a body may have a million strings.
 */
function isProto(text: string, start: number, end: number): boolean {
  const length = end - start - 1
  if (length < 9 || length > 54) return false
  protoKey.lastIndex = start

  return protoKey.test(text)
}
