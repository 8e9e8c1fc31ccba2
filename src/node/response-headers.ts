import { wasDecoded } from '../internal/exchange/edit-headers.ts'
import { toPairs } from '../internal/exchange/light-response.ts'

/** The headers of a response as alternating names and values. Each `Set-Cookie` is a separate pair. */
export function readResponseHeaders(response: Response): readonly string[] {
  const pairs = toPairs(response.headers)
  return wasDecoded(response) ? withoutEncoding(pairs) : pairs
}

/**
 * Whether a header is about the connection and not about the response (RFC 9110 §7.6.1).
 *
 * A response from `fetch()` has the headers of another connection.
 */
export function isConnectionHeader(name: string): boolean {
  switch (name.length) {
    case 2:
    case 7:
    case 10:
    case 16:
    case 17:
      return connectionHeaders.has(name.toLowerCase())
    default:
      return false
  }
}

const connectionHeaders: ReadonlySet<string> = new Set([
  'te',
  'upgrade',
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
])

function withoutEncoding(pairs: readonly string[]): string[] {
  const result: string[] = []
  for (let i = 0; i < pairs.length; i += 2) {
    const name = pairs[i]!
    if (name !== 'content-encoding' && name !== 'content-length') result.push(name, pairs[i + 1]!)
  }

  return result
}
