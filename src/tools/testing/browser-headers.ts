import { isHttp } from '../../internal/http/http.ts'
import { isTrustworthy, siteOf } from '../../http/cookie/shared.ts'

/** The facts about a request for a page from which a browser derives the headers. */
export interface NavigationState {
  readonly method: string
  /** The URLs of the first request and of each redirect. The last one is the current request. */
  readonly urls: readonly URL[]
  /** The page that caused the request. There is none if the user typed the address. */
  readonly initiator: URL | undefined
  /** The `Referrer-Policy` of that page, or of a redirect since. */
  readonly referrerPolicy: string
}

const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

/** Returns the headers that a browser sends for a page, without `Cookie` and `Content-Type`. */
export function browserHeaders(state: NavigationState): Headers {
  const url = state.urls.at(-1)!
  const headers = new Headers({ Accept: accept })

  const referrer = referrerOf(state, url)
  if (referrer !== undefined) headers.set('Referer', referrer)
  if (state.method !== 'GET') headers.set('Origin', originOf(state, url))
  if (isTrustworthy(url)) {
    headers.set('Sec-Fetch-Site', fetchSite(state))
    headers.set('Sec-Fetch-Mode', 'navigate')
    headers.set('Sec-Fetch-Dest', 'document')
    headers.set('Sec-Fetch-User', '?1')
  }
  return headers
}

/** Fetch Metadata: returns how the URLs of a request, with its redirects, relate to the page that caused it. */
function fetchSite({ initiator, urls }: NavigationState): string {
  if (initiator === undefined) return 'none'
  if (urls.every(({ origin }) => origin === initiator.origin)) return 'same-origin'
  return urls.every((url) => siteOf(url) === siteOf(initiator)) ? 'same-site' : 'cross-site'
}

/** Fetch Standard, "append a request Origin header". */
function originOf({ initiator, urls, referrerPolicy }: NavigationState, url: URL): string {
  const { origin, protocol } = initiator ?? urls[0]!
  // After a redirect from one foreign origin to another, either of them could have caused the request.
  const isTainted = urls.some((each, at) => {
    const last = urls[at - 1]
    return last !== undefined && last.origin !== each.origin && last.origin !== origin
  })
  const isDowngrade = protocol === 'https:' && url.protocol !== 'https:'
  if (isTainted || referrerPolicy === 'no-referrer') return 'null'
  if (referrerPolicy === 'same-origin') return origin === url.origin ? origin : 'null'
  return isDowngrade &&
    !['origin', 'origin-when-cross-origin', 'unsafe-url'].includes(referrerPolicy)
    ? 'null'
    : origin
}

const maxReferrer = 4096

/** Referrer Policy, "determine request's referrer". Name and password of a URL are left out. */
function referrerOf({ initiator, referrerPolicy }: NavigationState, url: URL): string | undefined {
  // A document such as `about:blank` has no address to send.
  if (!isHttp(initiator)) return undefined
  const origin = `${initiator.origin}/`
  const whole = origin + (initiator.pathname + initiator.search).slice(1)
  const full = whole.length > maxReferrer ? origin : whole
  const isSame = initiator.origin === url.origin
  const isDowngrade = isTrustworthy(initiator) && !isTrustworthy(url)

  switch (referrerPolicy) {
    case 'no-referrer':
      return undefined
    case 'origin':
      return origin
    case 'unsafe-url':
      return full
    case 'same-origin':
      return isSame ? full : undefined
    case 'strict-origin':
      return isDowngrade ? undefined : origin
    case 'origin-when-cross-origin':
      return isSame ? full : origin
    case 'no-referrer-when-downgrade':
      return isDowngrade ? undefined : full
    default:
      return isSame ? full : isDowngrade ? undefined : origin
  }
}

const policies = new Set(
  (
    'no-referrer no-referrer-when-downgrade same-origin origin strict-origin origin-when-cross-origin ' +
    'strict-origin-when-cross-origin unsafe-url'
  ).split(' '),
)

/** Returns the last known policy of a `Referrer-Policy` header, or the default policy of browsers. */
export function readReferrerPolicy(
  headers: Headers,
  otherwise = 'strict-origin-when-cross-origin',
): string {
  const tokens = (headers.get('Referrer-Policy') ?? '').split(',')
  return tokens.map((token) => knownPolicy(token.trim())).findLast((policy) => policy) ?? otherwise
}

/** Returns a policy of an attribute, if browsers know it. */
export function knownPolicy(text: string): string | undefined {
  const policy = text.toLowerCase()
  return policies.has(policy) ? policy : undefined
}
