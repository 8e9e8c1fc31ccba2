import { domainToUnicode } from './domain-to-unicode.ts'

/** The offset of the path in a serialised http(s) URL, or -1 for any other URL. */
export function startOfPath(href: string): number {
  const isHttp =
    href.charCodeAt(0) === 104 /* h */ &&
    href.charCodeAt(1) === 116 /* t */ &&
    href.charCodeAt(2) === 116 /* t */ &&
    href.charCodeAt(3) === 112 /* p */
  if (!isHttp) return -1

  // `http:` or `https:`; a serialised URL goes on with `//` and a host that is not empty
  const code = href.charCodeAt(4)
  if (code === 58 /* : */) return href.indexOf('/', 8)
  return code === 115 /* s */ && href.charCodeAt(5) === 58 ? href.indexOf('/', 9) : -1
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
