import { decodeExtended } from '../internal/extended-value.ts'
import { MultipartParseError } from './errors.ts'

/** What the header of a part says. */
export interface PartHeader {
  /** Every field, by its lower-case name. */
  readonly fields: ReadonlyMap<string, string>
  /** The name of the form field. */
  readonly name: string
  /** The name of the file; `null` for a part that is no file. */
  readonly filename: string | null
  /** The media type as sent; `''` if the part names none. */
  readonly type: string
}

/**
 * Reads the header of a part, from behind the boundary to before the empty line.
 *
 * @throws {MultipartParseError} If it is malformed or names no form field
 */
export function parsePartHeader(bytes: Uint8Array): PartHeader {
  const fields = parseFields(decoder.decode(bytes))

  const disposition = fields.get('content-disposition')
  if (disposition === undefined) {
    throw new MultipartParseError('Cannot read a part without a Content-Disposition')
  }

  return { fields, ...parseDisposition(disposition), type: fields.get('content-type') ?? '' }
}

/**
 * Reads the whole header of a field, as every browser sends it, if that and its empty line start at `position`.
 *
 * A form is mostly these, and reading them byte by byte takes a fifth of the time. `null` for any other header, which
 * {@link parsePartHeader} then reads.
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

  const name = decoder.decode(bytes.subarray(start, end))

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

/** Whether a byte of a name means itself: visible ASCII or a space, and neither `"`, `%` nor a backslash. */
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

// Browsers write names as UTF-8, without saying so.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * How many headers a part may have, and how many parameters its `Content-Disposition`. Browsers send three at most.
 *
 * Each costs much more time than its few bytes, so a limit of bytes is not enough.
 */
const maxItems = 32

function parseFields(text: string): Map<string, string> {
  const fields = new Map<string, string>()
  if (text === '') return fields

  const lines = text.split('\r\n', maxItems + 1)
  if (lines.length > maxItems) {
    throw new MultipartParseError(`Cannot read a part with more than ${maxItems} headers`)
  }

  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    // The name excludes what would make two readers disagree: folded lines, a bare line break, a space before the colon.
    if (colon < 1 || !/^[!#$%&'*+\-.^_`|~\da-z]+$/.test(name) || /[\r\n\0]/.test(line)) {
      throw new MultipartParseError(
        `Cannot read ${JSON.stringify(line.slice(0, 80))} as a header of a part`,
      )
    }
    if (fields.has(name) && name === 'content-disposition') {
      throw new MultipartParseError('Cannot read a part with two Content-Disposition headers')
    }

    fields.set(name, line.slice(colon + 1).trim())
  }

  return fields
}

/**
 * Reads `form-data; name="a"; filename="b.txt"` the way browsers write it (HTML, "multipart form data"), which is not
 * the way of RFC 6266: quotes and line breaks in a name are `%22`, `%0D` and `%0A`, and a backslash is a backslash.
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
        `Cannot read a Content-Disposition with more than ${maxItems} parameters`,
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
 * Where a quoted name ends: at the quote that something can follow. Clients that escape quotes by a backslash are
 * understood, and so is a browser that sends a name which ends in a backslash.
 */
function endOfQuoted(value: string, from: number): number {
  // One search, because there may be thousands of quotes. It starts at the quote that opens the name.
  quotedEnd.lastIndex = from - 1

  return quotedEnd.test(value) ? quotedEnd.lastIndex - 1 : -1
}

const quotedEnd = /[^\\]"|\\"(?=;|$)/g

function endOfToken(value: string, from: number): number {
  const end = value.indexOf(';', from)

  return end === -1 ? value.length : end
}

/** Reads the escapes of a name. In bytes, because a string that is put together of thousands of pieces takes long. */
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

  return decoder.decode(bytes.subarray(0, length))
}

/** What `%22`, `%0D` or `%0A` stands for, by its two digits. The `%` of anything else is a `%`. */
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
    `Cannot read ${JSON.stringify(disposition.slice(0, 80))} as the Content-Disposition of a form field: it needs a name`,
  )
}
