/** The schemes of a request. */
export type Scheme = 'http' | 'https'

/**
 * Reads the URL of a request that a runtime has made, as everyone behind the edge is to see it.
 *
 * Not every runtime checks the host or resolves `/a/../b` before it calls a fetch handler. A router that matched such a text and
 * a guard that parsed it would have two opinions about one path.
 *
 * @param url The `url` of a request
 * @returns The URL as `new URL()` prints it, the same string if it is one already, or `null` if scheme or host are none
 */
export function canonicalUrl(url: string): string | null {
  const match = urlGrammar.exec(url)
  if (match === null) return null

  const scheme = match[1]!.toLowerCase() as Scheme
  const host = match[2]!
  const origin = readOrigin(scheme, host)
  if (origin === null) return null

  const start = match[0].length
  if (url.charCodeAt(start) === SLASH && isPlainTarget(url, start)) {
    return url.startsWith(origin) && start === origin.length ? url : origin + url.slice(start)
  }

  return URL.parse(origin + url.slice(start))?.href ?? null
}

const urlGrammar = /^(https?):\/\/([^/?#\\]+)/i

/**
 * Reads a host as a client may send it.
 *
 * @param scheme The scheme, which decides what the default port is
 * @param host The value of `Host`, `:authority` or `X-Forwarded-Host`
 * @returns The origin as `URL` prints it, or `null` if it is no host
 */
export function readOrigin(scheme: Scheme, host: string): string | null {
  if (!isHost(host)) return null

  return isPlainHost(host)
    ? `${scheme}://${host}`
    : (URL.parse(`${scheme}://${host}`)?.origin ?? null)
}

/** Whether a text has the form of a host: `name[:port]`, an IPv4 address or an IPv6 address in brackets. */
export function isHost(host: string): boolean {
  const match = hostGrammar.exec(host)
  if (match === null) return false

  const port = match[1]

  return port === undefined || (Number(port) >= 1 && Number(port) <= 65535)
}

// Labels of letters, digits and hyphens; a trailing dot is a fully qualified name. No userinfo, no path, no empty port.
const hostGrammar = /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*\.?|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i

/** Whether the URL parser would print a host as it is: no number, no port that is a default, nothing to decode. */
function isPlainHost(host: string): boolean {
  return plainHost.test(host) && !host.includes('xn--')
}

const plainHost = /^[a-z][a-z0-9-]*(?:\.[a-z][a-z0-9-]*)*(?::(?!80$|443$)[1-9]\d*)?$/

/**
 * Tells by a look at each character whether the URL parser would print a path and query as they are.
 *
 * @param text A text with a path and perhaps a query at its end
 * @param start Where the path begins
 * @returns `true` only if it would; `false` means that the parser has to be asked
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
      // `/.` and `/%2e` may begin a dot segment.
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

/** For each ASCII character, where the URL parser leaves it alone. */
const characters: Uint8Array = new Uint8Array(128)
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&()*+,;=:@%/') {
  characters[character.charCodeAt(0)] = PATH | QUERY
}
for (const character of '?[]{}|') characters[character.charCodeAt(0)] = QUERY
