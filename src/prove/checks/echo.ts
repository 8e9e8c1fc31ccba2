import { textOf, urlOf, type Attack } from '../attack.ts'
import { codeLink, endMark, foreignHost } from '../bait.ts'
import type { Sent } from '../sender.ts'
import { isDocument, type Check } from './check.ts'

export const markup: Check = {
  name: 'markup',
  title: 'Input must be text on a page, not HTML',
  advice:
    'Use JSX or the `html` template of framework/html-template, which escape. Do not join strings to HTML, and use dangerouslySetInnerHTML only for HTML that you wrote. Allow only http: and https: in links.',

  judge({ sent }) {
    if (!isDocument(sent)) return undefined
    const { text } = sent
    if (text.includes(endMark) || withoutRawText(text).includes('<prove-x>')) {
      return { says: `got a page with <prove-x> as a tag: what was sent is read as HTML` }
    }
    if (openedQuotes.test(text)) {
      return { says: `got a page on which a quote that was sent ends an attribute` }
    }
    if (codeLinks.test(text)) {
      return { says: `got a page with the link "${codeLink}", which runs code` }
    }
    return undefined
  },
}

/** An attribute in which the quotes of the mark were not escaped, although its tag was. */
const openedQuotes = /<[a-z][^<>]*=\s*(?:"[^"<>]*|'[^'<>]*)'"&(?:lt|#60|#x3c);prove-x/i

const codeLinks = /<[a-z][^<>]*\b(?:href|src|action|formaction)\s*=\s*["']?javascript:prove\(\)/i

/** HTML without the elements in which a tag is text. */
function withoutRawText(html: string): string {
  return html.replace(
    /<!--.*?-->|<(script|style|title|textarea|noscript|template)\b[^>]*>.*?<\/\1\s*>/gis,
    '',
  )
}

export const redirect: Check = {
  name: 'redirect',
  title: 'A redirect must not lead to a site that the request has chosen',
  advice:
    "Redirect only to paths of the app: refuse what does not start with one slash, or compare new URL(value, url).origin with the origin of the app. Otherwise a link to your site leads to an attacker's.",
  limit: 2,

  judge({ planned: { attack }, sent }) {
    const { location } = sent
    // A path, or a URL of another origin.
    const host = location === undefined ? undefined : URL.parse(location)?.hostname
    if (!host || host === new URL(attack.origin).hostname || !textIn(attack).includes(host)) {
      return undefined
    }
    return { says: `got a redirect to ${location}, an address that it has sent itself` }
  },
}

/** The parts of a request that the client has chosen, apart from the host. */
function textIn(attack: Attack): string {
  const { pathname, search } = new URL(urlOf(attack)!)
  const body = attack.body === undefined ? '' : textOf(attack.body)
  const parts = [pathname, search, body]
  return [...parts.map(decode), ...attack.headers.map(([, value]) => value)]
    .join('\n')
    .toLowerCase()
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export const host: Check = {
  name: 'host',
  title: 'Links must not have a host that the client has chosen',
  advice:
    'Write links as paths. Where a whole URL is needed, such as in an e-mail, take its origin from the configuration, or put canonicalHost() first in the middleware.',

  judge({ planned: { attack }, sent }) {
    const { status, location } = sent
    const header = attack.headers.find(
      ([name, value]) =>
        value.includes(foreignHost) && /^(?:x-forwarded-host|forwarded)$/i.test(name),
    )
    const isHost = new URL(attack.origin).hostname === foreignHost
    if ((!isHost && header === undefined) || status >= 400) return undefined
    const source = isHost ? 'Host' : header![0]
    // `Response.redirect()` needs a whole URL, and no attacker can choose the Host of a visitor's browser.
    const isRedirect = !isHost && location !== undefined && location.includes(`//${foreignHost}`)
    if (!isRedirect && !hasLink(sent)) return undefined

    const what = isRedirect ? 'a redirect' : 'a page with a link'
    return {
      says: `got ${what} to ${foreignHost}, which is the ${source} that was sent`,
      cause: source,
    }
  },
}

/** The text of a page may name a host. */
function hasLink(sent: Sent): boolean {
  return isDocument(sent)
    ? /\b(?:href|src|srcset|action|content)\s*=\s*["'][^"'<>]*\/\/attacker\.example/i.test(
        sent.text,
      )
    : /[">]https?:\/\/attacker\.example/i.test(sent.text)
}
