/**
 * Whether a preload can do no harm in the browser that asks.
 *
 * In WebKit a module whose preload failed once, by a 503 or a lost connection, is never asked for again in that tab: no
 * reload brings the page to life. Without preloads the page loads its modules a little later, and always.
 */
export function mayPreload(headers: Headers): boolean {
  const browser = headers.get('User-Agent') ?? ''

  return !browser.includes('AppleWebKit/') || browser.includes('Chrom')
}
