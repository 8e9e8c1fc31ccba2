import { BlockList, isIP } from 'node:net'
import { invariant } from '../internal/invariant.ts'
import { canonicalAddress } from '../internal/canonical-address.ts'

/** Whether the peer at this address is one of our proxies. */
export type IsTrusted = (address: string | undefined) => boolean

/**
 * Reads the addresses and networks whose forwarded headers are believed.
 *
 * @param entries Addresses (`10.0.0.7`, `::1`), networks (`10.0.0.0/8`, `fd00::/8`), or `unix` for whoever connects to the
 * server's unix socket
 * @returns A function that recognises them
 * @throws {TypeError} If it is no list, or an entry is none of these
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
    if (address === undefined || address === '') return trustsUnix

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
  // Without its zone, an address of one network interface would be trusted on all of them.
  if (family === 0 || address.includes('%') || rest.length > 0) {
    throw new TypeError(
      `Cannot read ${JSON.stringify(entry)} as an address or a network: trustProxy takes entries such as "10.0.0.7", "10.0.0.0/8" or "unix"`,
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
 * Finds the address of the client behind our proxies.
 *
 * Each proxy appends the address it was called from, so the list is read from its end, and only as long as the addresses are
 * ours: everything further left is the client's own claim.
 *
 * @param peer The address of the socket's other end
 * @param forwardedFor The value of `X-Forwarded-For`
 * @param isTrusted Which addresses are our proxies; `null` if there are none
 * @returns The nearest address that is not a proxy of ours, in its canonical spelling
 */
export function readClientAddress(
  peer: string | undefined,
  forwardedFor: string | null,
  isTrusted: IsTrusted | null,
): string | undefined {
  let client = peer === undefined ? undefined : canonicalAddress(peer)
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

/** The last value of a list, which is the one that the nearest proxy wrote. */
export function lastOf(list: string): string {
  return list.slice(list.lastIndexOf(',') + 1).trim()
}
