import { tokensToUnicode } from './domain-to-unicode.ts'
import { foldTokens, eraseNames, isAnyHost, type Tokens } from './tokens.ts'
import { parse, type Protocol, type SearchConstraint } from './parse.ts'

/**
 * A parsed pattern such as `/books/:slug(.:format)`, `/files/*path` or `https://:tenant.example.com/x?preview`.
 *
 * Two patterns with the same source are deeply equal. A pattern never changes.
 */
export class RoutePattern<Source extends string = string> {
  /** This exists only as a type: the source of the pattern. */
  declare readonly sourceType?: Source
  /** The normalized source, see {@link RoutePattern.toString}. */
  readonly source: string
  /** `''` if the pattern has none. `''` and `'http(s)'` match both. */
  readonly protocol: Protocol
  /** `null` if the pattern has no host. It matches any host then. */
  readonly hostname: Tokens | null
  /** Digits, or `''`: the default port if the pattern has a host, any port if not. */
  readonly port: string
  readonly pathname: Tokens
  readonly search: readonly SearchConstraint[]

  /**
   * @throws {TypeError} If `source` is not a string
   * @throws {ParseError} If `source` is not a valid pattern
   */
  constructor(source: Source) {
    if (typeof source !== 'string') {
      throw new TypeError(
        `Cannot read ${String(source)} as a pattern. Use a string such as "/books/:slug".`,
      )
    }

    const parts = parse(source)
    this.source = parts.source
    this.protocol = parts.protocol
    this.hostname = parts.hostname
    this.port = parts.port
    this.pathname = parts.pathname
    this.search = parts.search
  }

  /**
   * Parses a pattern. A parsed pattern is returned unchanged.
   *
   * @throws {TypeError} If `pattern` is neither a string nor a parsed pattern
   * @throws {ParseError} If it is a string, but not a valid pattern
   */
  static parse<const Source extends string>(
    pattern: Source | RoutePattern<Source>,
  ): RoutePattern<Source> {
    return pattern instanceof RoutePattern ? pattern : new RoutePattern(pattern)
  }

  /** Returns the normalized source: the path has its leading slash, and an empty path is `/`. */
  toString(): string {
    return this.source
  }
}

/**
 * Returns a pattern without the names of its params. The result is the same for two patterns that match the same URLs in the
 * same way, such as `/u/:id` and `/u/:name`, or `/café` and `/caf%C3%A9`.
 */
export function erasePattern(pattern: string | RoutePattern, ignoreCase = false): string {
  const parsed = RoutePattern.parse(pattern)
  const path = ignoreCase ? foldTokens(parsed.pathname) : parsed.pathname
  const search = parsed.search.map((constraint) => JSON.stringify(constraint)).sort()
  return `${eraseOrigin(parsed)}${eraseNames(path)}${search.join('&')}`
}

/** Returns the protocol, host and port without the names of params. Returns `''` for any origin. */
export function eraseOrigin({ protocol, hostname, port }: RoutePattern): string {
  const scheme = protocol === 'http(s)' ? '' : protocol
  if (isAnyHost(hostname)) return scheme === '' && port === '' ? '' : `${scheme}://*:${port}`
  return `${scheme}://${eraseNames(tokensToUnicode(hostname!))}:${port}`
}

/** Returns how specific the search of a pattern is: more values, then more keys, give a higher number. */
export function rankOfSearch({ search }: RoutePattern): number {
  let rank = 0
  for (const [, value] of search) rank += value === null ? 1 : 65_536
  return rank
}

/** Whether a search meets all constraints of a pattern. */
export function matchesSearch({ search }: RoutePattern, params: URLSearchParams): boolean {
  return search.every(([key, value]) =>
    value === null ? params.has(key) : params.getAll(key).includes(value),
  )
}
