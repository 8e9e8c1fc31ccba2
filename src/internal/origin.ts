import { showValue } from './show-value.ts'

/**
 * The one grammar of origins, for every guard that compares them: `scheme://host[:port]`.
 *
 * - Configured origins are read with {@link readOrigin}: spaces around them, upper case and the default port are taken
 *   away, so that they are spelled as browsers send them. Anything that no browser would send is refused.
 * - The `Origin` header of a request is compared with them as a text, exactly.
 * - `null` is not an origin. Every sandboxed page and local file sends it.
 */

/** Schemes of which browsers send no origin, or only `null`. */
const withoutOrigin: ReadonlySet<string> = new Set(
  'about blob data file ftp javascript ws wss'.split(' ').map((scheme) => `${scheme}:`),
)

/**
 * Reads an origin and writes it as a browser sends it.
 *
 * Besides http and https it may have the scheme of a browser extension or of a native app, such as `chrome-extension` or
 * `capacitor`.
 *
 * @param text What was configured
 * @returns The origin in lower case without its default port, or `null` if the text is not an origin
 */
export function parseOrigin(text: string): string | null {
  const spelled = text.trim().toLowerCase()
  const url = /[*,]/.test(spelled) ? null : URL.parse(spelled)
  if (url === null || url.host === '' || withoutOrigin.has(url.protocol)) return null

  // `URL.origin` is `null` for the schemes of extensions and apps.
  const origin = `${url.protocol}//${url.host}`

  return spelled === origin || spelled === origin + defaultPort(url.protocol) ? origin : null
}

/**
 * Reads an origin of the configuration.
 *
 * @param text What was configured
 * @param refusal How the error begins, such as `cors() cannot allow origin`
 * @returns The origin as a browser sends it
 * @throws {TypeError} If the text is not an origin; the message has the right spelling if it can be told
 */
export function readOrigin(text: string, refusal: string): string {
  const origin = typeof text === 'string' ? parseOrigin(text) : null
  if (origin !== null) return origin

  const meant = typeof text === 'string' ? guessOrigin(text) : null
  throw new TypeError(
    `${refusal} ${showValue(text)}: it must look like "https://example.com", without a path${
      meant === null ? '' : `. Write ${showValue(meant)}`
    }`,
  )
}

/** The origin of a URL or a host that was given in place of one. */
function guessOrigin(text: string): string | null {
  const spelled = text.trim().toLowerCase()
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//.test(spelled) ? spelled : `https://${spelled}`)

  return url === null || !url.host.includes('.')
    ? null
    : parseOrigin(`${url.protocol}//${url.host}`)
}

function defaultPort(protocol: string): string {
  return protocol === 'https:' ? ':443' : ':80'
}
