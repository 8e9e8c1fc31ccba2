import { addressOf, type RequestContext } from '../../router/fetch-router/index.ts'
import { internalsOf } from '../../router/fetch-router/shared.ts'
import {
  checkFunctions,
  checkOptions,
  invariant,
  longestTimeout,
  showValue,
} from '../../internal/guards/check.ts'
import { isDecodedByFetch } from '../../internal/exchange/decoded-codings.ts'
import { discardBody } from '../../internal/exchange/edit-headers.ts'
import { isRequestError } from '../../internal/exchange/status-errors.ts'
import { isHttp, isLoadMethod } from '../../internal/http/http.ts'
import { readOrigin } from '../../internal/guards/origin.ts'
import { refusal } from '../../internal/guards/refusal.ts'
import { encodedSeparator, hidesDots, readPathOption, type PathChange } from './path-option.ts'

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
   * Changes the path. `{ from: '/api/', to: '/' }` asks for `/books` instead of `/api/books`, and changes the `Location` and
   * the cookies of the response the other way.
   *
   * A function gets the path without the query, and returns a path that starts with a slash. It cannot be undone, so
   * `Location` and cookies keep the path of the other server. It must not return a promise.
   *
   * With `path`, a path with an encoded slash or backslash is refused with a 400.
   *
   * @default the same path
   */
  readonly path?:
    | { readonly from: string; readonly to: string }
    | ((path: string, context: RequestContext) => string)
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
  checkFunctions('proxy()', { headers: edit, fetch: send })
  const change = readPathOption(path)
  invariant(
    typeof timeout === 'number' && timeout > 0 && timeout <= longestTimeout,
    `proxy() takes a number of milliseconds above 0 as timeout, not ${showValue(timeout)}`,
  )
  const upstream = new URL(readOrigin(origin, 'proxy() cannot pass requests on to'))
  invariant(isHttp(upstream), `proxy() takes an origin of http: or https:, not ${origin}`)
  // The id is created later, because a Worker may not use random numbers before its first request.
  let id: string | undefined

  return async function proxy(context) {
    id ??= `framework-${crypto.randomUUID()}`
    if (namesOf(context.headers, 'Via').some((hop) => hop.endsWith(id!))) return refusal(508)

    const url = targetOf(upstream, context, change)
    if (url === null) return refusal(400)

    const { request } = context
    invariant(
      !request.bodyUsed,
      'proxy() cannot pass on a body that was read before. Give formData() to the routes that need it, and not to those of proxy().',
    )
    const limit = new TimeLimit(timeout)
    const signal = AbortSignal.any([request.signal, limit.signal])
    let isSent = false
    try {
      const headers = requestHeaders(context, id)
      if (edit) await unlessAborted(signal, edit(headers, context))
      dropConnectionHeaders(headers)

      const body = isLoadMethod(context.method) ? null : request.body
      isSent = true
      const sent = (send ?? fetch)(url.href, {
        method: context.method,
        headers,
        body: body && body.pipeThrough(new TransformStream({ transform: passPart })),
        redirect: 'manual',
        signal,
        duplex: 'half',
      } as RequestInit)
      return passBack(await unlessAborted(signal, sent, discardBody), url, context.url, change)
    } catch (error) {
      request.signal.throwIfAborted()
      if (limit.signal.aborted) {
        if (!isSent) console.error(`\`headers\` of proxy() took longer than ${timeout} ms.`)
        return unavailable(504)
      }
      // The body of the request could not be read: it is too large, or the client has sent less than it announced.
      const cause = isRequestError(error) ? error : (error as Error | null)?.cause
      if (isRequestError(cause)) throw cause
      if (!isSent) throw error

      console.error(`proxy() could not reach ${upstream.origin}:`, error)
      return unavailable(502)
    } finally {
      limit.end()
    }

    function passPart(part: Uint8Array, parts: TransformStreamDefaultController): void {
      limit.restart()
      parts.enqueue(part)
    }
  }
}

/** A time limit that can start again. Its signal aborts when the time is over. */
class TimeLimit {
  readonly #controller = new AbortController()
  readonly #milliseconds: number
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds
    this.#start()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Starts the time again, unless it has ended: a response may begin before the body of its request has ended. */
  restart(): void {
    if (this.#timer === undefined) return

    clearTimeout(this.#timer)
    this.#start()
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #start(): void {
    this.#timer = setTimeout(() => this.#controller.abort(), this.#milliseconds)
  }
}

/**
 * Waits for work of the app, which may ignore the signal.
 *
 * @param drop Called with a result that comes too late
 * @throws The reason of the signal, once it aborts
 */
function unlessAborted<Result>(
  signal: AbortSignal,
  work: Result | Promise<Result>,
  drop?: (late: Result) => void,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    Promise.resolve(work)
      .then((result) => {
        if (signal.aborted) drop?.(result)
        resolve(result)
      }, reject)
      .finally(() => signal.removeEventListener('abort', onAbort))
  })
}

function unavailable(status: 502 | 504): Response {
  return refusal(status, undefined, { 'Cache-Control': 'no-store' })
}

/**
 * Returns the URL to request, or `null` if the other server could read another path in it. The path is appended to the
 * origin as a string: `new URL('//other.example', origin)` would be another host.
 */
function targetOf(
  upstream: URL,
  context: RequestContext,
  change: PathChange | undefined,
): URL | null {
  const { pathname, search } = context.url
  if (hidesDots(pathname) || (change !== undefined && encodedSeparator.test(pathname))) return null

  const asked = change === undefined ? pathname : change.to(pathname, context)
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
 * Headers with which a client could claim to be another one, to be logged in, or to ask for another URL. They are written
 * with `-` for `_`: servers that put headers into variables read both as the same.
 */
const claims: ReadonlySet<string> = new Set(
  `forwarded proxy
  client-ip x-client-ip true-client-ip fastly-client-ip fly-client-ip x-cluster-client-ip proxy-client-ip wl-proxy-client-ip
  x-real-ip x-originating-ip x-proxyuser-ip x-azure-clientip cf-connecting-ip cf-connecting-ipv6 x-envoy-external-address
  x-host x-http-host x-host-override x-http-host-override x-scheme x-url-scheme front-end-https
  x-rewrite-url x-override-url x-proxy-url
  forwarded-for x-client-cert x-client-verify x-arr-clientcert wl-proxy-ssl incap-client-ip`.split(
    /\s+/,
  ),
)

/** How more of those headers begin. */
const claimPrefixes = [
  'x-forwarded',
  'x-original-',
  'x-envoy-original-',
  'x-remote-',
  'x-auth-request-',
  'remote-',
  'x-ssl-',
  'ssl-client-',
]

function isClaim(header: string): boolean {
  const name = header.replaceAll('_', '-')
  return claims.has(name) || claimPrefixes.some((prefix) => name.startsWith(prefix))
}

function requestHeaders(context: RequestContext, id: string): Headers {
  const headers = new Headers(context.headers)
  dropConnectionHeaders(headers)
  for (const name of Array.from(headers.keys()).filter(isClaim)) headers.delete(name)

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
function passBack(
  response: Response,
  asked: URL,
  own: URL,
  change: PathChange | undefined,
): Response {
  const headers = new Headers(response.headers)
  const encoding = headers.get('Content-Encoding')
  // `fetch()` has decoded the body, although a plain one was requested. So its length is the length of the compressed body.
  const isDecoded = encoding !== null && isDecodedByFetch(encoding, 'identity')
  const length = isDecoded ? null : headers.get('Content-Length')
  dropConnectionHeaders(headers)
  if (length !== null) headers.set('Content-Length', length)
  if (isDecoded) headers.delete('Content-Encoding')
  headers.delete('Alt-Svc')

  for (const name of ['Location', 'Content-Location']) {
    const location = headers.get(name)
    if (location !== null) headers.set(name, locationHere(location, asked, change))
  }
  headers.delete('Set-Cookie')
  for (const cookie of response.headers.getSetCookie()) {
    headers.append('Set-Cookie', cookieHere(cookie, asked, own, change))
  }

  const { body, status } = response
  // A reason in another encoding cannot be sent.
  const statusText = /^[\t -~]*$/.test(response.statusText) ? response.statusText : ''
  return new Response(body, { status, statusText, headers })
}

/**
 * Converts a `Location` of the other server to one of this site: a path, because this server may not know its own scheme and
 * host behind a proxy. A relative one stays relative.
 */
function locationHere(location: string, asked: URL, change: PathChange | undefined): string {
  const target = URL.parse(location, asked)
  if (target?.origin !== asked.origin) return location
  const isRelative = !/^(?:[/\\]|[a-z][a-z\d+.-]*:)/i.test(location)
  if (isRelative && !change?.isReversible) return location

  const path = change?.back(target.pathname) ?? target.pathname
  // A path that begins with two slashes would be another host.
  return (path.startsWith('//') ? `/.${path}` : path) + target.search + target.hash
}

/**
 * Converts a `Set-Cookie` of the other server to one of this site. A `Domain` is removed if only the other server belongs to
 * it: browsers would drop the cookie.
 */
function cookieHere(cookie: string, asked: URL, own: URL, change: PathChange | undefined): string {
  const [pair = '', ...attributes] = cookie.split(';')
  const kept = attributes.filter((attribute) => {
    const domain = /^\s*domain\s*=\s*\.?(.*?)\s*$/i.exec(attribute)?.[1]?.toLowerCase()
    return domain === undefined || !isWithin(asked, domain) || isWithin(own, domain)
  })
  // Browsers drop a cookie with this prefix unless its path is `/`.
  if (/^\s*__host-/i.test(pair)) return [pair, ...kept].join(';')

  const here = kept.map((attribute) =>
    attribute.replace(
      /^(\s*path\s*=\s*)(\/.*?)(\s*)$/i,
      (_, start: string, path: string, end: string) =>
        start + (change?.backForCookie(path) ?? path) + end,
    ),
  )
  return [pair, ...here].join(';')
}

function isWithin({ hostname }: URL, domain: string): boolean {
  return hostname === domain || hostname.endsWith(`.${domain}`)
}
