import { createCookieJar, isCookie, type Cookie } from '../cookie/index.ts'
import type { JarCookie } from '../cookie/shared.ts'
import { invariant } from '../internal/invariant.ts'
import { showValue } from '../internal/show-value.ts'
import { waitParam } from '../internal/wait-param.ts'
import type { HrefArgs } from '../route-pattern/index.ts'
import type { Route, RouteMethod } from '../routes/index.ts'
import { serializeSessionCookie, type Session, type SessionStorage } from '../session/index.ts'
import { browserHeaders, readReferrerPolicy, type NavigationState } from './browser-headers.ts'
import { encodeForm } from './encode-form.ts'
import { decodePage, type DecodedPage } from './encodings.ts'
import type { Entry } from './entry-list.ts'
import type { FormRequest } from './forms.ts'
import { loadParser } from './html.ts'
import { createPage, isOfSameSite, type TestPage } from './page.ts'
import type { Send } from './send.ts'

/** Options for `app.visitor()`. */
export interface VisitorOptions {
  /**
   * The address that `clientAddress()` of `framework/node` returns.
   *
   * @default '127.0.0.1'
   */
  readonly address?: string | undefined
}

/** How to visit a URL. */
export interface VisitOptions {
  /**
   * The page of another site that has the link or the form, such as `'https://evil.example'`.
   *
   * @default none: the address was typed
   */
  readonly from?: string | URL | undefined
  /** The fields of a form that a page of `from` sends with POST. Without `from`, a page of the app sends it. */
  readonly post?: FormData | URLSearchParams | undefined
}

/** A time to let pass. */
export interface Duration {
  readonly days?: number
  readonly hours?: number
  readonly minutes?: number
  readonly seconds?: number
}

/** A browser without JavaScript, with separate cookies. */
export interface Visitor {
  /**
   * Loads a page, and follows its redirects.
   *
   * @param url A path or a URL
   * @param options The site that has the link
   */
  visit(url: string | URL, options?: VisitOptions): Promise<TestPage>
  /**
   * Loads the page of a route.
   *
   * @param route A route of a route map
   * @param args What its `href()` takes
   */
  visit<Pattern extends string>(
    route: Route<RouteMethod, Pattern>,
    ...args: HrefArgs<Pattern>
  ): Promise<TestPage>
  /** The cookies that have not expired. */
  readonly cookies: readonly JarCookie[]
  /** Lets time pass for the cookies. The clock of the app is the test runner's. */
  advance(duration: Duration): void
  /**
   * Changes the session of this visitor without a request, for example to log in.
   *
   * @param change Changes the session, which is then saved
   */
  signIn<Data, FlashData>(
    storage: SessionStorage<Data, FlashData>,
    change: (session: Session<Data, FlashData>) => void | Promise<void>,
  ): Promise<void>
  signIn<Data, FlashData>(
    cookie: Cookie,
    storage: SessionStorage<Data, FlashData>,
    change: (session: Session<Data, FlashData>) => void | Promise<void>,
  ): Promise<void>
  /** Reads the session of this visitor. */
  session<Data, FlashData>(
    storage: SessionStorage<Data, FlashData>,
  ): Promise<Session<Data, FlashData>>
  session<Data, FlashData>(
    cookie: Cookie,
    storage: SessionStorage<Data, FlashData>,
  ): Promise<Session<Data, FlashData>>
}

/** Fetch Standard, "HTTP-redirect fetch". */
const maxRedirects = 20

/**
 * Creates a visitor of an app.
 *
 * @param send Sends a request to the app
 * @param origin Where paths are
 * @param now The clock of the cookies
 * @param options The address of the visitor
 */
export function createVisitor(
  send: Send,
  origin: string,
  now: () => number,
  options: VisitorOptions,
): Visitor {
  const { address = '127.0.0.1' } = options
  let passed = 0
  const jar = createCookieJar({ now: () => now() + passed })

  const visitor = {
    async visit(
      target: string | URL | Route<RouteMethod, string>,
      ...args: [VisitOptions?] | HrefArgs<string>
    ): Promise<TestPage> {
      const isAddress = typeof target === 'string' || target instanceof URL
      const href = isAddress ? target : target.href(...(args as HrefArgs<string>))
      const url = URL.parse(href, origin)
      invariant(
        url !== null && /^https?:$/.test(url.protocol),
        `Cannot visit ${showValue(String(href))}: it is not a path or an HTTP URL`,
      )
      const { from, post } = isAddress ? ((args as [VisitOptions?])[0] ?? {}) : {}
      if (post === undefined)
        return navigate(
          { url, method: 'GET' },
          from === undefined ? undefined : readInitiator(from),
        )

      // A form is always on a page.
      return navigate(await createPost(url, post), readInitiator(from ?? url.origin))
    },

    get cookies() {
      return jar.list()
    },

    advance({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Duration) {
      passed += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
    },

    async signIn(...args: SessionArgs<[change: (session: Session) => void | Promise<void>]>) {
      const [cookie, storage, change] = readSessionArgs('signIn', args)
      const session = await readSession(cookie, storage)
      await change(session)
      const value = await storage.save(session, cookie.expires)
      if (value === null) return

      const httpOnly = cookie.httpOnly ?? true
      jar.store(origin, [await serializeSessionCookie(cookie, value, { httpOnly })])
      if (value !== '' && findCookie(cookie) === undefined) {
        throw new Error(
          `Cannot sign in: a browser at ${origin} refuses the cookie "${cookie.name}". Give createTestApp() an \`origin\` that its attributes allow.`,
        )
      }
    },

    async session(...args: SessionArgs<[]>) {
      const [cookie, storage] = readSessionArgs('session', args)
      return readSession(cookie, storage)
    },
  }
  // These functions take the same arguments as `session()`.
  return visitor as Visitor

  async function navigate(
    request: FormRequest,
    initiator: URL | undefined,
    policy = readReferrerPolicy(new Headers()),
    extra: Record<string, string> = {},
  ): Promise<TestPage> {
    let { method, body, contentType } = request
    let referrerPolicy = policy
    const urls = [request.url]
    const redirects: { status: number; from: URL; url: URL }[] = []
    /** The URL of a page that was loaded again with everything in it. */
    let shown: URL | undefined

    for (;;) {
      const url = urls.at(-1)!
      const state: NavigationState = { method, urls, initiator, referrerPolicy }
      const sent = { from: initiator, method }
      const headers = browserHeaders(state)
      for (const [name, value] of Object.entries(extra)) headers.set(name, value)
      const cookie = jar.header(url, sent)
      if (cookie !== null) headers.set('Cookie', cookie)
      if (contentType !== undefined) headers.set('Content-Type', contentType)

      const target = new URL(url)
      target.hash = ''
      const response = await send(target, { method, headers, ...(body && { body }) }, address)
      jar.store(url, response.headers.getSetCookie(), sent)

      const next = readRedirect(response, url)
      if (next === undefined) {
        const decoded = await readPage(response)
        const whole = shown === undefined ? readRefresh(decoded.body, url) : undefined
        if (whole === undefined) return openPage(response, decoded, shown ?? url)

        shown = url
        urls.push(whole)
        continue
      }

      if (redirects.length === maxRedirects) {
        throw new Error(
          `Cannot load ${request.url.href}: it was redirected more than ${maxRedirects} times, at last to ${next.href}`,
        )
      }
      redirects.push({ status: response.status, from: url, url: next })
      // The kit sends no requests to other sites, so the redirect itself is the page.
      if (!isOfSameSite(next, url)) return openPage(response, await readPage(response), url)

      referrerPolicy = readReferrerPolicy(response.headers, referrerPolicy)
      if (method === 'POST' && response.status < 304) {
        method = 'GET'
        body = undefined
        contentType = undefined
      }
      urls.push(next)
    }

    async function openPage(response: Response, page: DecodedPage, url: URL): Promise<TestPage> {
      const ownPolicy = readReferrerPolicy(response.headers)
      return createPage({
        response,
        ...page,
        url,
        redirects,
        parse: isHtml(response) ? await loadParser() : undefined,
        navigate: (next) => navigate(next, url, next.referrerPolicy ?? ownPolicy),
        reload: () =>
          navigate(
            { url, method, ...(body && { body }), ...(contentType && { contentType }) },
            initiator,
            policy,
            { 'Cache-Control': 'max-age=0' },
          ),
      })
    }
  }

  async function readSession(cookie: Cookie, storage: SessionStorage): Promise<Session> {
    const known = findCookie(cookie)
    return storage.read(known ? await cookie.parse(`${known.name}=${known.value}`) : null)
  }

  function findCookie({ name }: Cookie): JarCookie | undefined {
    const { hostname } = new URL(origin)
    return jar
      .list()
      .find(
        (known) =>
          known.name === name &&
          (known.domain === hostname || (!known.hostOnly && hostname.endsWith(`.${known.domain}`))),
      )
  }
}

function readInitiator(from: string | URL): URL {
  const url = URL.parse(from)
  invariant(
    url !== null,
    `Cannot visit a page from ${showValue(String(from))}: use a URL such as "https://evil.example"`,
  )
  return url
}

async function readPage(response: Response): Promise<DecodedPage> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  return decodePage(bytes, response.headers.get('Content-Type') ?? '', isHtml(response))
}

function isHtml({ headers }: Response): boolean {
  const type = headers.get('Content-Type') ?? ''
  return /^(?:text\/html|application\/xhtml\+xml)\b/i.test(type)
}

/** Where a response sends the browser, if it does. */
function readRedirect(response: Response, url: URL): URL | undefined {
  const location = response.headers.get('Location')
  if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return undefined

  const next = URL.parse(location, url)
  if (next === null || !/^https?:$/.test(next.protocol)) {
    throw new Error(
      `Cannot follow the redirect of ${url.href}: its Location is ${showValue(location)}`,
    )
  }
  if (next.hash === '') next.hash = url.hash
  return next
}

/** Where a page with deferred data sends a browser without JavaScript: to the same page, with everything in it. */
function readRefresh(text: string, url: URL): URL | undefined {
  const pattern = new RegExp(
    `<noscript><meta http-equiv="refresh" content="0;url=([^"]*[?&;]${waitParam})"`,
  )
  const [, target] = pattern.exec(text) ?? []
  return target === undefined ? undefined : new URL(target.replaceAll('&amp;', '&'), url)
}

async function createPost(url: URL, post: FormData | URLSearchParams): Promise<FormRequest> {
  const isMultipart = post instanceof FormData
  const entries = Array.from(post as Iterable<Entry>)
  const encoded = await encodeForm(entries, isMultipart ? 'multipart/form-data' : '')
  return { url, method: 'POST', ...encoded }
}

/** A storage with its cookie, or a cookie and a storage, as `session()` takes them. */
type SessionArgs<Rest extends readonly unknown[]> =
  | [storage: SessionStorage, ...Rest]
  | [cookie: Cookie, storage: SessionStorage, ...Rest]

function readSessionArgs<Rest extends readonly unknown[]>(
  method: string,
  args: SessionArgs<Rest>,
): [Cookie, SessionStorage, ...Rest] {
  const [first, ...rest] = args
  const all = isCookie(first) ? [first, ...rest] : [first?.cookie, first, ...rest]
  const [cookie, storage] = all as [Cookie | undefined, SessionStorage]
  invariant(
    typeof storage?.read === 'function',
    `${method}() takes a session storage, alone or after a cookie of createCookie()`,
  )
  invariant(
    cookie,
    `${method}() needs a cookie: call ${method}(cookie, storage), or give the storage a \`cookie\``,
  )
  return all as [Cookie, SessionStorage, ...Rest]
}
