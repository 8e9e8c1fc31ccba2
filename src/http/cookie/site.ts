/**
 * Returns the site of a URL: its scheme and the last two labels of its host, or the whole host if it is an address or has
 * one label. There is no list of public suffixes, so two hosts below `co.uk` are one site here.
 */
export function siteOf({ protocol, hostname }: URL): string {
  const host = isAddress(hostname) ? hostname : hostname.split('.').slice(-2).join('.')
  return `${protocol}//${host}`
}

/** Whether browsers treat a URL as secure: it uses HTTPS, or its host is this computer. */
export function isTrustworthy({ protocol, hostname }: URL): boolean {
  return (
    protocol === 'https:' ||
    /(?:^|\.)localhost$/.test(hostname) ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname) ||
    hostname === '[::1]'
  )
}

/** Whether the host of a URL, as `URL` writes it, is an IP address. */
export function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(hostname)
}
