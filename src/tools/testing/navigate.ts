import type { CookieJar } from '../../http/cookie/index.ts'
import { showValue } from '../../internal/guards/check.ts'
import { isHttp, isRedirectStatus } from '../../internal/http/http.ts'
import { waitParam } from '../../internal/forms/wait-param.ts'
import { browserHeaders, readReferrerPolicy } from './browser-headers.ts'
import { decodePage, type DecodedPage } from './decode-page.ts'
import type { FormRequest } from './forms.ts'
import { loadParser } from './html.ts'
import type { SendInit } from './send.ts'
import { createPage, isOfSameSite, type FollowedRedirect, type TestPage } from './page.ts'

/** Loads a page, and follows its redirects. */
export type Navigate = (request: FormRequest, cause?: Cause) => Promise<TestPage>

/** The cause for which a browser loads a page. */
export interface Cause {
  /** The page with the link or the form. There is none if the user typed the address. */
  readonly initiator?: URL | undefined
  /** The `Referrer-Policy` of that page. */
  readonly referrerPolicy?: string
  /** Whether the user loads the page again. */
  readonly isReload?: boolean
}

/** One navigation. It changes with each redirect. */
interface Navigation {
  readonly first: FormRequest
  readonly cause: Cause
  readonly initiator: URL | undefined
  /** The next request. */
  request: FormRequest
  referrerPolicy: string
  /** The URLs so far. The last one belongs to the next request. */
  readonly urls: URL[]
  readonly redirects: FollowedRedirect[]
  /** The URL to show for a page that is loaded again with all of its data. */
  shown?: URL
}

/** Fetch Standard, "HTTP-redirect fetch". */
const maxRedirects = 20

/** Creates the function that loads pages as a browser without JavaScript does. */
export function createNavigate(
  send: (url: URL, init: SendInit) => Promise<Response>,
  jar: CookieJar,
): Navigate {
  return async function navigate(request, cause = {}) {
    const navigation = startNavigation(request, cause)

    for (;;) {
      const response = await sendNext(navigation)
      const next = readRedirect(response, urlOf(navigation))
      if (next !== undefined && follow(navigation, response, next)) continue

      const content = await readPage(response, urlOf(navigation))
      if (next === undefined && loadWhole(navigation, content)) continue
      return openPage(navigation, response, content, navigate, openStream)
    }
  }

  function openStream(url: URL, follows: Response): Promise<Response> {
    const cookie = jar.header(url, { from: url, method: 'GET' })
    const headers = new Headers({ Accept: 'text/event-stream', 'Sec-Fetch-Site': 'same-origin' })
    if (cookie !== null) headers.set('Cookie', cookie)
    return send(url, { headers, follows })
  }

  async function sendNext(navigation: Navigation): Promise<Response> {
    const url = urlOf(navigation)
    const { initiator } = navigation
    const { method, body, contentType, lost = 0 } = navigation.request
    const headers = browserHeaders({ ...navigation, method })
    if (navigation.cause.isReload) headers.set('Cache-Control', 'max-age=0')
    const cookie = jar.header(url, { from: initiator, method })
    if (cookie !== null) headers.set('Cookie', cookie)
    if (contentType !== undefined) headers.set('Content-Type', contentType)

    const target = new URL(url)
    target.hash = ''
    const init = { method, headers, ...(body && { body }) }
    const losses = navigation.urls.length === 1 ? lost : 0
    for (let i = 0; i < losses; i++) await (await send(target, init)).arrayBuffer()
    const response = await send(target, init)
    jar.store(url, response.headers.getSetCookie(), { from: initiator, method })

    return response
  }
}

function startNavigation(request: FormRequest, cause: Cause): Navigation {
  const { initiator, referrerPolicy = readReferrerPolicy(new Headers()) } = cause
  const urls = [request.url]
  return { first: request, cause, initiator, request, referrerPolicy, urls, redirects: [] }
}

function urlOf({ urls }: Navigation): URL {
  return urls.at(-1)!
}

/** Returns the target of a redirect, or `undefined` if the response is not one. */
function readRedirect(response: Response, url: URL): URL | undefined {
  const location = response.headers.get('Location')
  if (!isRedirectStatus(response.status) || location === null) return undefined

  const next = URL.parse(location, url)
  if (!isHttp(next)) {
    throw new Error(
      `Cannot follow the redirect of ${url.href}: its Location is ${showValue(location)}. Redirect to a path or an HTTP URL.`,
    )
  }
  if (next.hash === '') next.hash = url.hash
  return next
}

/** Continues at the target of a redirect. Returns `false` for another site, because the kit sends no requests to it. */
function follow(navigation: Navigation, { status, headers }: Response, next: URL): boolean {
  const { redirects, request, urls } = navigation
  const url = urlOf(navigation)
  if (redirects.length === maxRedirects) {
    throw new Error(
      `Cannot load ${navigation.first.url.href}: it was redirected more than ${maxRedirects} times, at last to ${next.href}. Look for redirects in a circle.`,
    )
  }
  redirects.push({ status, from: url, url: next })
  if (!isOfSameSite(next, url)) return false

  navigation.referrerPolicy = readReferrerPolicy(headers, navigation.referrerPolicy)
  if (request.method === 'POST' && status < 304) navigation.request = { url: next, method: 'GET' }
  urls.push(next)
  return true
}

/** If the page has deferred data, continues at the same page with all of its data. Does so once. */
function loadWhole(navigation: Navigation, { body }: DecodedPage): boolean {
  const pattern = new RegExp(
    `<noscript><meta http-equiv="refresh" content="0;url=([^"]*[?&;]${waitParam})"`,
  )
  const [, target] = pattern.exec(body) ?? []
  if (target === undefined || navigation.shown !== undefined) return false

  const url = urlOf(navigation)
  navigation.shown = url
  navigation.urls.push(new URL(target.replaceAll('&amp;', '&'), url))
  return true
}

async function openPage(
  { cause, redirects, request, shown, urls }: Navigation,
  response: Response,
  content: DecodedPage,
  navigate: Navigate,
  openStream: (url: URL, follows: Response) => Promise<Response>,
): Promise<TestPage> {
  const url = shown ?? urls.at(-1)!
  const ownPolicy = readReferrerPolicy(response.headers)

  return createPage({
    response,
    ...content,
    url,
    redirects,
    parse: isHtml(response) ? await loadParser() : undefined,
    navigate: (next) =>
      navigate(next, { initiator: url, referrerPolicy: next.referrerPolicy ?? ownPolicy }),
    reload: () => navigate({ ...request, url }, { ...cause, isReload: true }),
    openStream: (stream) => openStream(stream, response),
  })
}

async function readPage(response: Response, url: URL): Promise<DecodedPage> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const type = response.headers.get('Content-Type') ?? ''
  return decodePage(bytes, { type, url, isHtml: isHtml(response) })
}

function isHtml({ headers }: Response): boolean {
  const type = headers.get('Content-Type') ?? ''
  return /^(?:text\/html|application\/xhtml\+xml)\b/i.test(type)
}
