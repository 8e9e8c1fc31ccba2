import { isPlainTarget, originOfHost, type Scheme } from '../../router/route-pattern/shared.ts'

/** Returns the absolute URL of a request, or `null` if the client sent an invalid one. */
export type ReadUrl = (scheme: Scheme, host: string, target: string) => string | null

/**
 * Creates the function that converts a host and a request target to a URL.
 *
 * The result is the URL that `new URL()` would print, so that all code after the adapter reads one spelling of a path.
 * Almost all targets are already in this form. A check of each character recognizes them, and they skip the URL parser.
 *
 * @returns A function that remembers the last host, because most servers have one
 */
export function createUrlReader(): ReadUrl {
  let last: { scheme: Scheme; host: string; origin: string | null } | undefined

  function originOf(scheme: Scheme, host: string): string | null {
    if (last?.host !== host || last.scheme !== scheme) {
      last = { scheme, host, origin: originOfHost(scheme, host) }
    }
    return last.origin
  }

  return (scheme, host, target) => {
    if (target.charCodeAt(0) !== SLASH) return readAbsoluteForm(scheme, target)

    const origin = originOf(scheme, host)
    if (origin === null) return null

    return isPlainTarget(target, 0) ? origin + target : parseTarget(origin, target)
  }
}

/**
 * RFC 9112 §3.2.2: the host comes from the target, and `Host` is ignored. The scheme is still that of the connection:
 * RFC 9110 §7.4 forbids to trust `https` on a connection that is not encrypted.
 */
function readAbsoluteForm(scheme: Scheme, target: string): string | null {
  const match = absoluteForm.exec(target)
  if (match === null) return null

  const origin = originOfHost(scheme, match[1]!)
  const rest = target.slice(match[0].length)

  return origin === null ? null : parseTarget(origin, rest)
}

const absoluteForm = /^https?:\/\/([^/?#\\]+)/i

/** Parses a target after an origin that was already checked. */
function parseTarget(origin: string, target: string): string | null {
  // A request target has no fragment, no space and no control character (RFC 9112 §3.2).
  if (/[\x00-\x20\x7f#]/.test(target)) return null

  // Node reads bytes as Latin-1. Percent-encode them, as a browser does with UTF-8.
  const bytes = target.replace(/[\x80-\xff]/g, encodeByte)

  return URL.parse(origin + bytes)?.href ?? null
}

function encodeByte(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

const SLASH = 0x2f
