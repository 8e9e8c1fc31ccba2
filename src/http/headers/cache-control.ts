import { hasControl, isDigits, isToken, parseTokenList, splitList } from './grammar.ts'
import { parsePair, quoteIfNeeded } from './header-parameters.ts'

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

/** The input of {@link CacheControl}: a header value, known directives, or names with their values. */
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
  // `define()` creates these properties: they differ only in their names.
  declare maxAge: number | undefined
  declare sMaxage: number | undefined
  declare staleWhileRevalidate: number | undefined
  declare staleIfError: number | undefined
  /** `Infinity` if the directive has no value: any stale response is accepted. */
  declare maxStale: number | undefined
  declare minFresh: number | undefined
  declare noStore: boolean
  declare noTransform: boolean
  declare mustRevalidate: boolean
  declare mustUnderstand: boolean
  declare proxyRevalidate: boolean
  declare public: boolean
  declare immutable: boolean
  declare onlyIfCached: boolean

  #directives: Map<string, string | null> = new Map()

  constructor(init?: CacheControlInit | null) {
    if (init === null || init === undefined) return
    if (typeof init === 'string') {
      this.#parse(init)
    } else if (Symbol.iterator in init) {
      for (const [directive, value] of init) this.set(directive, value)
    } else {
      for (const [property, value] of Object.entries(init)) {
        const directive = toDirective(property)
        if (typeof value === 'number') writeSeconds(this, directive, value)
        else if (value !== undefined) writeFields(this, directive, value)
      }
    }
  }

  /** Parses a `Cache-Control` header or copies one. `null` gives an empty one. */
  static from(value: CacheControlInit | null): CacheControl {
    return new CacheControl(value)
  }

  get size(): number {
    return this.#directives.size
  }

  /** Returns the value of a directive, `null` if it has no value, or `undefined` if the header does not have it. */
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

  get noCache(): boolean | string[] {
    return readFields(this, 'no-cache')
  }

  set noCache(value: boolean | readonly string[]) {
    writeFields(this, 'no-cache', value)
  }

  get private(): boolean | string[] {
    return readFields(this, 'private')
  }

  set private(value: boolean | readonly string[]) {
    writeFields(this, 'private', value)
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
}

define(
  'maxAge sMaxage staleWhileRevalidate staleIfError maxStale minFresh',
  readSeconds,
  writeSeconds,
)
define(
  'noStore noTransform mustRevalidate mustUnderstand proxyRevalidate public immutable onlyIfCached',
  (header, directive) => header.has(directive),
  writeFields,
)

/** Defines properties that read and write the directives of these names. */
function define<Value>(
  properties: string,
  read: (header: CacheControl, directive: string) => Value,
  write: (header: CacheControl, directive: string, value: Value) => void,
): void {
  for (const property of properties.split(' ')) {
    const directive = toDirective(property)
    Object.defineProperty(CacheControl.prototype, property, {
      configurable: true,
      get(this: CacheControl) {
        return read(this, directive)
      },
      set(this: CacheControl, value: Value) {
        write(this, directive, value)
      },
    })
  }
}

/** Converts `maxAge` to `max-age`. */
function toDirective(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => '-' + letter.toLowerCase())
}

/**
 * Reads a number of seconds. An invalid number is 0: RFC 9111 §4.2.1 prefers a stale response to one that stays fresh
 * without end.
 */
function readSeconds(header: CacheControl, directive: string): number | undefined {
  const value = header.get(directive)
  if (value === undefined) return undefined
  if (value === null && directive === 'max-stale') return Infinity
  return value !== null && isDigits(value) ? Math.min(Number(value), MAX_SECONDS) : 0
}

function writeSeconds(header: CacheControl, directive: string, seconds: number | undefined): void {
  if (seconds === undefined) header.delete(directive)
  else if (seconds === Infinity && directive === 'max-stale') header.set(directive)
  else if (Number.isInteger(seconds) && seconds >= 0) {
    header.set(directive, String(Math.min(seconds, MAX_SECONDS)))
  } else {
    throw new TypeError(
      `Cannot set the cache directive "${directive}" to ${String(seconds)}: it must be a whole number of seconds`,
    )
  }
}

function readFields(header: CacheControl, directive: string): boolean | string[] {
  const value = header.get(directive)
  if (value === undefined) return false
  return value === null ? true : parseTokenList(value)
}

function writeFields(
  header: CacheControl,
  directive: string,
  value: boolean | readonly string[],
): void {
  if (typeof value === 'object') header.set(directive, value.join(', '))
  else if (value) header.set(directive)
  else header.delete(directive)
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
