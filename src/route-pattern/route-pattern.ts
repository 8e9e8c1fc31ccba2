import { tokensToUnicode } from './domain-to-unicode.ts'
import { parse, type Protocol, type SearchConstraint } from './parse.ts'
import { eraseNames, isAnyHost, type Tokens } from './tokens.ts'

/**
 * A parsed pattern such as `/books/:slug(.:format)`, `/files/*path` or `https://:tenant.example.com/x?preview`.
 *
 * Two patterns from equal sources are deeply equal; a pattern never changes.
 */
export class RoutePattern<Source extends string = string> {
  /** Only a type: the source the pattern was made from. */
  declare readonly sourceType?: Source
  /** The normalised source, see {@link RoutePattern.toString}. */
  readonly source: string
  /** `''` if the pattern names none; `''` and `'http(s)'` match both. */
  readonly protocol: Protocol
  /** `null` if the pattern names no host and so matches any. */
  readonly hostname: Tokens | null
  /** Digits; `''` means any port without a host, and the default port with one. */
  readonly port: string
  readonly pathname: Tokens
  readonly search: readonly SearchConstraint[]

  /**
   * @throws {TypeError} If `source` is no string
   * @throws {ParseError} If `source` is no pattern
   */
  constructor(source: Source) {
    if (typeof source !== 'string') {
      throw new TypeError(
        `Cannot read ${String(source)} as a pattern: use a string such as "/books/:slug"`,
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
   * Reads a pattern; one that is parsed already is returned as it is.
   *
   * @throws {TypeError} If `pattern` is neither a string nor a parsed pattern
   * @throws {ParseError} If it is a string, but no pattern
   */
  static parse<const Source extends string>(
    pattern: Source | RoutePattern<Source>,
  ): RoutePattern<Source> {
    return pattern instanceof RoutePattern ? pattern : new RoutePattern(pattern)
  }

  /** The normalised source: the path has its leading slash, an empty path is `/`. */
  toString(): string {
    return this.source
  }
}

/**
 * The pattern with param names erased: two patterns that match the same URLs in the same way give the same text, such
 * as `/u/:id` and `/u/:name`, or `/café` and `/caf%C3%A9`.
 */
export function erasePattern(pattern: string | RoutePattern): string {
  const parsed = RoutePattern.parse(pattern)
  const search = parsed.search.map((constraint) => JSON.stringify(constraint)).sort()
  return `${eraseOrigin(parsed)}${eraseNames(parsed.pathname)}${search.join('&')}`
}

/** The same for protocol, host and port; `''` for any origin. */
export function eraseOrigin({ protocol, hostname, port }: RoutePattern): string {
  const scheme = protocol === 'http(s)' ? '' : protocol
  if (isAnyHost(hostname)) return scheme === '' && port === '' ? '' : `${scheme}://*:${port}`
  return `${scheme}://${eraseNames(tokensToUnicode(hostname!))}:${port}`
}
