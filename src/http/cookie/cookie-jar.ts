import { SetCookie } from '../headers/index.ts'
import { checkOptions, invariant, showValue } from '../../internal/guards/check.ts'
import { cookieBytes, isSafeMethod, maxCookieBytes } from '../../internal/http/http.ts'
import { refusePromise } from '../../internal/process/promises.ts'
import { isAddress, isTrustworthy, siteOf } from './site.ts'
import { readPromise } from './cookie.ts'

/** Options for {@link createCookieJar}. */
export interface CookieJarOptions {
  /**
   * The time in milliseconds since 1970.
   *
   * @default Date.now
   */
  readonly now?: () => number
}

/** The facts about a request that, together with the URL, decide which `SameSite` cookies it gets. */
export interface CookieJarRequest {
  /**
   * The page that caused the request, as a URL or an origin.
   *
   * @default none: the user caused it, for example by typing the address
   */
  readonly from?: string | URL | undefined
  /** @default 'GET' */
  readonly method?: string | undefined
  /**
   * Whether the response becomes the page, as after a click on a link. The response to an image or a `fetch()` does not.
   *
   * @default true
   */
  readonly isNavigation?: boolean | undefined
}

/** A cookie in a {@link CookieJar}. */
export interface JarCookie {
  /** `''` for a cookie without a name: browsers keep and send its value alone. */
  readonly name: string
  /** The value as it was sent. */
  readonly value: string
  /** The host, or the `Domain` attribute in lower case. */
  readonly domain: string
  /** Whether only this host gets the cookie, and no subdomain. */
  readonly hostOnly: boolean
  readonly path: string
  readonly secure: boolean
  readonly httpOnly: boolean
  /** `undefined` if the attribute was not sent: the cookie then counts as `Lax`. */
  readonly sameSite: 'Strict' | 'Lax' | 'None' | undefined
  /** `undefined` for a cookie that ends with the visit. */
  readonly expires: Date | undefined
}

/** Keeps cookies and sends them as a browser does. */
export interface CookieJar {
  /**
   * Stores the cookies of a response that the rules allow.
   *
   * @param url The URL of the request
   * @param headers The `Set-Cookie` header values, from `response.headers.getSetCookie()`
   * @param request The kind of the request
   */
  store(url: string | URL, headers: Iterable<string>, request?: CookieJarRequest): void
  /**
   * Returns the `Cookie` header of a request.
   *
   * @param url The URL of the request
   * @param request The kind of the request
   * @returns The header value, or `null` if no cookie may be sent
   */
  header(url: string | URL, request?: CookieJarRequest): string | null
  /** The cookies that have not expired, oldest first. */
  list(): JarCookie[]
  /** Forgets all cookies. */
  clear(): void
}

const maxCookiesPerHost = 180
const maxAttributeBytes = 1024
const maxLifetime = 400 * 24 * 60 * 60 * 1000

/** A cookie, with the times that decide its order. */
interface StoredCookie {
  readonly cookie: JarCookie
  readonly created: number
  lastUse: number
}

/**
 * Creates a jar that keeps and sends cookies by the rules of RFC 6265bis: domain, path, `Secure`, `Expires`, `Max-Age`,
 * `SameSite`, and the prefixes `__Host-`, `__Secure-`, `__Http-` and `__Host-Http-`. It keeps at most 180 cookies per host, of at most 4,096 bytes.
 *
 * There is no list of public suffixes: a `Domain` of one label is refused, `co.uk` is not.
 *
 * @param options The clock
 * @returns An empty jar
 * @throws {TypeError} If `now` is not a function
 *
 * @example
 * const jar = createCookieJar()
 * jar.store('https://example.com/', response.headers.getSetCookie())
 * jar.header('https://example.com/account') // 'session=…'
 */
export function createCookieJar(options: CookieJarOptions = {}): CookieJar {
  checkOptions('createCookieJar()', options, 'now')
  const { now = Date.now } = options
  invariant(
    typeof now === 'function',
    `createCookieJar() takes a function as \`now\`, such as Date.now, not ${showValue(now)}`,
  )
  const cookies = new Map<string, StoredCookie>()
  // This counter gives an order to cookies of the same millisecond.
  let clock = 0

  return {
    store(given, headers, request = {}) {
      invariant(
        typeof headers !== 'string',
        'store() takes a list of headers: pass response.headers.getSetCookie()',
      )
      const url = new URL(given)
      for (const header of headers) keep(url, header, request)
    },

    header(given, request = {}) {
      const url = new URL(given)
      const sent = unexpired()
        .filter(({ cookie }) => isSent(cookie, url, request))
        .sort((a, b) => b.cookie.path.length - a.cookie.path.length || a.created - b.created)
      for (const entry of sent) entry.lastUse = ++clock
      if (sent.length === 0) return null

      return sent.map(({ cookie: { name, value } }) => (name && `${name}=`) + value).join('; ')
    },

    list: () => unexpired().map(({ cookie }) => cookie),

    clear: () => cookies.clear(),
  }

  function readTime(): number {
    return refusePromise('`now` of createCookieJar()', now())
  }

  function unexpired(): StoredCookie[] {
    const time = readTime()
    for (const [key, { cookie }] of cookies) if (hasEnded(cookie, time)) cookies.delete(key)
    return Array.from(cookies.values())
  }

  function keep(url: URL, header: string, request: CookieJarRequest): void {
    const cookie = readCookie(url, header, readTime())
    if (cookie === null || !mayBeSet(cookie, header, url, request)) return

    const known = unexpired()
    if (!isTrustworthy(url) && known.some((other) => isShadow(cookie, other.cookie))) return

    const key = JSON.stringify([cookie.name, cookie.domain, cookie.hostOnly, cookie.path])
    const created = cookies.get(key)?.created ?? ++clock
    if (hasEnded(cookie, now())) cookies.delete(key)
    else cookies.set(key, { cookie, created, lastUse: ++clock })
    evict(cookie.domain)
  }

  /** RFC 6265bis §5.7: cookies without `Secure` go first, then those that were not used for the longest time. */
  function evict(domain: string): void {
    const ofHost = Array.from(cookies).filter(([, { cookie }]) => cookie.domain === domain)
    if (ofHost.length <= maxCookiesPerHost) return
    const [first] = ofHost.sort(
      ([, a], [, b]) => Number(a.cookie.secure) - Number(b.cookie.secure) || a.lastUse - b.lastUse,
    )
    cookies.delete(first![0])
  }
}

/** Reads a cookie from a header of a response from `url`. Returns `null` if its name, size or domain is not allowed. */
function readCookie(url: URL, header: string, now: number): JarCookie | null {
  const isNameless = /^\s*(?:=|[^=;]*(?:;|$))/.test(header)
  // `SetCookie` has no cookies without a name.
  const parsed = new SetCookie(isNameless ? `name=${header.replace(/^\s*=/, '')}` : header)
  const { value, secure, httpOnly } = parsed
  const name = isNameless ? '' : parsed.name
  if (name + value === '' || cookieBytes(name, value) > maxCookieBytes) return null

  const domain = readDomain(url, attributeOf(header, 'domain'))
  const path = attributeOf(header, 'path')
  return (
    domain && {
      name,
      value,
      ...domain,
      path: path?.startsWith('/') ? path : defaultPath(url.pathname),
      secure,
      httpOnly,
      sameSite: parsed.sameSite as JarCookie['sameSite'],
      expires: readExpires(parsed, now),
    }
  )
}

/**
 * Returns the last value of an attribute as it was sent, even if it is not valid (RFC 6265bis §5.6). Values that are too
 * long do not count.
 */
function attributeOf(header: string, name: string): string | undefined {
  return header
    .split(';')
    .slice(1)
    .map((attribute) => {
      const [key = '', ...values] = attribute.split('=')
      return { key: key.trim().toLowerCase(), value: values.join('=').trim() }
    })
    .findLast(({ key, value }) => key === name && byteLength(value) <= maxAttributeBytes)?.value
}

function readDomain(
  { hostname }: URL,
  attribute: string | undefined,
): Pick<JarCookie, 'domain' | 'hostOnly'> | null {
  const domain = attribute?.replace(/^\./, '').toLowerCase()
  if (!domain) return { domain: hostname, hostOnly: true }
  if (!domain.includes('.') || isAddress(domain) || !domainMatches(hostname, domain)) return null

  return { domain, hostOnly: false }
}

/** Whether the attributes of a cookie fit together, and fit its name and the request that sets it. */
function mayBeSet(cookie: JarCookie, header: string, url: URL, request: CookieJarRequest): boolean {
  const { name, value, secure, httpOnly, sameSite, hostOnly } = cookie
  // RFC 6265bis §5.7: a server would read such a value as a name.
  if (name === '' && readPromise(value) !== null) return false
  if (secure && !isTrustworthy(url)) return false
  if (sameSite === 'None' && !secure) return false
  const promise = readPromise(name)
  if (promise !== null) {
    const isOfHost = hostOnly && attributeOf(header, 'path') === '/'
    if (!secure || (promise.needsHttpOnly && !httpOnly) || (promise.needsHost && !isOfHost)) {
      return false
    }
  }

  return sameSite === 'None' || request.isNavigation !== false || !isCrossSite(url, request)
}

/** RFC 6265bis §5.7: a cookie that comes without encryption must not replace a secure one. */
function isShadow(cookie: JarCookie, other: JarCookie): boolean {
  return (
    other.secure &&
    other.name === cookie.name &&
    (domainMatches(other.domain, cookie.domain) || domainMatches(cookie.domain, other.domain)) &&
    pathMatches(cookie.path, other.path)
  )
}

function isSent(cookie: JarCookie, url: URL, request: CookieJarRequest): boolean {
  const { hostname } = url
  if (cookie.hostOnly ? hostname !== cookie.domain : !domainMatches(hostname, cookie.domain)) {
    return false
  }
  if (!pathMatches(url.pathname, cookie.path)) return false
  if (cookie.secure && !isTrustworthy(url)) return false
  if (cookie.sameSite === 'None' || !isCrossSite(url, request)) return true

  const { method = 'GET', isNavigation = true } = request
  return cookie.sameSite !== 'Strict' && isNavigation && isSafeMethod(method.toUpperCase())
}

function isCrossSite(url: URL, { from }: CookieJarRequest): boolean {
  return from !== undefined && siteOf(new URL(from)) !== siteOf(url)
}

/** RFC 6265bis §5.1.3. */
function domainMatches(host: string, domain: string): boolean {
  return host === domain || (host.endsWith(`.${domain}`) && !isAddress(host))
}

/** RFC 6265bis §5.1.4. */
function pathMatches(pathname: string, path: string): boolean {
  if (!pathname.startsWith(path)) return false
  return pathname.length === path.length || path.endsWith('/') || pathname[path.length] === '/'
}

/** RFC 6265bis §5.1.4: everything before the last slash. */
function defaultPath(pathname: string): string {
  return pathname.slice(0, pathname.lastIndexOf('/')) || '/'
}

/**
 * Returns when a cookie expires, or `undefined` for a cookie that ends with the visit. `Max-Age` counts before `Expires`.
 * The most is 400 days.
 */
function readExpires({ maxAge, expires }: SetCookie, now: number): Date | undefined {
  const time = maxAge === undefined ? expires?.getTime() : now + maxAge * 1000
  return time === undefined ? undefined : new Date(Math.max(0, Math.min(time, now + maxLifetime)))
}

function hasEnded({ expires }: JarCookie, now: number): boolean {
  return expires !== undefined && expires.getTime() <= now
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}
