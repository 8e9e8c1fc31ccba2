import { MaxHeaderSizeExceededError, MultipartParseError } from './errors.ts'
import { parseFieldHeader, parsePartHeader, type PartHeader } from './part-header.ts'
import { decodeBytes, hasBuffer, searchBytes, searchNear, toSearchable } from './search-bytes.ts'

/** The result of {@link MultipartTokenizer.next}. `more` means that it needs more bytes. */
export type MultipartToken = 'more' | 'part' | 'data' | 'end' | 'done'

/**
 * Splits a multipart message into tokens: `push()` adds bytes, and `next()` returns tokens. Data is copied only if a
 * delimiter may start at the end of a chunk.
 *
 * The delimiter `\r\n--boundary` contains one carriage return, at its start. So no delimiter starts inside a false one.
 *
 * The client chooses the bytes, so the work must not depend on their values. A chunk becomes one piece of data for each part
 * in it, even if it is full of false delimiters.
 */
export class MultipartTokenizer {
  /** The header of the part that the last `part` token started. */
  header!: PartHeader
  /** The bytes of the last `data` token. */
  data!: Uint8Array<ArrayBuffer>

  readonly #delimiter: Uint8Array<ArrayBuffer>
  readonly #maxHeaderSize: number

  #state: 'start' | 'data' | 'padding' | 'header' | 'epilogue' = 'start'
  /** Whether data belongs to a part. Data before the first delimiter is dropped. */
  #isInPart = false
  #bytes: Uint8Array<ArrayBuffer> = new Uint8Array()
  /** `#bytes` for the native search, once it is needed. */
  #searchable: Uint8Array | null = null
  #position = 0
  /**
   * The memory in which several chunks are joined. Bytes are only appended to it, because its content may be in use as data.
   */
  #joined: Uint8Array<ArrayBuffer> = new Uint8Array()
  #joinedEnd = 0
  /**
   * Whether the native search would be slow: for a very short boundary, which no browser sends, and for data full of false
   * delimiters. A regular expression takes the same time for all of them.
   */
  #isUnusual: boolean
  #pattern: RegExp | null = null
  /** The window of `#bytes` that the pattern searches, as a string, and the index of that window. */
  #text = ''
  #window = -1
  #falseDelimiters = 0
  /** How many bytes of an incomplete header were searched for its end. */
  #searched = 0

  constructor(boundary: string, maxHeaderSize: number) {
    // RFC 2046 §5.1.1: 1 to 70 characters, and the last is not a space.
    if (!/^[\x20-\x7e]{0,69}[\x21-\x7e]$/.test(boundary)) {
      throw new MultipartParseError(
        `Cannot use ${JSON.stringify(boundary.slice(0, 80))} as a boundary: it must be 1 to 70 ASCII characters`,
      )
    }

    this.#delimiter = new TextEncoder().encode(`\r\n--${boundary}`)
    this.#maxHeaderSize = maxHeaderSize
    this.#isUnusual = !hasBuffer || this.#delimiter.length < 8
  }

  /** Adds bytes, which must not change afterwards. */
  push(chunk: Uint8Array<ArrayBuffer>): void {
    const rest = this.#bytes.length - this.#position
    this.#bytes = rest === 0 ? chunk : this.#join(this.#bytes.subarray(this.#position), chunk)
    this.#searchable = null
    this.#window = -1
    this.#position = 0
  }

  /** Joins a new chunk to the rest of the last one: an incomplete header, or a possible start of a delimiter. */
  #join(rest: Uint8Array<ArrayBuffer>, chunk: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    const isJoined = rest.buffer === this.#joined.buffer
    if (!isJoined || this.#joinedEnd + chunk.length > this.#joined.length) {
      // Doubling the room keeps the work linear for many small chunks.
      const length = rest.length + Math.max(rest.length, chunk.length)
      if (this.#joinedEnd + length > this.#joined.length) {
        this.#joined = new Uint8Array(Math.max(length, 1024))
        this.#joinedEnd = 0
      }
      this.#joined.set(rest, this.#joinedEnd)
      this.#joinedEnd += rest.length
    }
    this.#joined.set(chunk, this.#joinedEnd)
    this.#joinedEnd += chunk.length

    return this.#joined.subarray(this.#joinedEnd - rest.length - chunk.length, this.#joinedEnd)
  }

  /** How many bytes were added and do not belong to a token yet. */
  get rest(): number {
    return this.#bytes.length - this.#position
  }

  /** Returns the next token in the bytes so far. */
  next(): MultipartToken {
    for (;;) {
      switch (this.#state) {
        case 'start':
          if (!this.#readStart()) return 'more'
          break
        case 'data': {
          const token = this.#readData()
          if (token === 'more' || token === 'end') return token
          if (token === 'data' && this.#isInPart) return token
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
      'Cannot parse the multipart body: it ends before its last boundary',
    )
  }

  /** Reads the first delimiter if the message starts with it, without a line break. */
  #readStart(): boolean {
    const bytes = this.#bytes
    const first = this.#delimiter.subarray(2)
    const length = matchingBytes(bytes, 0, first)
    if (length < first.length && length === bytes.length) return false

    const kind = length < first.length ? 'data' : kindOfDelimiter(bytes[length], bytes[length + 1])
    if (kind === 'unknown') return false

    if (kind === 'data') this.#state = 'data'
    else this.#foundDelimiter(kind, length)

    return true
  }

  /**
   * Reads data up to the next delimiter or the end of the chunk, including false delimiters. Returns `null` at a
   * delimiter that does not end a part.
   */
  #readData(): 'data' | 'more' | 'end' | null {
    const bytes = this.#bytes
    const start = this.#position

    for (let from = start; ;) {
      const found = this.#findDelimiter(from)
      if (found === -1) return this.#take(start, this.#startOfMatch(from))

      const behind = found + this.#delimiter.length
      const kind = kindOfDelimiter(bytes[behind], bytes[behind + 1])
      if (kind === 'unknown') return this.#take(start, found)
      if (kind !== 'data') {
        return found > start ? this.#take(start, found) : this.#foundDelimiter(kind, behind)
      }

      this.#falseDelimiters += 1
      if (this.#falseDelimiters > 16) this.#isUnusual = true
      from = behind
    }
  }

  #take(start: number, end: number): 'data' | 'more' {
    if (end === start) return 'more'

    const bytes = this.#bytes
    this.#position = end
    this.data = start === 0 && end === bytes.length ? bytes : bytes.subarray(start, end)

    return 'data'
  }

  #findDelimiter(start: number): number {
    if (this.#isUnusual) return this.#searchText(start)

    const last = this.#bytes.length - this.#delimiter.length
    const near = Math.min(start + 48, last)

    // Most fields are so short that calling the native search takes longer than this loop.
    const found = searchNear(this.#bytes, this.#delimiter, start, near)
    if (found !== -1 || near === last) return found

    return this.#search(this.#delimiter, near + 1)
  }

  /**
   * Finds a delimiter together with the bytes after it. Decodes one window at a time, because a string has a maximum length.
   */
  #searchText(from: number): number {
    const bytes = this.#bytes
    const searchable = (this.#searchable ??= toSearchable(bytes))
    const first = searchable.indexOf(carriageReturn, from)
    if (first === -1) return -1

    const pattern = (this.#pattern ??= createPattern(this.#delimiter))
    for (
      let index = Math.floor(first / windowSize);
      index * windowSize < bytes.length;
      index += 1
    ) {
      const start = index * windowSize
      if (index !== this.#window) {
        this.#window = index
        // A delimiter that starts in this window may end in the next one.
        const end = start + windowSize + this.#delimiter.length + 2
        this.#text = decodeBytes(searchable, start, end)
      }
      pattern.lastIndex = Math.max(first - start, 0)
      const found = pattern.exec(this.#text)
      if (found !== null) return start + found.index
    }

    return -1
  }

  #search(needle: Uint8Array, from: number): number {
    this.#searchable ??= toSearchable(this.#bytes)

    return searchBytes(this.#searchable, needle, from)
  }

  /** Returns the end of the bytes that cannot be the start of a delimiter. */
  #startOfMatch(from: number): number {
    const bytes = this.#bytes
    const first = Math.max(from, bytes.length - this.#delimiter.length + 1)

    for (let start = bytes.length - 1; start >= first; start -= 1) {
      if (bytes[start] !== carriageReturn) continue

      const length = matchingBytes(bytes, start, this.#delimiter)

      return start + length === bytes.length ? start : bytes.length
    }

    return bytes.length
  }

  #foundDelimiter(kind: 'line' | 'last' | 'padded', position: number): 'end' | null {
    const wasInPart = this.#isInPart
    this.#isInPart = false
    this.#position = kind === 'padded' ? position : position + 2
    this.#state = kind === 'line' ? 'header' : kind === 'last' ? 'epilogue' : 'padding'
    this.#searched = 0

    return wasInPart ? 'end' : null
  }

  /** Skips the spaces and the line break between a delimiter and a header. Returns whether all of them have arrived. */
  #skipPadding(): boolean {
    const bytes = this.#bytes
    while (bytes[this.#position] === space || bytes[this.#position] === tab) this.#position += 1
    if (this.#position + 2 > bytes.length) return false

    if (bytes[this.#position] !== carriageReturn || bytes[this.#position + 1] !== lineFeed) {
      throw new MultipartParseError(
        'Cannot parse the multipart body: a boundary has no line break after it',
      )
    }
    this.#position += 2
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
    const end = this.#search(endOfHeader, from)
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

/** How many bytes are searched as one string. */
const windowSize = 65_536

/** Matches a complete or incomplete delimiter, as {@link kindOfDelimiter} does. */
function createPattern(delimiter: Uint8Array): RegExp {
  const text = Array.from(delimiter, (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')

  return new RegExp(`${text}(?:[ \\t]|-(?:-|$)|\\r(?:\\n|$)|$)`, 'g')
}

/** Tells by the two bytes after it whether this is a delimiter, or data that starts like one. */
function kindOfDelimiter(
  first: number | undefined,
  second: number | undefined,
): 'line' | 'last' | 'padded' | 'data' | 'unknown' {
  if (first === space || first === tab) return 'padded'
  if (first === undefined) return 'unknown'
  if (first !== hyphen && first !== carriageReturn) return 'data'
  if (second === undefined) return 'unknown'
  if (first === hyphen) return second === hyphen ? 'last' : 'data'

  return second === lineFeed ? 'line' : 'data'
}

/** Returns how many bytes at `position` match the start of `pattern`. */
function matchingBytes(bytes: Uint8Array, position: number, pattern: Uint8Array): number {
  let length = 0
  while (length < pattern.length && bytes[position + length] === pattern[length]) length += 1

  return length
}
