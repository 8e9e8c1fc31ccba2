import { isDigits, isToken, trimSpace } from './grammar.ts'

/** The parts of a {@link ContentRange}. */
export interface ContentRangeInit {
  /** @default 'bytes' */
  unit?: string
  /** The first position. `null`, together with `end`, for a range that could not be satisfied. */
  start: number | null
  /** The last position, included. */
  end: number | null
  /** The length of the whole representation, or `null` if it is not known. */
  size: number | null
}

/**
 * A `Content-Range` header: in a 206, the part of a representation that is sent. In a 416, the length of the representation.
 *
 * @example
 * String(new ContentRange({ start: 0, end: 499, size: 1234 })) // bytes 0-499/1234
 * String(new ContentRange({ start: null, end: null, size: 1234 })) // bytes *\/1234
 */
export class ContentRange {
  /** `bytes`, or `''` if there is no range. */
  unit = ''
  start: number | null = null
  end: number | null = null
  size: number | null = null

  /** @throws {TypeError} If the parts are not a valid range */
  constructor(init?: string | ContentRangeInit | null) {
    if (init === null || init === undefined) return
    if (typeof init === 'string') {
      this.#parse(init)
    } else {
      this.#assign(init.unit ?? 'bytes', init.start, init.end, init.size)
      this.#check()
    }
  }

  /**
   * Parses a `Content-Range` header or copies one. `null` and an invalid header give a `ContentRange` with the unit `''`.
   */
  static from(value: string | ContentRangeInit | null): ContentRange {
    return new ContentRange(value)
  }

  /**
   * The header value, or `''` if there is no range.
   *
   * @throws {TypeError} If the parts are not a valid range
   */
  toString(): string {
    this.#check()
    if (this.unit === '') return ''
    const range = this.start === null ? '*' : `${this.start}-${this.end}`
    return `${this.unit} ${range}/${this.size ?? '*'}`
  }

  #check(): void {
    const { unit, start, end, size } = this
    if (unit === '' || (isToken(unit) && isRange(start, end, size))) return
    throw new TypeError(
      `Cannot write ${JSON.stringify({ unit, start, end, size })} as a Content-Range header: it needs 0 <= start <= end < size, or only a size`,
    )
  }

  #parse(text: string): void {
    const trimmed = trimSpace(text)
    const space = trimmed.indexOf(' ')
    const slash = trimmed.indexOf('/', space)
    if (space === -1 || slash === -1) return

    const unit = trimmed.slice(0, space)
    const [start, end] = parsePositions(trimmed.slice(space + 1, slash))
    const length = trimmed.slice(slash + 1)
    const size = length === '*' ? null : parsePosition(length)
    if (isToken(unit) && isRange(start, end, size)) this.#assign(unit, start, end, size)
  }

  #assign(unit: string, start: number | null, end: number | null, size: number | null): void {
    this.unit = unit.toLowerCase()
    this.start = start
    this.end = end
    this.size = size
  }
}

function parsePositions(range: string): [start: number | null, end: number | null] {
  if (range === '*') return [null, null]
  const dash = range.indexOf('-')
  return [parsePosition(range.slice(0, Math.max(dash, 0))), parsePosition(range.slice(dash + 1))]
}

/** Returns `NaN` for anything but digits, and for a number that is too large to be exact. */
function parsePosition(text: string): number {
  const position = isDigits(text) ? Number(text) : NaN
  return Number.isSafeInteger(position) ? position : NaN
}

function isRange(start: number | null, end: number | null, size: number | null): boolean {
  if (size !== null && !isPosition(size)) return false
  if (start === null || end === null) return start === end && size !== null
  return isPosition(start) && isPosition(end) && start <= end && (size === null || end < size)
}

function isPosition(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}
