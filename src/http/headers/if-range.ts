import { trimSpace } from './grammar.ts'
import { checkEntityTag, isEntityTag, matchesStrongly } from './entity-tags.ts'
import { parseHttpDate } from './http-date.ts'

/** The validators of a representation, for {@link IfRange.matches}. */
export interface Validators {
  /** The entity tag with its quotes. */
  etag?: string | null
  lastModified?: Date | number | null
}

/** The input of {@link IfRange}: a header value, a date, or one of the parts. */
type IfRangeInit = string | Date | { readonly tag: string | null } | { readonly date: Date }

/**
 * An `If-Range` header: send a part only if the representation has not changed.
 *
 * @example
 * const ifRange = IfRange.from(headers.get('If-Range'))
 * if (!ifRange.matches({ etag, lastModified: file.lastModified })) return wholeFile()
 */
export class IfRange {
  #text = ''

  constructor(init?: IfRangeInit | null) {
    if (typeof init !== 'object' || init === null) this.#text = trimSpace(init ?? '')
    else if (init instanceof IfRange) this.#text = init.#text
    else if (init instanceof Date) this.date = init
    else if ('date' in init) this.date = init.date
    else this.tag = init.tag
  }

  /** Parses an `If-Range` header or copies one. `null` gives an empty one. */
  static from(value: IfRangeInit | null): IfRange {
    return new IfRange(value)
  }

  /** The entity tag with its quotes, or `null`. */
  get tag(): string | null {
    return isEntityTag(this.#text) ? this.#text : null
  }

  /** @throws {TypeError} If it is not an entity tag with its quotes */
  set tag(tag: string | null) {
    this.#text = tag === null ? '' : checkEntityTag(tag)
  }

  /** The date, or `null`. */
  get date(): Date | null {
    return parseHttpDate(this.#text)
  }

  /** @throws {TypeError} If it is not a valid date */
  set date(date: Date | null) {
    const text = date === null ? '' : date.toUTCString()
    if (text !== '' && parseHttpDate(text) === null) {
      throw new TypeError(`Cannot use ${text} as an HTTP date: it must be a valid Date`)
    }
    this.#text = text
  }

  /**
   * Whether a range may be sent: always without a header, never with an invalid one. Tags are compared strongly
   * (RFC 9110 §13.1.5), so a weak tag never matches. Dates are compared by the second, because the header has no more.
   */
  matches({ etag = null, lastModified = null }: Validators): boolean {
    if (this.#text === '') return true
    if (this.tag !== null) return etag !== null && matchesStrongly(this.tag, etag)
    if (this.date === null || lastModified === null) return false
    return Math.floor(Number(lastModified) / 1000) * 1000 === this.date.getTime()
  }

  /**
   * Returns the header value. An invalid value does not change, because an invalid condition is not the same as no
   * condition.
   */
  toString(): string {
    return this.#text
  }
}
