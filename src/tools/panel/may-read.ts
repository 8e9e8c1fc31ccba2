import type { IncomingHttpHeaders } from 'node:http'
import { isOriginOf, isOwnSite, isTypedAddress } from '../../middleware/cop/shared.ts'

/** What the guard knows of the dev server. */
interface GuardOptions {
  /** `server.allowedHosts` of Vite. `true` allows nothing here. */
  readonly allowedHosts: readonly string[] | true | undefined
  /** For agents, which are not pages: any sign of a browser's page is refused. */
  readonly isForAgents?: boolean
}

/**
 * Decides who may read the log: a program or a page of this app on the same machine.
 *
 * @param client The headers and the address of the client
 * @returns `undefined`, or one sentence that says why not
 */
export function mayRead(
  { headers, address }: { headers: IncomingHttpHeaders; address: string | undefined },
  options: GuardOptions,
): string | undefined {
  const { host = '', origin, 'sec-fetch-site': site } = headers
  const forwarded = Object.keys(headers).find((name) => /^(?:x-)?forwarded(?:-|$)/.test(name))

  if (!isLoopback(address)) {
    return `The panel is only for the machine that the dev server runs on, not for ${address ?? 'an unknown address'}.`
  }
  if (forwarded !== undefined) {
    return `The panel is not shown through a proxy or a tunnel: the request has the header ${forwarded}.`
  }
  if (!isLocalHost(host, options.allowedHosts)) {
    return `The panel is not shown on the host ${JSON.stringify(host)}. Use localhost, or add the name to server.allowedHosts.`
  }
  if (options.isForAgents) {
    return origin !== undefined || (site !== undefined && !isTypedAddress(site))
      ? 'The tools are for agents, not for pages: the request comes from a browser.'
      : undefined
  }
  // Unlike other guards, the panel asks for both headers to be right.
  if (origin !== undefined && !isOriginOf(origin, host)) {
    return `The panel is not shown to the origin ${JSON.stringify(origin)}.`
  }
  if (site !== undefined && !isOwnSite(site)) {
    return `The panel is not shown to another site: Sec-Fetch-Site is ${JSON.stringify(site)}.`
  }
}

/** Whether an address is of this machine: `127/8`, `::1`, or the former mapped to IPv6. */
function isLoopback(address = ''): boolean {
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')
  return plain === '::1' || /^127(?:\.\d{1,3}){3}$/.test(plain)
}

function isLocalHost(host: string, allowed: GuardOptions['allowedHosts']): boolean {
  const [, name = ''] = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d+)?$/i.exec(host.toLowerCase()) ?? []
  if (name === 'localhost' || /^[\w.-]+\.localhost$/.test(name) || name === '[::1]') return true
  if (/^127(?:\.\d{1,3}){3}$/.test(name)) return true
  if (name === '' || !Array.isArray(allowed)) return false

  // As in Vite: a name that begins with a dot stands for its subdomains, too.
  return allowed.some((entry: string) => {
    const own = entry.toLowerCase()
    return own.startsWith('.') ? name === own.slice(1) || name.endsWith(own) : name === own
  })
}
