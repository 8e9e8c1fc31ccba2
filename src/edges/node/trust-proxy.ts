import { BlockList, isIP } from 'node:net'
import { invariant } from '../../internal/guards/check.ts'
import { canonicalAddress } from '../../router/fetch-router/shared.ts'

/** Whether the peer at this address is a trusted proxy. A peer on a unix socket has an empty address. */
export type IsTrusted = (address: string) => boolean

/**
 * Parses the addresses and networks whose forwarded headers are trusted.
 *
 * @param entries Addresses (`10.0.0.7`, `::1`), networks (`10.0.0.0/8`, `fd00::/8`), or `unix` for all clients of the
 * server's unix socket
 * @returns A function that recognizes them
 * @throws {TypeError} If it is not a list, or if an entry is invalid
 */
export function createTrust(entries: readonly string[]): IsTrusted {
  invariant(
    Array.isArray(entries),
    `trustProxy takes a list such as ["10.0.0.7"], not ${JSON.stringify(entries)}`,
  )
  const peers = new BlockList()
  for (const entry of entries) if (entry !== 'unix') addEntry(peers, entry)

  const trustsUnix = entries.includes('unix')

  return (address) => {
    if (address === '') return trustsUnix

    const canonical = canonicalAddress(address)

    return canonical !== undefined && peers.check(canonical, familyOf(canonical))
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6'
}

function addEntry(peers: BlockList, entry: string): void {
  const [address = '', prefix, ...rest] = entry.split('/')
  const family = isIP(address)
  // Without its zone, an address of one network interface would be trusted on all interfaces.
  if (family === 0 || address.includes('%') || rest.length > 0) {
    throw new TypeError(
      `Cannot read ${JSON.stringify(entry)} as an address or a network: trustProxy takes entries such as "10.0.0.7", "10.0.0.0/8" or "unix". See framework/docs/deployment.md#behind-a-proxy.`,
    )
  }

  if (prefix === undefined) {
    const canonical = canonicalAddress(address)!
    return peers.addAddress(canonical, familyOf(canonical))
  }

  const most = family === 4 ? 32 : 128
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > most) {
    throw new TypeError(
      `Cannot read ${JSON.stringify(entry)} as a network: the prefix must be 0 to ${most}`,
    )
  }

  peers.addSubnet(address, Number(prefix), familyOf(address))
}

/**
 * Finds the address of the client behind trusted proxies.
 *
 * Each proxy appends the address of its own client. So the list is read from its end, and only while the addresses are
 * trusted proxies. The client may have written all entries before that.
 *
 * @param peer The address of the peer, or an empty string on a unix socket
 * @param forwardedFor The value of `X-Forwarded-For`
 * @param isTrusted Tells which addresses are trusted proxies, or `null` if there are none
 * @returns The nearest address that is not a trusted proxy, in its canonical spelling
 */
export function readClientAddress(
  peer: string,
  forwardedFor: string | null,
  isTrusted: IsTrusted | null,
): string | undefined {
  let client = canonicalAddress(peer)
  if (forwardedFor === null || isTrusted === null || !isTrusted(peer)) return client

  const hops = forwardedFor.split(',')
  for (let i = hops.length - 1; i >= 0; i--) {
    const hop = canonicalAddress(hops[i]!.trim())
    if (hop === undefined) return client
    client = hop
    if (!isTrusted(hop)) return client
  }

  return client
}

const isPrivate = createTrust(
  '127.0.0.0/8 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 169.254.0.0/16 100.64.0.0/10 ::1 fc00::/7 fe80::/10'.split(
    ' ',
  ),
)

/** Headers of which a proxy writes at least one. */
const proxyHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']

/**
 * Whether the address of a client may be the address of a proxy, so that many visitors share it. That is so for a trusted
 * proxy that does not name its client, and for a peer in a private network that forwards the request of another client.
 *
 * A client on the internet cannot be a trusted proxy, and does not have an address of a private network. So none of its
 * headers makes it look like many visitors.
 *
 * @param client The result of {@link readClientAddress}
 * @param peer The address of the peer
 * @param readHeader Returns a header of the request by its lower-case name
 * @param isTrusted Tells which addresses are trusted proxies, or `null` if there are none
 */
export function isSharedAddress(
  client: string,
  peer: string,
  readHeader: (name: string) => string | null,
  isTrusted: IsTrusted | null,
): boolean {
  if (isTrusted?.(client)) return true
  if (client !== canonicalAddress(peer) || !isPrivate(client)) return false
  return proxyHeaders.some((name) => readHeader(name) !== null)
}

/** Returns the last value of a list, which the nearest proxy has written. */
export function lastOf(list: string): string {
  return list.slice(list.lastIndexOf(',') + 1).trim()
}
