import { hasControl, isDigits, isToken } from './characters.ts'
import { parsePair, quoteIfNeeded } from './header-parameters.ts'
import { parseTokenList, splitList } from './split-list.ts'

/** The directives that {@link CacheControl} knows by name. */
export interface CacheControlDirectives {
  /** Seconds. */
  maxAge?: number
  /** Seconds, for shared caches. */
  sMaxage?: number
  /** `true`, or the names of the fields to revalidate. */
  noCache?: boolean | readonly string[]
  noStore?: boolean
  noTransform?: boolean
  mustRevalidate?: boolean
  mustUnderstand?: boolean
  proxyRevalidate?: boolean
  /** `true`, or the names of the private fields. */
  private?: boolean | readonly string[]
  public?: boolean
  immutable?: boolean
  /** Seconds. */
  staleWhileRevalidate?: number
  /** Seconds. */
  staleIfError?: number
  /** Seconds. `Infinity` accepts any stale response. */
  maxStale?: number
  /** Seconds. */
  minFresh?: number
  onlyIfCached?: boolean
}

/** What {@link CacheControl} takes: a header value, known directives, or names with their values. */
export type CacheControlInit =
  | string
  | CacheControlDirectives
  | Iterable<readonly [directive: string, value: string | null]>

/**
 * A `Cache-Control` header of a request or a response. Unknown directives are kept. If a directive is repeated, the first
 * one counts. A directive that forbids something counts even if its argument is invalid: `private=` means `private`, and
 * `max-age=` means 0.
 *
 * @example
 * String(new CacheControl({ public: true, maxAge: 31536000, immutable: true }))
 * // public, max-age=31536000, immutable
 */
export class CacheControl implements Iterable<[directive: string, value: string | null]> {
  #directives: Map<string, string | null> = new Map()

  constructor(init?: CacheControlInit | null) {
    if (init === null || init === undefined) return
    if (typeof init === 'string') {
      this.#parse(init)
    } else if (Symbol.iterator in init) {
      for (const [directive, value] of init) this.set(directive, value)
    } else {
      for (const [property, value] of Object.entries(init)) this.#assign(property, value)
    }
  }

  /** Parses a `Cache-Control` header or copies one. `null` gives an empty one. */
  static from(value: CacheControlInit | null): CacheControl {
    return new CacheControl(value)
  }

  get size(): number {
    return this.#directives.size
  }

  /** The value of a directive, `null` if it has no value, or `undefined` if the header does not have it. */
  get(directive: string): string | null | undefined {
    return this.#directives.get(directive.toLowerCase())
  }

  has(directive: string): boolean {
    return this.#directives.has(directive.toLowerCase())
  }

  /** @throws {TypeError} If the name is not a token or the value has a control character */
  set(directive: string, value: string | null = null): this {
    if (!isToken(directive) || (value !== null && hasControl(value))) {
      throw new TypeError(
        `Cannot set the cache directive ${JSON.stringify(directive)} to ${JSON.stringify(value)}: the name must be letters, digits or hyphens, and the value must not contain control characters`,
      )
    }
    this.#directives.set(directive.toLowerCase(), value)
    return this
  }

  delete(directive: string): boolean {
    return this.#directives.delete(directive.toLowerCase())
  }

  clear(): void {
    this.#directives.clear()
  }

  get maxAge(): number | undefined {
    return this.#seconds('max-age')
  }

  set maxAge(seconds: number | undefined) {
    this.#setSeconds('max-age', seconds)
  }

  get sMaxage(): number | undefined {
    return this.#seconds('s-maxage')
  }

  set sMaxage(seconds: number | undefined) {
    this.#setSeconds('s-maxage', seconds)
  }

  get noCache(): boolean | string[] {
    return this.#fields('no-cache')
  }

  set noCache(value: boolean | readonly string[]) {
    this.#setFields('no-cache', value)
  }

  get noStore(): boolean {
    return this.has('no-store')
  }

  set noStore(value: boolean) {
    this.#setFlag('no-store', value)
  }

  get noTransform(): boolean {
    return this.has('no-transform')
  }

  set noTransform(value: boolean) {
    this.#setFlag('no-transform', value)
  }

  get mustRevalidate(): boolean {
    return this.has('must-revalidate')
  }

  set mustRevalidate(value: boolean) {
    this.#setFlag('must-revalidate', value)
  }

  get mustUnderstand(): boolean {
    return this.has('must-understand')
  }

  set mustUnderstand(value: boolean) {
    this.#setFlag('must-understand', value)
  }

  get proxyRevalidate(): boolean {
    return this.has('proxy-revalidate')
  }

  set proxyRevalidate(value: boolean) {
    this.#setFlag('proxy-revalidate', value)
  }

  get private(): boolean | string[] {
    return this.#fields('private')
  }

  set private(value: boolean | readonly string[]) {
    this.#setFields('private', value)
  }

  get public(): boolean {
    return this.has('public')
  }

  set public(value: boolean) {
    this.#setFlag('public', value)
  }

  get immutable(): boolean {
    return this.has('immutable')
  }

  set immutable(value: boolean) {
    this.#setFlag('immutable', value)
  }

  get staleWhileRevalidate(): number | undefined {
    return this.#seconds('stale-while-revalidate')
  }

  set staleWhileRevalidate(seconds: number | undefined) {
    this.#setSeconds('stale-while-revalidate', seconds)
  }

  get staleIfError(): number | undefined {
    return this.#seconds('stale-if-error')
  }

  set staleIfError(seconds: number | undefined) {
    this.#setSeconds('stale-if-error', seconds)
  }

  /** `Infinity` if the directive has no value: any stale response is accepted. */
  get maxStale(): number | undefined {
    return this.get('max-stale') === null ? Infinity : this.#seconds('max-stale')
  }

  set maxStale(seconds: number | undefined) {
    this.#setSeconds('max-stale', seconds)
  }

  get minFresh(): number | undefined {
    return this.#seconds('min-fresh')
  }

  set minFresh(seconds: number | undefined) {
    this.#setSeconds('min-fresh', seconds)
  }

  get onlyIfCached(): boolean {
    return this.has('only-if-cached')
  }

  set onlyIfCached(value: boolean) {
    this.#setFlag('only-if-cached', value)
  }

  [Symbol.iterator](): MapIterator<[directive: string, value: string | null]> {
    return this.#directives.entries()
  }

  forEach(callback: (value: string | null, directive: string, header: CacheControl) => void): void {
    for (const [directive, value] of this) callback(value, directive, this)
  }

  /** The header value. */
  toString(): string {
    return Array.from(this, ([directive, value]) =>
      value === null ? directive : `${directive}=${quoteIfNeeded(value)}`,
    ).join(', ')
  }

  #parse(text: string): void {
    for (const part of splitList(text, ',')) {
      const pair = parsePair(part) ?? parseProhibition(part)
      if (pair !== null && !this.#directives.has(pair[0])) this.#directives.set(pair[0], pair[1])
    }
  }

  #assign(property: string, value: number | boolean | readonly string[] | undefined): void {
    const directive = property.replace(/[A-Z]/g, (letter) => '-' + letter.toLowerCase())
    if (typeof value === 'number') this.#setSeconds(directive, value)
    else if (value !== undefined) this.#setFields(directive, value)
  }

  /** An invalid number is 0: RFC 9111 §4.2.1 prefers a stale response to one that stays fresh for ever. */
  #seconds(directive: string): number | undefined {
    const value = this.get(directive)
    if (value === undefined) return undefined
    return value !== null && isDigits(value) ? Math.min(Number(value), MAX_SECONDS) : 0
  }

  #setSeconds(directive: string, seconds: number | undefined): void {
    if (seconds === undefined) {
      this.delete(directive)
      return
    }
    if (seconds === Infinity && directive === 'max-stale') {
      this.set(directive)
      return
    }
    if (!Number.isInteger(seconds) || seconds < 0) {
      throw new TypeError(
        `Cannot set the cache directive "${directive}" to ${String(seconds)}: it must be a whole number of seconds`,
      )
    }
    this.set(directive, String(Math.min(seconds, MAX_SECONDS)))
  }

  #setFlag(directive: string, value: boolean): void {
    if (value) this.set(directive)
    else this.delete(directive)
  }

  #fields(directive: string): boolean | string[] {
    const value = this.get(directive)
    if (value === undefined) return false
    return value === null ? true : parseTokenList(value)
  }

  #setFields(directive: string, value: boolean | readonly string[]): void {
    if (typeof value === 'boolean') this.#setFlag(directive, value)
    else this.set(directive, value.join(', '))
  }
}

/** The directives that forbid something, or that end freshness if their number is invalid. */
const PROHIBITIONS: ReadonlySet<string> = new Set([
  'no-cache',
  'no-store',
  'no-transform',
  'must-revalidate',
  'proxy-revalidate',
  'private',
  'only-if-cached',
  'max-age',
  's-maxage',
])

/** Reads only the name of a part with an invalid argument. Ignoring `private=` would make a response public. */
function parseProhibition(part: string): [directive: string, value: null] | null {
  const name = part.split(/[^\w-]/, 1)[0]!.toLowerCase()
  return PROHIBITIONS.has(name) ? [name, null] : null
}

/** RFC 9111 §1.2.2: a larger number is read as this one. */
const MAX_SECONDS = 2 ** 31
