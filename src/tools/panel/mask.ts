import {
  decodeIfValid,
  hidden,
  maskKeys,
  maskParams,
  maskSecrets,
} from '../../internal/text/mask-secrets.ts'
import { isSecretName } from '../../internal/text/secret-names.ts'
import { createMultiMatcher } from '../../router/route-pattern/index.ts'

/*
 * Every text that enters the log passes one of these functions (MA-3 to MA-5). So no view, tool or script on a page can show
 * what is not in it.
 */

/** Replaces what a client sent as a credential. */
export type MaskCredentials = (text: string) => string

/** Returns the headers of a request that have credentials: cookies, `Authorization`, and keys such as `X-API-Key`. */
export function credentialsOf(
  headers: Iterable<readonly [name: string, value: unknown]>,
): string[] {
  return Array.from(headers)
    .filter(([name]) => /^(?:cookie|(?:proxy-)?authorization)$/i.test(name) || isSecretName(name))
    .map(([, value]) => String(value))
}

/** Shorter pieces of a credential are ordinary words. */
const shortestPiece = 12

/** Creates the mask for the texts of one request: it hides pieces of the credentials that the client sent (MA-4). */
export function createMask(credentials: readonly string[]): MaskCredentials {
  const pieces = new Set<string>()
  for (const text of credentials) {
    for (const part of text.split(/[;,]\s*/)) {
      const value = part.replace(/^[^=\s]*=(?=.)/, '')
      for (const spelling of [part, value, decodeIfValid(value)]) addPieces(pieces, spelling)
    }
  }
  // A piece that contains another one goes first, or its rest would stay.
  const longest = Array.from(pieces).sort((a, b) => b.length - a.length)
  return (text) => longest.reduce((masked, piece) => masked.replaceAll(piece, hidden), text)
}

/** Adds a credential, its words, and what is in those that are Base64, such as the id in a signed session cookie. */
function addPieces(pieces: Set<string>, text: string, isDecoded = false): void {
  const words = text.split(/[^\p{L}\p{N}_+/=-]+/u)
  const parts = words.flatMap((word) => word.split(/[^\p{L}\p{N}_]+/u))
  for (const piece of [text, ...text.split(/\s+/), ...words, ...parts]) {
    if (piece.length >= shortestPiece) pieces.add(piece)
  }
  if (isDecoded) return
  for (const word of words) addPieces(pieces, decodeBase64(word), true)
}

function decodeBase64(text: string): string {
  if (!/^[\w+/-]{8,}=*$/.test(text)) return ''
  const bytes = Buffer.from(text, 'base64url').toString('utf8')
  // eslint-disable-next-line no-control-regex
  return /[\u0000-\u001F\uFFFD]/.test(bytes) ? '' : bytes
}

/** Masks a text of a request that is the app's own words. */
export function maskText({ mask }: { mask: MaskCredentials }, text: string): string {
  // What is behind this would be cut anyway, and takes long to mask.
  return cut(maskKeys(mask(text.slice(0, 16 * 1024))))
}

/** Masks the secrets of a URL by their names (MA-3), and what looks like a key in a path that no route has (MA-5). */
export class UrlMask {
  readonly #patterns = new Set<string>()
  readonly #matcher = createMultiMatcher<undefined>()

  /** Adds a pattern of the app. Returns whether it is new, so that a URL may be masked in another way than before. */
  learn(pattern: string): boolean {
    if (this.#patterns.has(pattern)) return false
    this.#patterns.add(pattern)
    this.#matcher.add(pattern, undefined)
    return true
  }

  /** Masks a URL, or a path with its query. */
  mask(href: string): string {
    const [, origin = '', pathname = '', rest = ''] =
      /^([a-z][a-z\d+.-]*:\/\/[^/?#]*|\/\/[^/?#]*)?([^?#]*)(.*)$/is.exec(href)!
    return maskSecrets(origin + this.#maskPath(origin, pathname) + rest)
  }

  /** Hides the secret params of all patterns that a path matches. If it matches none, hides what looks like a key. */
  #maskPath(origin: string, pathname: string): string {
    const baseURL = /^https?:/i.test(origin) ? origin : 'http://localhost'
    try {
      const matches = this.#matcher.matchAll(pathname, { baseURL })
      const params = matches.flatMap(({ paramsMeta }) => paramsMeta.pathname)
      const pairs = params.map(({ name, value }): [string, string] => [name, value])
      if (matches.length > 0) return maskParams(pathname, pairs)
    } catch {
      // It is not a URL, or it takes too many steps to match. The router refuses it as well.
    }
    return maskKeys(pathname)
  }
}

/** Cuts a text that is too long for the log. */
export function cut(text: string, length = 2048): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`
}
