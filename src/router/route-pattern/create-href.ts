import type { HrefOptions, HrefArgs } from './params.ts'
import { RoutePattern } from './route-pattern.ts'
import { isAnyHost, isCapture, type Tokens } from './tokens.ts'
import { encodeSegments, tokensToWrite, valueOf, writeTokens, type Values } from './write-path.ts'

/**
 * Creates a URL from a pattern: a path that begins with one slash, or an absolute URL if the pattern has a host.
 *
 * An optional is written if its captures are given. Values are percent-encoded, so the pattern captures the same values
 * from the URL.
 *
 * @throws {CreateHrefError} If params are missing or cannot be written
 * @throws {TypeError} If `baseURL` is not an absolute URL with a host
 *
 * @example
 * createHref('/books/:slug(.:format)', { slug: 'emma' }, { searchParams: { page: 2 } }) // '/books/emma?page=2'
 */
export function createHref<const Source extends string>(
  pattern: Source | RoutePattern<Source>,
  ...[given, options]: HrefArgs<Source>
): string {
  const parsed: RoutePattern = RoutePattern.parse(pattern)
  const params = (given ?? {}) as Values
  const { protocol, hostname, port, pathname, search } = parsed
  const hasOrigin = !isAnyHost(hostname)
  if (!hasOrigin && (protocol !== '' || port !== '')) {
    throw new CreateHrefError('pattern requires hostname', [`Pattern: ${parsed}`], {
      type: 'missing-hostname',
    })
  }
  checkParams(parsed, params, hasOrigin)

  const path = writeTokens(pathname, params, (token, value, isDotted) =>
    encodeSegments(checkSegments(parsed, token, value), isDotted),
  )
  const query = writeSearch(search, (options as HrefOptions | undefined)?.searchParams)
  const origin = hasOrigin
    ? `${protocol === 'http' ? 'http' : 'https'}://${writeHostname(parsed, hostname!, params)}${port && `:${port}`}`
    : ''
  const baseURL = (options as HrefOptions | undefined)?.baseURL

  return baseURL === undefined
    ? origin + path + query
    : relativeReference(baseURL, origin, path, query)
}

function checkParams(pattern: RoutePattern, params: Values, hasOrigin: boolean): void {
  const tokens = [...(hasOrigin ? pattern.hostname! : []), ...pattern.pathname]
  const missing = new Set<string>()

  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!
    if (token[0] === '?') i += Number(token.slice(1))
    else if (token === '*') {
      throw new CreateHrefError('pattern contains nameless wildcard', [`Pattern: ${pattern}`], {
        type: 'nameless-wildcard',
      })
    } else if (isCapture(token) && valueOf(params, token.slice(1)) === undefined) {
      missing.add(token.slice(1))
    }
  }
  if (missing.size === 0) return

  const missingParams = [...missing]
  throw new CreateHrefError(
    `missing param(s): ${missingParams.map((name) => `'${name}'`).join(', ')}`,
    [`Pattern: ${pattern}`, `Params: ${toJson(params)}`],
    { type: 'missing-params', missingParams },
  )
}

/** Returns the segments of the value of a capture in the path. */
function checkSegments(pattern: RoutePattern, token: string, value: unknown): string[] {
  const isVariable = token[0] === ':'
  const refuse = (reason: string): never =>
    refuseValue(
      pattern,
      isVariable ? 'invalid-pathname-variable' : 'invalid-pathname-wildcard',
      token.slice(1),
      value,
      reason,
    )

  const text = toText(value) ?? refuse('must be a string or a number')
  if (isVariable && text === '') refuse('cannot be empty')
  const segments = isVariable ? [text] : text.split('/')
  // A URL parser removes these segments, encoded or not. For `..` it also removes the segment before.
  if (segments.includes('.') || segments.includes('..')) {
    refuse(isVariable ? "cannot be '.' or '..'" : "cannot contain the segments '.' or '..'")
  }
  return segments
}

function toText(value: unknown): string | undefined {
  const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
  return isText ? String(value) : undefined
}

function writeHostname(pattern: RoutePattern, tokens: Tokens, params: Values): string {
  let host = ''
  let lastCapture = '' // Named in the error if the values make the host invalid.
  for (const token of tokensToWrite(tokens, params)) {
    if (isCapture(token)) {
      host += checkHostValue(pattern, token, valueOf(params, token.slice(1)))
      lastCapture = token
    } else host += token.slice(1)
  }

  // The URL parser knows Unicode names and which characters a host can have.
  const url = URL.parse(`https://${host}`)
  if (url !== null && !/^\.|\.\./.test(host)) return url.hostname
  return refuseHostValue(
    pattern,
    lastCapture,
    valueOf(params, lastCapture.slice(1)) ?? host,
    'makes the hostname invalid',
  )
}

function checkHostValue(pattern: RoutePattern, token: string, value: unknown): string {
  const text =
    toText(value) ?? refuseHostValue(pattern, token, value, 'must be a string or a number')
  if (text === '') refuseHostValue(pattern, token, value, 'cannot be empty')

  const forbidden = (token[0] === ':' ? /[\0-\x20@:/?#%\\\x7f.]/ : /[\0-\x20@:/?#%\\\x7f]/).exec(
    text,
  )
  if (forbidden !== null) {
    refuseHostValue(pattern, token, value, `cannot contain ${JSON.stringify(forbidden[0])}`)
  }
  return text
}

function refuseHostValue(
  pattern: RoutePattern,
  token: string,
  value: unknown,
  reason: string,
): never {
  const type = token[0] === '*' ? 'invalid-hostname-wildcard' : 'invalid-hostname-variable'
  return refuseValue(pattern, type, token.slice(1), value, reason)
}

function refuseValue(
  pattern: RoutePattern,
  type: `invalid-${'hostname' | 'pathname'}-${'variable' | 'wildcard'}`,
  name: string,
  value: unknown,
  reason: string,
): never {
  throw new CreateHrefError(
    `${type.replaceAll('-', ' ')} param: '${name}' ${reason}`,
    [`Pattern: ${pattern}`, `Value: ${toJson(value)}`],
    { type, name, value },
  )
}

/** Returns the JSON of any value, for a message. */
function toJson(value: unknown): string {
  try {
    return (
      JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? String(inner) : inner)) ??
      String(value)
    )
  } catch {
    return String(value) // The value refers to itself.
  }
}

function writeSearch(
  constraints: RoutePattern['search'],
  given: HrefOptions['searchParams'],
): string {
  if (given === undefined && constraints.length === 0) return ''

  const search = new URLSearchParams(given instanceof URLSearchParams ? given : undefined)
  if (given !== undefined && !(given instanceof URLSearchParams)) {
    for (const [name, values] of Object.entries(given)) {
      for (const value of Array.isArray(values) ? values : [values])
        appendSearch(search, name, value)
    }
  }
  for (const [name, value] of constraints) {
    if (value === null ? !search.has(name) : !search.getAll(name).includes(value)) {
      search.append(name, value ?? '')
    }
  }

  const query = search.toString()
  return query === '' ? '' : `?${query}`
}

function appendSearch(search: URLSearchParams, name: string, value: unknown): void {
  if (value === null || value === undefined) return
  const text = toText(value)
  if (text === undefined) {
    throw new TypeError(
      `Cannot write ${toJson(value)} as search param "${name}". Use a string or a number.`,
    )
  }
  search.append(name, text)
}

/**
 * Returns a reference to `origin + path + query` from the page at `base`. It is relative if the origins are the same. An
 * empty `origin` means the origin of `base`.
 *
 * @throws {TypeError} If `base` is not an absolute URL with a host
 */
function relativeReference(
  base: string | URL,
  origin: string,
  path: string,
  query: string,
): string {
  const from = URL.parse(base)
  if (from === null || from.host === '') {
    throw new TypeError(
      `Cannot use ${JSON.stringify(String(base))} as \`baseURL\`. Use an absolute URL with a host, such as "https://example.com/a".`,
    )
  }
  if (origin !== '' && new URL(origin).origin !== from.origin) return origin + path + query

  const here = from.pathname.split('/').slice(1, -1)
  const there = path.split('/').slice(1)
  let shared = 0
  while (shared < here.length && shared < there.length - 1 && here[shared] === there[shared])
    shared++

  const rest = there.slice(shared)
  const up = '../'.repeat(here.length - shared)
  const needsDot = up === '' && (rest[0] === '' || rest[0]!.includes(':'))
  return `${needsDot ? './' : up}${rest.join('/')}${query}`
}

/** The reason for which a URL could not be created, see {@link CreateHrefError}. */
export type CreateHrefErrorDetails =
  | { type: 'missing-hostname' }
  | { type: 'nameless-wildcard' }
  | { type: 'missing-params'; missingParams: string[] }
  | {
      type:
        | 'invalid-hostname-variable'
        | 'invalid-hostname-wildcard'
        | 'invalid-pathname-variable'
        | 'invalid-pathname-wildcard'
      name: string
      value: unknown
    }

/** Thrown if a URL cannot be created from a pattern and the given params. */
export class CreateHrefError extends Error {
  override readonly name = 'CreateHrefError'
  readonly details: CreateHrefErrorDetails

  constructor(message: string, lines: readonly string[], details: CreateHrefErrorDetails) {
    super(`${message}\n\n${lines.join('\n')}`)
    this.details = details
  }
}
