import { isToken, splitList, trimSpace } from './grammar.ts'
import { parseWithParameters } from './header-parameters.ts'

/**
 * The input of `Accept`, `AcceptEncoding` and `AcceptLanguage`: a header value, or values with their weights. The default
 * weight is 1.
 */
export type WeightedListInit =
  | string
  | Iterable<string | readonly [value: string, weight: number]>
  | Readonly<Record<string, number>>

/**
 * The common part of `Accept`, `Accept-Encoding` and `Accept-Language`: values with a weight from 0 (refused) to 1. The
 * most preferred value comes first. Values with equal weights keep their order.
 */
export abstract class WeightedList implements Iterable<[value: string, weight: number]> {
  #weights: Map<string, number> = new Map()
  #sorted: (readonly [value: string, weight: number])[] | null = null

  constructor(init?: WeightedListInit | null) {
    if (init === null || init === undefined) return
    if (typeof init === 'string') {
      this.#parse(init)
    } else {
      const items = Symbol.iterator in init ? init : Object.entries(init)
      for (const item of items as Iterable<string | readonly [string, number]>) {
        if (typeof item === 'string') this.set(item)
        else this.set(...item)
      }
    }
  }

  /** Returns the spelling to compare by, or `null` if the value is invalid in this header. */
  protected abstract canonical(value: string): string | null

  /** Returns the weight of `value` by the rules of the header, from 0 (refused) to 1. */
  abstract getWeight(value: string): number

  /** Whether the header lists a candidate itself, and not only a range that contains it. */
  protected lists(candidate: string): boolean {
    return this.has(candidate)
  }

  get size(): number {
    return this.#weights.size
  }

  /** The weights, in the order of iteration. */
  get weights(): number[] {
    return Array.from(this, ([, weight]) => weight)
  }

  /** Whether the client accepts `value`. */
  accepts(value: string): boolean {
    return this.getWeight(value) > 0
  }

  /**
   * Returns the candidate that the client prefers, or `null` if it accepts none. Of equal weights, a candidate that the
   * header lists goes before one that only a wider range accepts, and then the first one.
   */
  getPreferred<const Candidate extends string>(candidates: readonly Candidate[]): Candidate | null {
    let preferred: Candidate | null = null
    let best = 0
    let isListed = false
    for (const candidate of candidates) {
      const weight = this.getWeight(candidate)
      if (
        weight > best ||
        (weight === best && preferred !== null && !isListed && this.lists(candidate))
      ) {
        preferred = candidate
        best = weight
        isListed = this.lists(candidate)
      }
    }
    return preferred
  }

  /** Returns the weight of exactly this value in the header, or `null`. */
  get(value: string): number | null {
    return this.#weights.get(this.canonical(value) ?? '') ?? null
  }

  /** Whether the header lists exactly this value. */
  has(value: string): boolean {
    return this.get(value) !== null
  }

  /**
   * @param weight 0 to 1, kept to three decimals
   * @throws {TypeError} If the value is invalid in this header or the weight is not a number from 0 to 1
   */
  set(value: string, weight = 1): this {
    const canonical = this.canonical(value)
    if (canonical === null || !(weight >= 0 && weight <= 1)) {
      throw new TypeError(
        `Cannot add ${JSON.stringify(value)} with the weight ${String(weight)}: it must be one valid value of this header, and a weight from 0 to 1`,
      )
    }
    this.#weights.set(canonical, toThreeDecimals(weight))
    this.#sorted = null
    return this
  }

  delete(value: string): boolean {
    this.#sorted = null
    return this.#weights.delete(this.canonical(value) ?? '')
  }

  clear(): void {
    this.#sorted = null
    this.#weights.clear()
  }

  *entries(): Generator<[value: string, weight: number], undefined> {
    this.#sorted ??= [...this.#weights].sort((a, b) => b[1] - a[1])
    for (const [value, weight] of this.#sorted) yield [value, weight]
  }

  [Symbol.iterator](): Generator<[value: string, weight: number], undefined> {
    return this.entries()
  }

  forEach(callback: (value: string, weight: number, header: this) => void): void {
    for (const [value, weight] of this) callback(value, weight, this)
  }

  /** The header value: `text/html,*\/*;q=0.8`. */
  toString(): string {
    return Array.from(this, ([value, weight]) =>
      weight === 1 ? value : `${value};q=${weight}`,
    ).join(',')
  }

  /** Parses the header. Skips invalid values. If a value is repeated, the one without parameters counts, else the last. */
  #parse(text: string): void {
    const plain = new Set<string>()
    for (const item of splitList(text, ',')) {
      const { value, parameters } = parseWithParameters(item)
      const canonical = this.canonical(value)
      if (canonical === null) continue

      const q = parameters.get('q')
      if (parameters.size === (q === undefined ? 0 : 1)) plain.add(canonical)
      else if (plain.has(canonical)) continue
      this.#weights.set(canonical, toThreeDecimals(parseWeight(q ?? '')))
    }
  }
}

/**
 * An `Accept` header: the media types that a client accepts. Parameters other than `q` are dropped.
 *
 * An empty or absent header accepts every media type.
 *
 * @example
 * const type = Accept.from(request.headers.get('Accept')).getPreferred(['text/html', 'application/json'])
 */
export class Accept extends WeightedList {
  /** Parses an `Accept` header or copies one. `null` gives an empty one. */
  static from(value: WeightedListInit | null): Accept {
    return new Accept(value)
  }

  /** The media ranges in lower case, the most preferred first. */
  get mediaTypes(): string[] {
    return Array.from(this, ([mediaType]) => mediaType)
  }

  /**
   * The weight of a media type, from 0 (refused) to 1. The most specific range decides (RFC 9110 §12.5.1). For a range
   * such as `text/*`, this is the highest weight of anything in it.
   */
  override getWeight(mediaType: string): number {
    const wanted = this.canonical(withoutParameters(mediaType))
    if (wanted === null) return 0
    if (this.size === 0) return 1

    const type = wanted.slice(0, wanted.indexOf('/'))
    if (wanted.endsWith('/*')) return this.#highestIn(type)
    return this.get(wanted) ?? this.get(`${type}/*`) ?? this.get('*/*') ?? 0
  }

  protected override lists(mediaType: string): boolean {
    return this.has(withoutParameters(mediaType))
  }

  #highestIn(type: string): number {
    for (const [range, weight] of this) {
      if (type === '*' || range === '*/*' || range.startsWith(`${type}/`)) return weight
    }
    return 0
  }

  protected override canonical(range: string): string | null {
    const slash = range.indexOf('/')
    if (slash === -1) return null
    const type = range.slice(0, slash)
    const subtype = range.slice(slash + 1)
    if (!isToken(type) || !isToken(subtype) || (type === '*' && subtype !== '*')) return null
    return range.toLowerCase()
  }
}

function withoutParameters(mediaType: string): string {
  const semicolon = mediaType.indexOf(';')
  return trimSpace(semicolon === -1 ? mediaType : mediaType.slice(0, semicolon))
}

/** Lower than any weight that a header can list. */
const LEAST = 0.0001

/**
 * An `Accept-Encoding` header: the content codings that a client accepts. `x-gzip` is read as `gzip`.
 *
 * An empty or absent header accepts only `identity`, which means no coding.
 *
 * @example
 * AcceptEncoding.from(request.headers.get('Accept-Encoding')).getPreferred(['br', 'gzip', 'identity'])
 */
export class AcceptEncoding extends WeightedList {
  /** Parses an `Accept-Encoding` header or copies one. `null` gives an empty one. */
  static from(value: WeightedListInit | null): AcceptEncoding {
    return new AcceptEncoding(value)
  }

  /** The codings in lower case, the most preferred first. */
  get encodings(): string[] {
    return Array.from(this, ([encoding]) => encoding)
  }

  /**
   * The weight of a coding, from 0 (refused) to 1. A listed coding overrides `*`. `identity` is refused only by
   * `identity;q=0`, or by `*;q=0` if it is not listed. If neither is listed, it comes last (RFC 9110 §12.5.3).
   */
  override getWeight(encoding: string): number {
    if (this.canonical(encoding) === null) return 0
    const listed = this.get(encoding) ?? this.get('*')
    if (listed !== null) return listed
    if (encoding.toLowerCase() !== 'identity') return 0
    return this.size === 0 ? 1 : LEAST
  }

  protected override canonical(encoding: string): string | null {
    if (!isToken(encoding)) return null
    const name = encoding.toLowerCase()
    // RFC 9110 §8.4.1: these are older names of the same codings.
    return name === 'x-gzip' || name === 'x-compress' ? name.slice(2) : name
  }
}

/**
 * An `Accept-Language` header: the languages that the user reads.
 *
 * An empty or absent header accepts every language.
 *
 * @example
 * AcceptLanguage.from(request.headers.get('Accept-Language')).getPreferred(['en', 'de-CH']) ?? 'en'
 */
export class AcceptLanguage extends WeightedList {
  /** Parses an `Accept-Language` header or copies one. `null` gives an empty one. */
  static from(value: WeightedListInit | null): AcceptLanguage {
    return new AcceptLanguage(value)
  }

  /** The language ranges in lower case, the most preferred first. */
  get languages(): string[] {
    return Array.from(this, ([language]) => language)
  }

  /**
   * The weight of a language, from 0 (refused) to 1. The longest listed range that contains it decides: `de` contains
   * `de-CH`. If no range does, a listed variant counts (`en-GB` for `en`), and then `*`.
   */
  override getWeight(language: string): number {
    const wanted = this.canonical(language)
    if (wanted === null) return 0
    if (this.size === 0) return 1
    if (wanted === '*') return this.weights[0]!

    let range = ''
    let byRange: number | null = null
    let byVariant: number | null = null
    for (const [listed, weight] of this) {
      if (listed === wanted || wanted.startsWith(`${listed}-`)) {
        if (listed.length > range.length) [range, byRange] = [listed, weight]
      } else if (listed.startsWith(`${wanted}-`)) {
        byVariant ??= weight
      }
    }
    return byRange ?? byVariant ?? this.get('*') ?? 0
  }

  protected override canonical(language: string): string | null {
    return language === '*' || isLanguageRange(language) ? language.toLowerCase() : null
  }
}

/** RFC 4647 §2.1: a language range is subtags of one to eight letters and digits. */
function isLanguageRange(text: string): boolean {
  return /^[A-Za-z]/.test(text) && text.split('-').every((subtag) => SUBTAG.test(subtag))
}

const SUBTAG = /^[0-9A-Za-z]{1,8}$/

/** Reads RFC 9110 §12.4.2 leniently: any decimal from 0 to 1. Anything else is ignored. */
function parseWeight(text: string): number {
  const weight = /^[0-9.]+$/.test(text) ? Number(text) : NaN
  return weight <= 1 ? weight : 1
}

/** The header has three decimals. Rounding must not turn a small weight into a refusal. */
function toThreeDecimals(weight: number): number {
  return weight === 0 ? 0 : Math.max(Math.round(weight * 1000), 1) / 1000
}
