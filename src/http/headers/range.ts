import { isDigits, isToken, splitList, trimSpace } from './grammar.ts'

/** One range of a {@link Range}. Both positions are included. Without `start`, `end` counts from the end. */
export interface RangeSpec {
  start: number | null
  end: number | null
}

/** The parts of a {@link Range}. */
export interface RangeInit {
  /** @default 'bytes' */
  unit?: string
  ranges: Iterable<Readonly<RangeSpec>>
}

/**
 * A `Range` header: the parts of a representation that the client requests.
 *
 * An invalid header has the unit `''`. If only its ranges are invalid, it has its unit and no ranges: RFC 9110 §14.2 lets
 * a server ignore it.
 *
 * @example
 * const range = Range.from(request.headers.get('Range'))
 * if (range.unit === 'bytes' && range.ranges.length === 1) {
 *   const [part] = range.resolve(file.size) // { start, end }, or undefined: 416
 * }
 */
export class Range implements Iterable<RangeSpec> {
  /** `bytes`, or `''` if there is no range. */
  unit = ''
  /** The ranges in the order they were sent. You may edit this list. */
  ranges: RangeSpec[] = []

  /** @throws {TypeError} If the parts are not a valid range */
  constructor(init?: string | RangeInit | null) {
    if (init === null || init === undefined) return
    if (typeof init === 'string') {
      this.#parse(init)
    } else {
      this.unit = (init.unit ?? 'bytes').toLowerCase()
      this.ranges = Array.from(init.ranges, ({ start, end }) => ({ start, end }))
      this.#check()
    }
  }

  /** Parses a `Range` header or copies one. `null` gives an empty one. */
  static from(value: string | RangeInit | null): Range {
    return new Range(value)
  }

  /**
   * Returns the positions of the ranges in a representation of `size`, clamped to it. Ranges outside it are left out. If the
   * list is empty, the ranges cannot be satisfied.
   */
  resolve(size: number): { start: number; end: number }[] {
    const resolved: { start: number; end: number }[] = []
    for (const { start, end } of this.ranges) {
      const first = start ?? Math.max(size - (end ?? 0), 0)
      const last = start === null ? size - 1 : Math.min(end ?? Infinity, size - 1)
      if (first <= last) resolved.push({ start: first, end: last })
    }
    return resolved
  }

  [Symbol.iterator](): ArrayIterator<RangeSpec> {
    return this.ranges[Symbol.iterator]()
  }

  /**
   * The header value, or `''` if there is no range.
   *
   * @throws {TypeError} If the parts are not a valid range
   */
  toString(): string {
    this.#check()
    if (this.unit === '') return ''
    return `${this.unit}=${this.ranges.map(({ start, end }) => `${start ?? ''}-${end ?? ''}`).join(',')}`
  }

  #check(): void {
    if (this.unit === '' && this.ranges.length === 0) return
    if (isToken(this.unit) && this.ranges.every(isSpec)) return
    throw new TypeError(
      `Cannot write ${JSON.stringify({ unit: this.unit, ranges: this.ranges })} as a Range header: each range needs a start, an end, or both with start <= end`,
    )
  }

  #parse(text: string): void {
    const equals = text.indexOf('=')
    if (equals === -1) return
    const unit = trimSpace(text.slice(0, equals))
    if (!isToken(unit)) return
    this.unit = unit.toLowerCase()

    const ranges = splitList(text.slice(equals + 1), ',').map(parseSpec)
    // One invalid range makes the whole list invalid.
    if (ranges.every((range) => range !== null)) this.ranges = ranges
  }
}

function parseSpec(text: string): RangeSpec | null {
  const dash = text.indexOf('-')
  if (dash === -1) return null
  const start = parsePosition(text.slice(0, dash))
  const end = parsePosition(text.slice(dash + 1))
  const spec = { start, end }
  return isSpec(spec) ? spec : null
}

/**
 * Returns `null` for an empty string and `NaN` for an invalid number. A number too large to be exact is past any end.
 */
function parsePosition(text: string): number | null {
  if (text === '') return null
  return isDigits(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : NaN
}

function isSpec({ start, end }: RangeSpec): boolean {
  if (start === null && end === null) return false
  return isPosition(start) && isPosition(end) && (start === null || end === null || start <= end)
}

function isPosition(value: number | null): boolean {
  return value === null || (Number.isSafeInteger(value) && value >= 0)
}
