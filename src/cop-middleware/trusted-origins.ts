/**
 * Reads trusted origins (`scheme://host[:port]`) as browsers write them in `Origin`.
 *
 * @throws {Error} If one could never match an `Origin` header, or matches more than it says
 */
export function readTrustedOrigins(origins: readonly string[]): ReadonlySet<string> {
  return new Set(origins.map(readOrigin))
}

function readOrigin(value: string): string {
  const text = value.trim().toLowerCase()
  if (text === '') throw new Error('trusted origin must not be empty')

  const url = URL.parse(text)
  const isWritten =
    url !== null &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    !text.includes('*') &&
    (text === url.origin || text === `${url.origin}${defaultPort(url)}`)
  if (!isWritten) {
    throw new Error(
      `Cannot trust origin ${JSON.stringify(value)}: use scheme://host[:port], such as "https://example.com"`,
    )
  }
  return url.origin
}

function defaultPort(url: URL): string {
  return url.protocol === 'https:' ? ':443' : ':80'
}
