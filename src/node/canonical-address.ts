import { isIP } from 'node:net'

/**
 * Converts an IP address to its canonical spelling.
 *
 * Two spellings of one address must not be two clients to a ban or a rate limit. An IPv4-mapped IPv6 address
 * (`::ffff:127.0.0.1`) becomes IPv4, and IPv6 is written as RFC 5952 says. The zone of a link-local address (`%eth0`) is
 * left out: it names a network interface of this computer, not the client, and databases refuse it.
 *
 * @param text An address, such as the peer of a socket or an entry of `X-Forwarded-For`
 * @returns The canonical spelling, or `undefined` if the text is not an address
 */
export function canonicalAddress(text: string): string | undefined {
  const family = isIP(text)
  if (family !== 6) return family === 4 ? text : undefined

  const zone = text.indexOf('%')
  const address = zone === -1 ? text : text.slice(0, zone)
  // `URL` compresses the first of the longest runs of zeros and writes lower case, as RFC 5952 §4 requires.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical)

  return mapped === null ? canonical : `${toIPv4(mapped[1]!)}.${toIPv4(mapped[2]!)}`
}

/** Two bytes of an IPv4 address from one group of an IPv6 address. */
function toIPv4(group: string): string {
  const value = Number.parseInt(group, 16)

  return `${value >> 8}.${value & 255}`
}
