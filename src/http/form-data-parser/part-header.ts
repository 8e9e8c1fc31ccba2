import { utf8 } from '../../internal/text/encoding.ts'
import { decodeExtended } from '../headers/shared.ts'
import { MultipartParseError } from './errors.ts'

/** The header of a part. */
export interface PartHeader {
  /** Every field, by its lower-case name. */
  readonly fields: ReadonlyMap<string, string>
  /** The name of the form field. */
  readonly name: string
  /** The name of the file, or `null` if the part is not a file. */
  readonly filename: string | null
  /** The media type as sent, or `''` if there is none. */
  readonly type: string
}

/**
 * Parses the header of a part: the bytes between the boundary and the empty line.
 *
 * @throws {MultipartParseError} If it is malformed or does not name a form field
 */
export function parsePartHeader(bytes: Uint8Array): PartHeader {
  const fields = parseFields(utf8.decode(bytes))

  const disposition = fields.get('content-disposition')
  if (disposition === undefined) {
    throw new MultipartParseError('Cannot parse a part without a Content-Disposition header')
  }

  return { fields, ...parseDisposition(disposition), type: fields.get('content-type') ?? '' }
}

/**
 * Parses the header of a field in the form that every browser sends, if the header and its empty line start at `position`.
 *
 * Most headers of a form have this form, and parsing them by byte takes a fifth of the time. Returns `null` for any other
 * header, which {@link parsePartHeader} then parses.
 */
export function parseFieldHeader(
  bytes: Uint8Array,
  position: number,
): { header: PartHeader; length: number } | null {
  if (!startsWith(bytes, position, fieldHeaderStart)) return null

  const start = position + fieldHeaderStart.length
  let end = start
  while (isPlain(bytes[end])) end += 1
  if (!startsWith(bytes, end, fieldHeaderEnd)) return null

  // Browsers write names as UTF-8, without saying so.
  const name = utf8.decode(bytes.subarray(start, end))

  return { header: new FieldHeader(name), length: end + fieldHeaderEnd.length - position }
}

class FieldHeader implements PartHeader {
  readonly name: string
  readonly filename = null
  readonly type = ''

  constructor(name: string) {
    this.name = name
  }

  get fields(): ReadonlyMap<string, string> {
    return new Map([['content-disposition', `form-data; name="${this.name}"`]])
  }
}

const fieldHeaderStart = new TextEncoder().encode('Content-Disposition: form-data; name="')
const fieldHeaderEnd = new TextEncoder().encode('"\r\n\r\n')

/** Whether a byte of a name stands for itself: visible ASCII or a space, but not `"`, `%` or a backslash. */
function isPlain(byte: number | undefined): boolean {
  return (
    byte !== undefined &&
    byte >= 0x20 &&
    byte <= 0x7e &&
    byte !== 0x22 &&
    byte !== 0x25 &&
    byte !== 0x5c
  )
}

function startsWith(bytes: Uint8Array, position: number, start: Uint8Array): boolean {
  if (position + start.length > bytes.length) return false
  for (let i = 0; i < start.length; i += 1) if (bytes[position + i] !== start[i]) return false

  return true
}

/**
 * The maximum number of headers of a part, and of parameters of its `Content-Disposition`. Browsers send at most three.
 *
 * Each of them takes much more time than its few bytes suggest, so a limit of bytes is not enough.
 */
const maxItems = 32

function parseFields(text: string): Map<string, string> {
  const fields = new Map<string, string>()
  if (text === '') return fields

  const lines = text.split('\r\n', maxItems + 1)
  if (lines.length > maxItems) {
    throw new MultipartParseError(`Cannot parse a part with more than ${maxItems} headers`)
  }

  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    // The pattern excludes everything that parsers read differently: folded lines, a bare line break, a space before the
    // colon.
    if (colon < 1 || !/^[!#$%&'*+\-.^_`|~\da-z]+$/.test(name) || /[\r\n\0]/.test(line)) {
      throw new MultipartParseError(
        `Cannot parse ${JSON.stringify(line.slice(0, 80))} as a header of a part`,
      )
    }
    if (fields.has(name) && name === 'content-disposition') {
      throw new MultipartParseError('Cannot parse a part with two Content-Disposition headers')
    }

    fields.set(name, line.slice(colon + 1).trim())
  }

  return fields
}

/**
 * Parses `form-data; name="a"; filename="b.txt"` as browsers write it (HTML, "multipart form data"). Unlike in RFC 6266,
 * quotes and line breaks in a name are `%22`, `%0D` and `%0A`, and a backslash is a backslash.
 */
function parseDisposition(value: string): { name: string; filename: string | null } {
  const type = /^form-data(?=[;\s]|$)/i.exec(value)
  if (type === null) return refuse(value)

  let name: string | null = null
  let filename: string | null = null
  let extended: string | null = null
  let position = type[0].length

  for (let count = 0; position < value.length; count += 1) {
    const start = /^\s*;\s*([!#$%&'*+\-.^_`|~\dA-Za-z]+)=/.exec(
      value.slice(position, position + 64),
    )
    if (start === null) {
      const rest = value.slice(position).trim()
      if (rest === '' || rest === ';') break

      return refuse(value)
    }
    if (count === maxItems) {
      throw new MultipartParseError(
        `Cannot parse a Content-Disposition with more than ${maxItems} parameters`,
      )
    }
    position += start[0].length

    const end =
      value[position] === '"' ? endOfQuoted(value, position + 1) : endOfToken(value, position)
    if (end === -1) return refuse(value)

    const isQuoted = value[position] === '"'
    const raw = isQuoted ? value.slice(position + 1, end) : value.slice(position, end).trimEnd()
    position = isQuoted ? end + 1 : end

    const parameter = start[1]!.toLowerCase()
    if (parameter === 'name') name ??= raw
    else if (parameter === 'filename') filename ??= raw
    else if (parameter === 'filename*') extended ??= raw
  }

  if (name === null) return refuse(value)

  return {
    name: unescapeName(name),
    filename:
      (extended === null ? null : decodeExtended(extended)) ??
      (filename === null ? null : unescapeName(filename)),
  }
}

/**
 * Returns the end of a quoted name: a quote that a parameter can follow. This works for clients that escape quotes with a
 * backslash, and for a browser that sends a name that ends with a backslash.
 */
function endOfQuoted(value: string, from: number): number {
  // There is only one search, because there may be thousands of quotes. It starts at the opening quote.
  quotedEnd.lastIndex = from - 1

  return quotedEnd.test(value) ? quotedEnd.lastIndex - 1 : -1
}

const quotedEnd = /[^\\]"|\\"(?=;|$)/g

function endOfToken(value: string, from: number): number {
  const end = value.indexOf(';', from)

  return end === -1 ? value.length : end
}

/** Decodes the escapes of a name. Works on bytes, because joining thousands of strings is slow. */
function unescapeName(raw: string): string {
  if (!raw.includes('%') && !raw.includes('\\"')) return raw

  const bytes = new TextEncoder().encode(raw)
  let length = 0
  for (let i = 0; i < bytes.length; i += 1) {
    let byte = bytes[i]!
    if (byte === backslash && bytes[i + 1] === quote) {
      byte = quote
      i += 1
    } else if (byte === percent) {
      byte = escapedByte(bytes[i + 1], bytes[i + 2])
      if (byte !== percent) i += 2
    }
    bytes[length] = byte
    length += 1
  }

  return utf8.decode(bytes.subarray(0, length))
}

/** Decodes `%22`, `%0D` or `%0A` by its two digits. Any other `%` stands for itself. */
function escapedByte(first: number | undefined, second: number | undefined): number {
  if (first === 0x32 && second === 0x32) return quote
  if (first !== 0x30) return percent
  if (second === 0x44 || second === 0x64) return 0x0d

  return second === 0x41 || second === 0x61 ? 0x0a : percent
}

const quote = 0x22
const percent = 0x25
const backslash = 0x5c

function refuse(disposition: string): never {
  throw new MultipartParseError(
    `Cannot parse ${JSON.stringify(disposition.slice(0, 80))} as the Content-Disposition of a form field: it needs a name`,
  )
}
