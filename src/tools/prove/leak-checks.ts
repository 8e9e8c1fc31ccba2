import { CacheControl, SetCookie } from '../../http/headers/index.ts'
import { decodeIfValid } from '../../internal/text/mask-secrets.ts'
import { urlOf, type Attack } from './attack.ts'
import { isDocument, type Check, type Rule } from './check.ts'
import { codeLink, foreignHost } from './plan-variants.ts'
import type { Sent } from './sender.ts'
import { endMark } from './values.ts'

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
  const parts = [pathname, search, String(attack.body)].map(decodeIfValid)
  return [...parts, ...attack.headers.map(([, value]) => value)].join('\n').toLowerCase()
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

/** Names of cookies that stand for a visitor. Scripts must not read them. */
const secretName = /sess|sid$|token|auth|jwt|login|remember|user/i
/** A script sends the cookie back in a header. */
const scriptName = /csrf|xsrf/i

export const cookie: Check = {
  name: 'cookie',
  title: 'A cookie that stands for a visitor must have HttpOnly, Secure and SameSite',
  advice:
    "Set httpOnly: true, secure: true and sameSite: 'lax' in createCookie(). Then a script cannot read the cookie, plain HTTP does not send it, and forms of other sites do not send it.",
  limit: 5,

  judge({ planned, sent }) {
    // Apps may leave out `Secure` for requests over plain HTTP, so that it works on a developer's machine.
    const isSecure = planned.attack.origin.startsWith('https:')
    for (const header of sent.headers.getSetCookie()) {
      const set = SetCookie.from(header)
      if (isOver(set) || !isSecret(set)) continue
      const missing = [
        ...(set.httpOnly ? [] : ['HttpOnly']),
        ...(set.secure || !isSecure ? [] : ['Secure']),
        ...(set.sameSite ? [] : ['SameSite']),
      ]
      if (missing.length === 0) continue

      return {
        says: `set the cookie "${set.name}" without ${missing.join(' and ')}`,
        cause: `${set.name} ${missing.join()}`,
      }
    }
    return undefined
  },
}

/** Whether a cookie stands for a visitor: by its name, or because its value cannot be guessed. */
function isSecret({ name, value }: SetCookie): boolean {
  if (value === '' || scriptName.test(name)) return false
  return secretName.test(name) || (value.length >= 20 && /\d/.test(value) && /[a-z]/i.test(value))
}

function isOver({ expires, maxAge }: SetCookie): boolean {
  if (maxAge !== undefined) return maxAge <= 0
  return expires !== undefined && expires.getTime() < Date.now()
}

/** The rule, for the check below and for pages that differ by user. */
export const sharedCacheRule: Rule = {
  name: 'shared-cache',
  title: 'A response for one visitor must not be stored for others',
  advice:
    'Send Cache-Control: private, or no-store. Use public and s-maxage only for responses that are the same for every visitor and that set no cookie.',
}

export const sharedCache: Check = {
  ...sharedCacheRule,

  judge({ sent }) {
    const { headers, replacedPolicy } = sent
    const [first] = headers.getSetCookie()
    if (first === undefined || replacedPolicy === undefined) return undefined

    const name = first.split('=', 1)[0]
    return {
      says: `set the cookie "${name}" with the cache policy "${replacedPolicy}". The server sends it as private, because a cache would give one visitor's cookie to others`,
      cause: `${name} ${replacedPolicy}`,
    }
  },
}

/** Whether caches that visitors share may store a response, as the app has created it. */
export function isShared({ headers, replacedPolicy }: Sent): boolean {
  if (replacedPolicy !== undefined) return true
  const policy = CacheControl.from(headers.get('Cache-Control'))
  return (policy.public || (policy.sMaxage ?? 0) > 0) && !policy.private && !policy.noStore
}

export const cors: Check = {
  name: 'cors',
  title: 'Another site must not read what a visitor sees',
  advice:
    'List the origins that you trust in the `origin` of cors(). Do not send back the Origin of the request together with Access-Control-Allow-Credentials.',

  judge({ planned, sent }) {
    const origin = planned.attack.headers.find(([name]) => name === 'Origin')?.[1]
    const allowed = sent.headers.get('Access-Control-Allow-Origin')
    if (origin === undefined || allowed !== origin) return undefined
    if (sent.headers.get('Access-Control-Allow-Credentials') !== 'true') return undefined

    return {
      says: `got Access-Control-Allow-Origin: ${allowed} with Access-Control-Allow-Credentials: true, so every site can read it with the visitor's cookies`,
      cause: origin,
    }
  },
}

/** A line of a stack in text, in JSON or in HTML. */
const stackLine =
  /(?:\n|\\n|"|<br\s*\/?>|<li>|<p>)\s*(at [^\n\\<]{0,200}(?:file:|node:|\/|\\)[^\n\\<]{0,300}?:\d+:\d+)/

export const stack: Check = {
  name: 'stack',
  title: 'A response must not contain the stack of an error',
  advice:
    'Do not send error.stack or String(error) to clients. Throw the error: the app logs it and sends a page without details.',

  judge({ sent: { text, status } }) {
    const line = stackLine.exec(text)
    // A page may show a stack as an example. It does not have a path of this machine.
    if (line === null || !(status >= 400 || text.includes(process.cwd()))) return undefined
    return {
      says: `got a ${status} with the stack of an error: "${line[1]!.slice(0, 120)}"`,
      cause: 'stack',
    }
  },
}
