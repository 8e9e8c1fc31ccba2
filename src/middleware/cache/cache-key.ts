import { isLoadMethod, methodField } from '../../internal/http/http.ts'
import type { RequestContext } from '../../router/fetch-router/index.ts'
import { buildOf, internalsOf, variantOf } from '../../router/fetch-router/shared.ts'
import { readQuietly } from '../../internal/exchange/anonymous-run.ts'
import { parsePairs } from '../../internal/text/parse-pairs.ts'
import { reservedParams } from '../../internal/forms/reserved-params.ts'

/** The most bytes of a key. Requests with longer keys are not looked up. */
const maxKey = 2048

/** The parts of a request that a response may depend on, besides its path. */
export interface KeyedParts {
  /** The names of headers. */
  readonly vary: readonly string[]
  /** The names of query parameters. With `undefined`, all parameters count. */
  readonly query?: ReadonlySet<string> | undefined
}

/** The key of a response, and the request without a visitor that creates the response. */
export interface Lookup {
  readonly key: string
  /** The URL to request. Middleware in front of the cache changes it again, as it did for the visitor. */
  readonly url: string
  /** The values of the `vary` headers. */
  readonly headers: Readonly<Record<string, string | null>>
}

/**
 * Creates the key of a request: the URL as it was sent and as middleware has changed it, the variant, the values of the
 * `vary` headers, and the version of the build. A page of another build refers to files that may be gone (CA-14).
 *
 * @returns `null` if the key would be too long
 */
export function createLookup(context: RequestContext, { vary, query }: KeyedParts): Lookup | null {
  const { originalHref, currentHref } = internalsOf(context)
  const url = keepQuery(withoutHash(originalHref), query)
  const headers: Record<string, string | null> = {}
  for (const name of vary) headers[name] = readQuietly(context.headers, name)

  const matched = currentHref === originalHref ? url : keepQuery(withoutHash(currentHref), query)
  const key = `e2:${JSON.stringify([url, matched, variantOf(context), headers, buildOf(context)])}`
  // Every character takes at least one byte.
  if (key.length > maxKey || new TextEncoder().encode(key).length > maxKey) return null

  return { key, url, headers }
}

function withoutHash(href: string): string {
  const at = href.indexOf('#')
  return at === -1 ? href : href.slice(0, at)
}

/** Removes all other parameters, and sorts the named ones. Their encoding does not change. */
function keepQuery(href: string, names: ReadonlySet<string> | undefined): string {
  const at = href.indexOf('?')
  if (names === undefined || at === -1) return href

  const parts = href
    .slice(at + 1)
    .split('&')
    .filter((part) => part !== '')
  // The names, decoded as in a URL, and in the same order. The `&` keeps a `?` at the beginning.
  const read = Array.from(new URLSearchParams(`&${parts.join('&')}`).keys())
  const kept = parts
    .map((part, index) => ({ part, name: read[index]! }))
    .filter(({ name }) => names.has(name))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(({ part }) => part)
  return href.slice(0, at) + (kept.length > 0 ? `?${kept.join('&')}` : '')
}

/**
 * Whether a request is a GET or a HEAD. Both the original and the current method count, because an override must not make a
 * POST look like a GET.
 */
export function isReading({ method, originalMethod }: RequestContext): boolean {
  return isLoadMethod(method) && isLoadMethod(originalMethod)
}

/**
 * Returns why a request is not looked up, or `undefined` if it may be. `Cache-Control` of the request does not count: a
 * visitor must not be able to empty a cache.
 */
export function obstacleOf(context: RequestContext): string | undefined {
  const { headers } = context
  const header = ['Authorization', 'Proxy-Authorization', 'Range'].find(
    (name) => readQuietly(headers, name) !== null,
  )
  if (header !== undefined) return `the request has ${header}`
  if (internalsOf(context).facts?.dataRequest?.live)
    return 'the stream of a live page belongs to one tab'
  // Most URLs have no query, and then `context.url` need not be created.
  if (!internalsOf(context).currentHref.includes('?')) return undefined
  const params = parsePairs(context.url.search.slice(1))
  const param = [...reservedParams, methodField].find((name) => params.has(name))
  return param && `its query has ${param}`
}
