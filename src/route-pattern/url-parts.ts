import { domainToUnicode } from './domain-to-unicode.ts'

/** The offset of the path in a serialised http(s) URL, or -1 for any other URL. */
export function startOfPath(href: string): number {
  if (!href.startsWith('http')) return -1
  // `:` or `s`; a serialised URL of these two schemes goes on with `//` and a host that is not empty
  const colon = href.charCodeAt(4) === 58 ? 4 : 5
  return href.startsWith('://', colon) && (colon === 4 || href[4] === 's')
    ? href.indexOf('/', colon + 4)
    : -1
}

/** Where the path that begins at `start` ends. */
export function endOfPath(href: string, start: number): number {
  const query = href.indexOf('?', start)
  const fragment = href.indexOf('#', start)
  if (query === -1) return fragment === -1 ? href.length : fragment
  return fragment === -1 ? query : Math.min(query, fragment)
}

/** The search of a serialised URL whose path ends at `pathEnd`. */
export function searchOf(href: string, pathEnd: number): URLSearchParams {
  if (href[pathEnd] !== '?') return new URLSearchParams()
  const fragment = href.indexOf('#', pathEnd)
  return new URLSearchParams(href.slice(pathEnd, fragment === -1 ? href.length : fragment))
}

/** Protocol, host and port of a URL, as patterns see them. */
export interface Origin {
  readonly protocol: 'http' | 'https'
  /** In Unicode. */
  readonly hostname: string
  /** `''` for the default port of the protocol. */
  readonly port: string
}

/** The origin of a serialised http(s) URL whose path begins at `pathStart`. */
export function originOf(href: string, pathStart: number): Origin {
  const protocol = href[4] === 's' ? 'https' : 'http'
  const authority = href.slice(protocol.length + 3, pathStart)
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  const colon = host.lastIndexOf(':')
  const hasPort = colon > host.lastIndexOf(']') // the colons of an IPv6 address stand in brackets

  return {
    protocol,
    hostname: domainToUnicode(hasPort ? host.slice(0, colon) : host),
    port: hasPort ? host.slice(colon + 1) : '',
  }
}
