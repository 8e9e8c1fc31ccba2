import { domainToUnicode } from './domain-to-unicode.ts'

/** Returns the offset of the path in a serialized http(s) URL, or -1 for any other URL. */
export function startOfPath(href: string): number {
  const isHttp =
    href.charCodeAt(0) === 104 /* 'h' */ &&
    href.charCodeAt(1) === 116 /* 't' */ &&
    href.charCodeAt(2) === 116 /* 't' */ &&
    href.charCodeAt(3) === 112 /* 'p' */
  if (!isHttp) return -1

  // After `http:` or `https:`, a serialized URL has `//` and a host that is not empty.
  const code = href.charCodeAt(4)
  if (code === 58 /* ':' */) return href.indexOf('/', 8)
  return code === 115 /* s */ && href.charCodeAt(5) === 58 ? href.indexOf('/', 9) : -1
}

/** Returns the end of the path that begins at `start`. */
export function endOfPath(href: string, start: number): number {
  const query = href.indexOf('?', start)
  const fragment = href.indexOf('#', start)
  if (query === -1) return fragment === -1 ? href.length : fragment
  return fragment === -1 ? query : Math.min(query, fragment)
}

/** The parts of a URL that pages are found and shown by. */
export interface UrlPath {
  readonly pathname: string
  readonly search: string
}

/** Returns the path and the search of a serialized http(s) URL, or `null` for any other URL. */
export function splitPath(href: string): UrlPath | null {
  const start = startOfPath(href)
  if (start === -1) return null

  const end = endOfPath(href, start)
  const search = href[end] === '?' ? href.slice(end).split('#', 1)[0]! : ''
  return { pathname: href.slice(start, end), search: search === '?' ? '' : search }
}

/** Whether a character begins the query or the fragment of a serialized URL. */
export function isEndOfPath(code: number): boolean {
  return code === 63 /* ? */ || code === 35 /* # */
}

/** Returns the search of a serialized URL whose path ends at `pathEnd`. */
export function searchOf(href: string, pathEnd: number): URLSearchParams {
  if (href[pathEnd] !== '?') return new URLSearchParams()
  const fragment = href.indexOf('#', pathEnd)
  return new URLSearchParams(href.slice(pathEnd, fragment === -1 ? href.length : fragment))
}

/** The protocol, host and port of a URL, in the form of patterns. */
export interface Origin {
  readonly protocol: 'http' | 'https'
  /** The host name in Unicode. */
  readonly hostname: string
  /** `''` for the default port of the protocol. */
  readonly port: string
}

/** Returns the origin of a serialized http(s) URL whose path begins at `pathStart`. */
export function originOf(href: string, pathStart: number): Origin {
  const protocol = href[4] === 's' ? 'https' : 'http'
  const authority = href.slice(protocol.length + 3, pathStart)
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  const colon = host.lastIndexOf(':')
  const hasPort = colon > host.lastIndexOf(']') // The colons of an IPv6 address are in brackets.

  return {
    protocol,
    hostname: domainToUnicode(hasPort ? host.slice(0, colon) : host),
    port: hasPort ? host.slice(colon + 1) : '',
  }
}
