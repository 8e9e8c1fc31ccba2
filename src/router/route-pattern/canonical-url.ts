/** The schemes of a request. */
export type Scheme = 'http' | 'https'

/**
 * Converts the URL of a request from a runtime to the one spelling that all code sees.
 *
 * Not every runtime checks the host or resolves `/a/../b` before it calls a fetch handler. A router that matches such a
 * string and a guard that parses it would read one path differently.
 *
 * @param url The `url` of a request
 * @returns The URL as `new URL()` prints it, the same string if it is already like that, or `null` if the scheme or the
 * host is invalid
 */
export function canonicalUrl(url: string): string | null {
  const match = urlGrammar.exec(url)
  if (match === null) return null

  const scheme = match[1]!.toLowerCase() as Scheme
  const host = match[2]!
  const origin = originOfHost(scheme, host)
  if (origin === null) return null

  const start = match[0].length
  if (url.charCodeAt(start) === SLASH && isPlainTarget(url, start)) {
    return url.startsWith(origin) && start === origin.length ? url : origin + url.slice(start)
  }

  return URL.parse(origin + url.slice(start))?.href ?? null
}

const urlGrammar = /^(https?):\/\/([^/?#\\]+)/i

/**
 * Converts a host that a client sent to an origin.
 *
 * @param scheme The scheme, which has a default port
 * @param host The value of `Host`, `:authority` or `X-Forwarded-Host`
 * @returns The origin as `URL` prints it, or `null` if the host is invalid
 */
export function originOfHost(scheme: Scheme, host: string): string | null {
  if (!isHost(host)) return null

  return isPlainHost(host)
    ? `${scheme}://${host}`
    : (URL.parse(`${scheme}://${host}`)?.origin ?? null)
}

/** Whether a string is a host: `name[:port]`, an IPv4 address or an IPv6 address in brackets. */
export function isHost(host: string): boolean {
  const match = hostGrammar.exec(host)
  if (match === null) return false

  const port = match[1]

  return port === undefined || (Number(port) >= 1 && Number(port) <= 65535)
}

// Labels of letters, digits and hyphens. A trailing dot is a fully qualified name. No userinfo, no path, no empty port.
const hostGrammar = /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*\.?|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i

/**
 * Whether the URL parser would serialize a host unchanged: it is not a number, has no default port and needs no decoding.
 */
function isPlainHost(host: string): boolean {
  return plainHost.test(host) && !host.includes('xn--')
}

const plainHost = /^[a-z][a-z0-9-]*(?:\.[a-z][a-z0-9-]*)*(?::(?!80$|443$)[1-9]\d*)?$/

/**
 * Checks each character to tell whether the URL parser would print a path and query unchanged.
 *
 * @param text A string that ends with a path and perhaps a query
 * @param start The index at which the path starts
 * @returns `true` only if the parser would. `false` means that the parser must decide
 */
export function isPlainTarget(text: string, start: number): boolean {
  const { length } = text
  let wanted = PATH

  for (let i = start; i < length; i++) {
    const code = text.charCodeAt(i)
    if (code > 127 || (characters[code]! & wanted) === 0) {
      if (code !== QUESTION || wanted === QUERY) return false
      wanted = QUERY
    } else if (code === SLASH && wanted === PATH && i + 1 < length) {
      // `/.` and `/%2e` may start a dot segment.
      const next = text.charCodeAt(i + 1)
      if (next === DOT || next === PERCENT) return false
    }
  }

  return true
}

const SLASH = 0x2f
const QUESTION = 0x3f
const DOT = 0x2e
const PERCENT = 0x25

const PATH = 1
const QUERY = 2

/** For each ASCII character, the parts of a URL in which the parser does not change it. */
const characters: Uint8Array = new Uint8Array(128)
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&()*+,;=:@%/') {
  characters[character.charCodeAt(0)] = PATH | QUERY
}
for (const character of '?[]{}|') characters[character.charCodeAt(0)] = QUERY
