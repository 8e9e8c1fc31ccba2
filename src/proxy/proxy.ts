import { addressOf, type RequestContext } from '../fetch-router/index.ts'
import { internalsOf } from '../fetch-router/shared.ts'
import { checkFunctions, checkOptions, invariant, showValue } from '../internal/check.ts'
import { isRequestError } from '../internal/exchange/request-error.ts'
import { isHttp, isLoadMethod, isOwnPath, isRedirectStatus } from '../internal/http.ts'
import { readOrigin } from '../internal/origin.ts'
import { refusal } from '../internal/refusal.ts'

/** Options for {@link proxy}. */
export interface ProxyOptions {
  /**
   * How long the other server may take until its response begins, in milliseconds. The time starts again with each part of
   * the body that is sent. After it, the response is a 504.
   *
   * @default 30_000
   */
  readonly timeout?: number
  /**
   * Changes the path, such as `/api/books` to `/books`. It gets the path without the query, and returns a path that starts
   * with a slash.
   *
   * @default the same path
   */
  readonly path?: (path: string, context: RequestContext) => string
  /**
   * Changes the headers that the other server gets, such as to add a key. It may be async. It cannot add headers of the
   * connection.
   */
  readonly headers?: (headers: Headers, context: RequestContext) => void | Promise<void>
  /**
   * Sends the requests, such as the `fetch` of a service binding in a Worker.
   *
   * @default globalThis.fetch
   */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
}

/**
 * Creates a handler that passes requests on to another server, and its responses back. Both bodies are streams.
 *
 * @param origin The other server. Requests go to no other server, and no redirect is followed
 * @param options The time limit, and changes of the path and the headers
 * @returns A handler for `router.map('/*', …)`
 * @throws {TypeError} If `origin` is not an origin of HTTP, or an option is unknown or invalid
 *
 * @example
 * // Pages that have moved are routes of this app. The old app has the others.
 * router.map('/*', proxy('http://old.internal:3001'))
 */
export function proxy(
  origin: string,
  options: ProxyOptions = {},
): (context: RequestContext) => Promise<Response> {
  checkOptions('proxy()', options, 'timeout path headers fetch')
  const { timeout = 30_000, path, headers: edit, fetch: send } = options
  checkFunctions('proxy()', { path, headers: edit, fetch: send })
  invariant(
    typeof timeout === 'number' && timeout > 0 && timeout <= 2 ** 31 - 1,
    `proxy() takes a number of milliseconds above 0 as timeout, not ${showValue(timeout)}`,
  )
  const upstream = new URL(readOrigin(origin, 'proxy() cannot pass requests on to'))
  invariant(isHttp(upstream), `proxy() takes an origin of http: or https:, not ${origin}`)
  // The id is created later, because a Worker may not use random numbers before its first request.
  let id: string | undefined

  return async function proxy(context) {
    id ??= `framework-${crypto.randomUUID()}`
    if (namesOf(context.headers, 'Via').some((hop) => hop.endsWith(id!))) return refusal(508)

    const url = targetOf(upstream, context, path)
    const headers = requestHeaders(context, id)
    await edit?.(headers, context)
    dropConnectionHeaders(headers)

    const { request } = context
    invariant(
      !request.bodyUsed,
      'proxy() cannot pass on a body that was read before. Give formData() to the routes that need it, and not to those of proxy().',
    )
    const deadline = new AbortController()
    const startTimer = (): ReturnType<typeof setTimeout> =>
      setTimeout(() => deadline.abort(), timeout)
    let timer: ReturnType<typeof setTimeout> | undefined = startTimer()
    const body = isLoadMethod(context.method) ? null : request.body
    try {
      const response = await (send ?? fetch)(url.href, {
        method: context.method,
        headers,
        body: body && body.pipeThrough(new TransformStream({ transform: passPart })),
        redirect: 'manual',
        signal: AbortSignal.any([request.signal, deadline.signal]),
        duplex: 'half',
      } as RequestInit)
      return passBack(response, url, context.url)
    } catch (error) {
      request.signal.throwIfAborted()
      // The body of the request could not be read: it is too large, or the client has sent less than it announced.
      const cause = isRequestError(error) ? error : (error as Error | null)?.cause
      if (isRequestError(cause)) throw cause
      if (!deadline.signal.aborted) {
        console.error(`proxy() could not reach ${upstream.origin}:`, error)
      }
      return refusal(deadline.signal.aborted ? 504 : 502, undefined, {
        'Cache-Control': 'no-store',
      })
    } finally {
      clearTimeout(timer)
      timer = undefined
    }

    function passPart(part: Uint8Array, parts: TransformStreamDefaultController): void {
      // The response may begin before the body has ended.
      if (timer !== undefined) {
        clearTimeout(timer)
        timer = startTimer()
      }
      parts.enqueue(part)
    }
  }
}

/**
 * Returns the URL to request. The path is appended to the origin as a string: `new URL('//other.example', origin)` would be
 * another host.
 */
function targetOf(upstream: URL, context: RequestContext, path: ProxyOptions['path']): URL {
  const { pathname, search } = context.url
  const asked = path ? path(pathname, context) : pathname
  invariant(
    !path || (isOwnPath(asked) && !/[?#]/.test(asked)),
    `\`path\` of proxy() must return a path that starts with one slash and has no query, not ${showValue(asked)}`,
  )
  // The other server may be an app with data requests of its own.
  const query = internalsOf(context).facts?.sentQuery ?? search
  const url = new URL(upstream.origin + asked + query)
  invariant(url.origin === upstream.origin, `proxy() may not ask ${url.origin}`)

  return url
}

/** Headers of one connection. They are not passed on, in either direction (RFC 9110 §7.6.1). */
const connectionHeaders =
  'Connection Keep-Alive Proxy-Connection Proxy-Authenticate Proxy-Authorization TE Trailer Transfer-Encoding Upgrade'.split(
    ' ',
  )

/** Headers that `fetch()` writes itself, for the body that it really sends. */
const writtenHeaders = ['Host', 'Content-Length', 'Expect']

/**
 * Headers with which a client could claim to be another one, or to ask for another URL. Servers that put headers into variables
 * read `_` and `-` as the same.
 */
const claims =
  /^(?:forwarded|x[-_](?:forwarded|original)[-_].*|x[-_]rewrite[-_]url|(?:x[-_]real|(?:x|true|fastly|fly|x[-_]cluster)[-_]client)[-_]ip|cf[-_]connecting[-_]ip(?:v6)?)$/

function requestHeaders(context: RequestContext, id: string): Headers {
  const headers = new Headers(context.headers)
  dropConnectionHeaders(headers)
  const claimed = Array.from(headers.keys()).filter((name) => claims.test(name))
  for (const name of claimed) headers.delete(name)

  const address = addressOf(context)
  if (address !== undefined) headers.set('X-Forwarded-For', address)
  headers.set('X-Forwarded-Host', context.url.host)
  headers.set('X-Forwarded-Proto', context.url.protocol.slice(0, -1))
  headers.append('Via', `1.1 ${id}`)
  // `fetch()` would decode a compressed body, and this server would have to compress it again.
  headers.set('Accept-Encoding', 'identity')

  return headers
}

function dropConnectionHeaders(headers: Headers): void {
  const named = namesOf(headers, 'Connection').filter((name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name))
  for (const name of [...connectionHeaders, ...writtenHeaders, ...named]) headers.delete(name)
}

function namesOf(headers: Headers, name: string): string[] {
  return (headers.get(name) ?? '').split(',').map((item) => item.trim())
}

/**
 * Creates the response for the client. Its `Location` and its cookies point to this site.
 *
 * @param asked The URL that the other server was asked for
 */
function passBack(response: Response, asked: URL, own: URL): Response {
  const headers = new Headers(response.headers)
  // `fetch()` has decoded the body, although a plain one was requested. So its length is the length of the compressed body.
  const isDecoded = namesOf(headers, 'Content-Encoding').every((name) => decoded.test(name))
  const length = isDecoded ? null : headers.get('Content-Length')
  dropConnectionHeaders(headers)
  if (length !== null) headers.set('Content-Length', length)
  if (isDecoded) headers.delete('Content-Encoding')
  headers.delete('Alt-Svc')

  const location = headers.get('Location')
  if (location !== null && (isRedirectStatus(response.status) || response.status === 201)) {
    const target = URL.parse(location, asked)
    if (target?.origin === asked.origin) {
      headers.set('Location', own.origin + target.pathname + target.search + target.hash)
    }
  }

  headers.delete('Set-Cookie')
  for (const cookie of response.headers.getSetCookie()) {
    headers.append('Set-Cookie', forThisSite(cookie, asked, own))
  }

  const { body, status } = response
  // A reason in another encoding cannot be sent.
  const statusText = /^[\t -~]*$/.test(response.statusText) ? response.statusText : ''
  return new Response(body, { status, statusText, headers })
}

/** The codings that `fetch()` decodes. If a body has another one too, it decodes none. */
const decoded = /^(?:(?:x-)?gzip|deflate|br|zstd)$/i

/** Removes a `Domain` from a `Set-Cookie` if only the other server belongs to it. Browsers would drop the cookie. */
function forThisSite(cookie: string, upstream: URL, own: URL): string {
  return cookie
    .split(';')
    .filter((part, at) => {
      if (at === 0) return true
      const domain = /^\s*domain\s*=\s*\.?(.*?)\s*$/i.exec(part)?.[1]?.toLowerCase()
      return domain === undefined || !isWithin(upstream, domain) || isWithin(own, domain)
    })
    .join(';')
}

function isWithin({ hostname }: URL, domain: string): boolean {
  return hostname === domain || hostname.endsWith(`.${domain}`)
}
