/** A response's headers as names and values in turn, each `Set-Cookie` with its own pair. */
export function readResponseHeaders(response: Response): string[] {
  const pairs: string[] = []
  const decoded = wasDecoded(response)
  for (const [name, value] of response.headers) {
    if (decoded && (name === 'content-encoding' || name === 'content-length')) continue
    pairs.push(name, value)
  }

  return pairs
}

/**
 * Whether a header is about the connection and not about the response: RFC 9110 §7.6.1.
 *
 * A response that came from `fetch()` carries those of another connection.
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

/** Whether `fetch()` has unpacked the body of this response and left the headers of the packed one. */
function wasDecoded(response: Response): boolean {
  if (response.url === '') return false

  const encoding = response.headers.get('Content-Encoding')

  return encoding !== null && encoding.split(',').every((coding) => codings.has(coding.trim()))
}

const codings: ReadonlySet<string> = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'zstd'])
