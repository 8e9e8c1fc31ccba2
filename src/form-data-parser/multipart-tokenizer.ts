import { MaxHeaderSizeExceededError, MultipartParseError } from './errors.ts'
import { parseFieldHeader, parsePartHeader, type PartHeader } from './part-header.ts'
import { searchBytes, toSearchable } from './search-bytes.ts'

/** What {@link MultipartTokenizer.next} found; `more` asks for more bytes. */
export type MultipartToken = 'more' | 'part' | 'data' | 'end' | 'done'

/**
 * Takes a multipart message apart: bytes go in by `push()`, tokens come out by `next()`, nothing waits and no data is copied.
 *
 * The delimiter `\r\n--boundary` starts with the only carriage return in it. So when a chunk ends with the beginning of
 * one, it is enough to remember how many bytes matched; and if they turn out to be data, no delimiter starts within them.
 */
export class MultipartTokenizer {
  /** The header of the part that the last `part` token began. */
  header!: PartHeader
  /** The bytes of the last `data` token. */
  data!: Uint8Array<ArrayBuffer>

  readonly #delimiter: Uint8Array<ArrayBuffer>
  readonly #maxHeaderSize: number

  #state: 'data' | 'delimiter' | 'padding' | 'header' | 'epilogue' = 'data'
  /** Data before the first delimiter belongs to no part and is dropped. */
  #isInPart = false
  #bytes: Uint8Array<ArrayBuffer> = new Uint8Array()
  #searchable: Uint8Array = this.#bytes
  #position = 0
  /** The buffer behind `#bytes`, if it is ours to write to. */
  #own: ArrayBuffer | null = null
  /** How many bytes of a delimiter the last chunk ended with. Two, as if a line break came before the first delimiter. */
  #matched = 2
  /** How many bytes of an unfinished header were searched for its end. */
  #searched = 0

  constructor(boundary: string, maxHeaderSize: number) {
    // RFC 2046 §5.1.1: 1 to 70 characters, the last of them not a space
    if (!/^[\x20-\x7e]{0,69}[\x21-\x7e]$/.test(boundary)) {
      throw new MultipartParseError(
        `Cannot use ${JSON.stringify(boundary.slice(0, 80))} as a boundary: it must be 1 to 70 ASCII characters`,
      )
    }

    this.#delimiter = new TextEncoder().encode(`\r\n--${boundary}`)
    this.#maxHeaderSize = maxHeaderSize
  }

  /** Adds bytes, which must not change afterwards. */
  push(chunk: Uint8Array<ArrayBuffer>): void {
    const rest = this.#bytes.length - this.#position
    if (rest === 0) {
      this.#bytes = chunk
      this.#searchable = toSearchable(chunk)
      this.#position = 0
      this.#own = null

      return
    }

    // Only what is not data leaves bytes behind. Room for as many again keeps many small chunks linear.
    const length = this.#bytes.length
    if (this.#own === null || length + chunk.length > this.#own.byteLength) {
      this.#own = new ArrayBuffer(rest + Math.max(rest, chunk.length))
      new Uint8Array(this.#own).set(this.#bytes.subarray(this.#position))
      this.#bytes = new Uint8Array(this.#own, 0, rest)
      this.#position = 0
    }

    const end = this.#bytes.length
    this.#bytes = new Uint8Array(this.#own, 0, end + chunk.length)
    this.#bytes.set(chunk, end)
    this.#searchable = toSearchable(this.#bytes)
  }

  /** Answers the next token of the bytes so far. */
  next(): MultipartToken {
    for (;;) {
      switch (this.#state) {
        case 'data': {
          const token = this.#readData()
          if (token === 'more' || (token === 'data' && this.#isInPart)) return token
          break
        }
        case 'delimiter': {
          const token = this.#readDelimiter()
          if (token !== null) return token
          break
        }
        case 'padding':
          if (!this.#skipPadding()) return 'more'
          break
        case 'header':
          return this.#readHeader()
        case 'epilogue':
          this.#position = this.#bytes.length

          return 'done'
      }
    }
  }

  /** Checks that a message may end here. */
  finish(): void {
    if (this.#state === 'epilogue') return

    throw new MultipartParseError(
      'Cannot read the multipart body: it ends before its last boundary',
    )
  }

  /** Answers data, `more`, or `null` at a delimiter. */
  #readData(): 'data' | 'more' | null {
    const bytes = this.#bytes
    const delimiter = this.#delimiter

    if (this.#matched > 0) {
      const start = this.#matched
      const length = matchingBytes(bytes, this.#position, delimiter, start)
      if (start + length === delimiter.length) return this.#foundDelimiter(length)

      if (this.#position + length === bytes.length) {
        this.#matched += length
        this.#position = bytes.length

        return 'more'
      }

      this.#matched = 0
      this.data = delimiter.slice(0, start)

      return 'data'
    }

    if (this.#position === bytes.length) return 'more'

    const start = this.#position
    const found = this.#findDelimiter(start)
    if (found === start) return this.#foundDelimiter(delimiter.length)

    const end = found === -1 ? this.#startOfMatch() : found
    this.#position = end
    if (found === -1) {
      this.#matched = bytes.length - end
      this.#position = bytes.length
    }
    if (end === start) return 'more'

    this.data = start === 0 && end === bytes.length ? bytes : bytes.subarray(start, end)

    return 'data'
  }

  #findDelimiter(start: number): number {
    const bytes = this.#bytes
    const near = Math.min(start + 48, bytes.length - this.#delimiter.length)

    // Most fields are short, and for those calling the native search takes longer than searching.
    for (let i = start; i <= near; i += 1) {
      if (
        bytes[i] === carriageReturn &&
        matchingBytes(bytes, i, this.#delimiter, 0) === this.#delimiter.length
      ) {
        return i
      }
    }

    return near < start ? -1 : searchBytes(this.#searchable, this.#delimiter, near + 1)
  }

  #foundDelimiter(length: number): null {
    this.#matched = 0
    this.#position += length
    this.#state = 'delimiter'

    return null
  }

  /** Where the bytes end that cannot be the beginning of a delimiter. */
  #startOfMatch(): number {
    const bytes = this.#bytes
    const first = Math.max(this.#position, bytes.length - this.#delimiter.length + 1)

    for (let start = bytes.length - 1; start >= first; start -= 1) {
      if (bytes[start] !== carriageReturn) continue

      const length = matchingBytes(bytes, start, this.#delimiter, 0)

      return start + length === bytes.length ? start : bytes.length
    }

    return bytes.length
  }

  /** Tells a delimiter by what follows it, and the longer word that merely begins like one. */
  #readDelimiter(): MultipartToken | null {
    const first = this.#bytes[this.#position]
    const second = this.#bytes[this.#position + 1]
    const isPadded = first === space || first === tab
    if (first === undefined || (second === undefined && !isPadded)) return 'more'

    const isLast = first === hyphen && second === hyphen
    const isLine = first === carriageReturn && second === lineFeed
    if (!isLast && !isLine && !isPadded) {
      this.#state = 'data'
      this.data = this.#delimiter.slice()

      return this.#isInPart ? 'data' : null
    }

    const wasInPart = this.#isInPart
    this.#isInPart = false
    this.#state = isLast ? 'epilogue' : 'padding'

    return wasInPart ? 'end' : null
  }

  /** Skips the spaces and the line break between a delimiter and a header; answers whether they are all there. */
  #skipPadding(): boolean {
    const bytes = this.#bytes
    while (bytes[this.#position] === space || bytes[this.#position] === tab) this.#position += 1
    if (this.#position + 2 > bytes.length) return false

    if (bytes[this.#position] !== carriageReturn || bytes[this.#position + 1] !== lineFeed) {
      throw new MultipartParseError(
        'Cannot read the multipart body: no line break after a boundary',
      )
    }
    this.#position += 2
    this.#searched = 0
    this.#state = 'header'

    return true
  }

  #readHeader(): 'part' | 'more' {
    const start = this.#position
    const field = this.#searched === 0 ? parseFieldHeader(this.#bytes, start) : null
    if (field !== null) {
      this.#checkHeaderSize(field.length)

      return this.#foundHeader(field.header, field.length)
    }

    const from = start + Math.max(0, this.#searched - endOfHeader.length + 1)
    const end = searchBytes(this.#searchable, endOfHeader, from)
    if (end === -1) {
      this.#searched = this.#bytes.length - start
      this.#checkHeaderSize(this.#searched)

      return 'more'
    }

    const length = end + endOfHeader.length - start
    this.#checkHeaderSize(length)

    return this.#foundHeader(parsePartHeader(this.#bytes.subarray(start, end)), length)
  }

  #checkHeaderSize(length: number): void {
    if (length - endOfHeader.length > this.#maxHeaderSize) {
      throw new MaxHeaderSizeExceededError(this.#maxHeaderSize)
    }
  }

  #foundHeader(header: PartHeader, length: number): 'part' {
    this.header = header
    this.#position += length
    this.#isInPart = true
    this.#state = 'data'

    return 'part'
  }
}

const tab = 0x09
const lineFeed = 0x0a
const carriageReturn = 0x0d
const space = 0x20
const hyphen = 0x2d
const endOfHeader = new TextEncoder().encode('\r\n\r\n')

/** How many bytes from `position` on are those of `pattern` from `from` on. */
function matchingBytes(
  bytes: Uint8Array,
  position: number,
  pattern: Uint8Array,
  from: number,
): number {
  let length = 0
  while (
    from + length < pattern.length &&
    position + length < bytes.length &&
    bytes[position + length] === pattern[from + length]
  ) {
    length += 1
  }

  return length
}
