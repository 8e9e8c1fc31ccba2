/** Makes the absolute URL of a request from what the client sent, or answers `null` where the client made a mistake. */
export type ReadUrl = (scheme: Scheme, host: string, target: string) => string | null

export type Scheme = 'http' | 'https'

/**
 * Creates the function that turns a host and a request target into a URL.
 *
 * The result is what `new URL()` would print, so that everyone behind the adapter reads one spelling of a path. Almost
 * every target is printed unchanged; those are recognised by a look at each character and never reach the URL parser.
 *
 * @returns A function with a memory for the hosts it has already seen
 */
export function createUrlReader(): ReadUrl {
  const origins = {
    http: new Map<string, string | null>(),
    https: new Map<string, string | null>(),
  }

  function originOf(scheme: Scheme, host: string): string | null {
    const known = origins[scheme].get(host)
    if (known !== undefined) return known

    const origin = readOrigin(scheme, host)
    // Clients choose the host: remember as many as a real server has, not as many as a client can think of.
    if (origins[scheme].size >= 100) origins[scheme].clear()
    origins[scheme].set(host, origin)

    return origin
  }

  return (scheme, host, target) => {
    if (target.charCodeAt(0) !== SLASH) return readAbsoluteForm(scheme, target)

    const origin = originOf(scheme, host)
    if (origin === null) return null

    return isPlainTarget(target) ? origin + target : parseTarget(origin, target)
  }
}

/**
 * Reads a host as a client may send it: `name[:port]`, an IPv4 address or an IPv6 address in brackets.
 *
 * @param scheme The scheme, which decides what the default port is
 * @param host The value of `Host`, `:authority` or `X-Forwarded-Host`
 * @returns The origin as `URL` prints it, or `null` if it is no host
 */
export function readOrigin(scheme: Scheme, host: string): string | null {
  const match = hostGrammar.exec(host)
  if (match === null) return null

  const port = match[1]
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65535)) return null

  return URL.parse(`${scheme}://${host}`)?.origin ?? null
}

// Labels of letters, digits and hyphens; a trailing dot is a fully qualified name. No userinfo, no path, no empty port.
const hostGrammar = /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*\.?|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i

/**
 * RFC 9112 §3.2.2: the host comes from the target and `Host` is ignored. The scheme is still that of the connection:
 * RFC 9110 §7.4 forbids to believe `https` on a connection that is not.
 */
function readAbsoluteForm(scheme: Scheme, target: string): string | null {
  const match = absoluteForm.exec(target)
  if (match === null) return null

  const origin = readOrigin(scheme, match[1]!)
  const rest = target.slice(match[0].length)

  return origin === null ? null : parseTarget(origin, rest)
}

const absoluteForm = /^https?:\/\/([^/?#\\]+)/i

/** The URL parser's opinion of a target behind a host that was already checked. */
function parseTarget(origin: string, target: string): string | null {
  // A request target has no fragment, and nothing in it is a space or a control character (RFC 9112 §3.2).
  if (/[\x00-\x20\x7f#]/.test(target)) return null

  // Node reads bytes as Latin-1. Percent-encoded they are what a browser would have sent for the same UTF-8.
  const bytes = target.replace(/[\x80-\xff]/g, encodeByte)

  return URL.parse(origin + bytes)?.href ?? null
}

function encodeByte(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

/** Whether the URL parser would print this target as it is. May say no to one that it would; never yes to another. */
function isPlainTarget(target: string): boolean {
  const { length } = target
  let wanted = PATH

  for (let i = 0; i < length; i++) {
    const code = target.charCodeAt(i)
    if (code > 127 || (characters[code]! & wanted) === 0) {
      if (code !== QUESTION || wanted === QUERY) return false
      wanted = QUERY
    } else if (code === SLASH && wanted === PATH && i + 1 < length) {
      // `/.` and `/%2e` may begin a dot segment.
      const next = target.charCodeAt(i + 1)
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
