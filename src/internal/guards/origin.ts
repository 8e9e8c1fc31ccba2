import { showValue } from './check.ts'

/**
 * The grammar of origins, for all guards that compare them: `scheme://host[:port]`.
 *
 * - Configured origins are parsed with {@link readOrigin}. It removes spaces around them, upper case and the default port,
 *   so that they look as browsers send them. It refuses a string that no browser would send.
 * - The `Origin` header of a request is compared with them exactly.
 * - `null` is not an origin. Every sandboxed page and local file sends it.
 */

/** Schemes for which browsers send no origin, or only `null`. */
const withoutOrigin: ReadonlySet<string> = new Set(
  'about blob data file ftp javascript ws wss'.split(' ').map((scheme) => `${scheme}:`),
)

/**
 * Converts an origin to the spelling that browsers send.
 *
 * Besides http and https it may have the scheme of a browser extension or a native app, such as `chrome-extension` or
 * `capacitor`.
 *
 * @param text The configured text
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
 * Parses a configured origin.
 *
 * @param text The configured text
 * @param refusal How the error message starts, such as `cors() cannot allow origin`
 * @returns The origin as browsers send it
 * @throws {TypeError} If the text is not an origin. The message suggests the right spelling if possible
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

type OriginRule = string | RegExp

/** The maximum length of an origin. A longer header is refused before a pattern or a function reads it. */
const maxOriginLength = 1024

/**
 * Parses the option with the origins that a guard allows: origins, patterns, or a function that decides.
 *
 * @param refusal How the error message starts, such as `cors() cannot allow origin`
 * @param nullOrigin `'null'` if the list may contain it
 * @returns A function that returns the origin if it is listed, `true` if a pattern matches it, or the result of the option
 * @throws {TypeError} If a string is not an origin
 */
export function readOriginRules<Context, Result>(
  option: OriginRule | readonly OriginRule[] | ((origin: string, context: Context) => Result),
  refusal: string,
  nullOrigin?: 'null',
): (origin: string, context: Context) => Result | string | boolean {
  const decide = typeof option === 'function' ? option : readList(option, refusal, nullOrigin)

  return (origin, context) => origin.length <= maxOriginLength && decide(origin, context)
}

function readList(
  option: OriginRule | readonly OriginRule[],
  refusal: string,
  nullOrigin: 'null' | undefined,
): (origin: string) => string | boolean {
  const origins = new Set<string>()
  const patterns: RegExp[] = []
  for (const rule of [option].flat() as OriginRule[]) {
    if (rule instanceof RegExp) patterns.push(new RegExp(rule))
    else origins.add(rule === nullOrigin ? rule : readOrigin(rule, refusal))
  }

  return (origin) =>
    origins.has(origin)
      ? origin
      : patterns.some((pattern) => {
          pattern.lastIndex = 0 // A global pattern would continue where the last request stopped.
          return pattern.test(origin)
        })
}

/** Returns the origin of a URL or a host, for the suggestion in an error message. */
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
