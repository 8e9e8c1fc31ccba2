import { isDigits, isToken, trimSpace } from './characters.ts'
import { splitList } from './split-list.ts'

/** One range of a {@link Range}: positions are included; without `start`, `end` counts from the end of the whole. */
export interface RangeSpec {
  start: number | null
  end: number | null
}

/** What a {@link Range} can be made from, besides a header value. */
export interface RangeInit {
  /** @default 'bytes' */
  unit?: string
  ranges: Iterable<Readonly<RangeSpec>>
}

/**
 * A `Range` header: which parts of a representation the client wants.
 *
 * A header that is no range at all has the unit `''`. One whose ranges cannot be read has its unit and no ranges: RFC
 * 9110 §14.2 lets a server ignore it.
 *
 * @example
 * const range = Range.from(request.headers.get('Range'))
 * if (range.unit === 'bytes' && range.ranges.length === 1) {
 *   const [part] = range.resolve(file.size) // { start, end }, or undefined: 416
 * }
 */
export class Range implements Iterable<RangeSpec> {
  /** `bytes`; `''` when there is no range. */
  unit = ''
  /** In the order they were sent; edit it freely. */
  ranges: RangeSpec[] = []

  /** @throws {TypeError} If the parts do not make a range */
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

  /** Reads a `Range` header, or copies; `null` gives an empty one. */
  static from(value: string | RangeInit | null): Range {
    return new Range(value)
  }

  /**
   * The positions that the ranges mean for a representation of `size`, clamped to it. Those that lie outside are left
   * out; none left means that the ranges cannot be satisfied.
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
   * The header value, `''` when there is no range.
   *
   * @throws {TypeError} If the parts do not make a range
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
      `Cannot make a Range of ${JSON.stringify({ unit: this.unit, ranges: this.ranges })}: each range needs a start, an end or both, in this order`,
    )
  }

  #parse(text: string): void {
    const equals = text.indexOf('=')
    if (equals === -1) return
    const unit = trimSpace(text.slice(0, equals))
    if (!isToken(unit)) return
    this.unit = unit.toLowerCase()

    const ranges = splitList(text.slice(equals + 1), ',').map(parseSpec)
    // one bad range makes the whole set invalid
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

/** Null for nothing, NaN for what is no number; a number too big to be exact is beyond the end of anything. */
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
