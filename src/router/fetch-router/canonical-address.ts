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
  if (IPV4.test(text)) return text

  const address = IPV6.exec(text)?.[1]
  if (address === undefined || !URL.canParse(`http://[${address}]`)) return undefined

  // `URL` compresses the first of the longest runs of zeros and writes lower case, as RFC 5952 §4 requires.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical)

  return mapped === null ? canonical : `${toIPv4(mapped[1]!)}.${toIPv4(mapped[2]!)}`
}

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/
/** The characters of an IPv6 address, and of its zone. `URL` decides whether it is one. */
const IPV6 = /^([0-9A-Fa-f:.]{2,45})(?:%[0-9A-Za-z.:-]+)?$/

/**
 * Returns the first 64 bits of an IPv6 address in its canonical spelling: the part that identifies one customer of a
 * network.
 */
export function networkOf(canonical: string): string {
  if (!canonical.includes(':')) return canonical

  const [head = '', tail] = canonical.split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - groups.length - rest.length
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...rest]

  return `${all.slice(0, 4).join(':')}::/64`
}

/** Converts one group of an IPv6 address to two numbers of an IPv4 address. */
function toIPv4(group: string): string {
  const value = Number.parseInt(group, 16)

  return `${value >> 8}.${value & 255}`
}
