import { createCookieJar, type Cookie } from '../../http/cookie/index.ts'
import type { JarCookie } from '../../http/cookie/shared.ts'
import { invariant, showValue } from '../../internal/guards/check.ts'
import { isHttp } from '../../internal/http/http.ts'
import type { HrefArgs } from '../../router/route-pattern/index.ts'
import type { Route, RouteMethod } from '../../router/routes/index.ts'
import type { Session, SessionStorage } from '../../state/session/index.ts'
import { encodeForm } from './encode-form.ts'
import type { Entry } from './entry-list.ts'
import type { FormRequest } from './forms.ts'
import { createNavigate } from './navigate.ts'
import type { TestPage } from './page.ts'
import type { Send } from './send.ts'
import { createSessions } from './visitor-sessions.ts'

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
interface VisitOptions {
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
   * @param args The arguments of its `href()`
   */
  visit<Pattern extends string>(
    route: Route<RouteMethod, Pattern>,
    ...args: HrefArgs<Pattern>
  ): Promise<TestPage>
  /** The cookies that have not expired. */
  readonly cookies: readonly JarCookie[]
  /** Moves the clock of the cookies. The clock of the app is the test runner's. */
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

/** Creates a visitor of an app. */
export function createVisitor(
  send: Send,
  origin: string,
  now: () => number,
  { address = '127.0.0.1' }: VisitorOptions,
): Visitor {
  let passed = 0
  const jar = createCookieJar({ now: () => now() + passed })
  const navigate = createNavigate((url, init) => send(url, init, address), jar)

  const visitor = {
    ...createSessions(jar, origin),

    get cookies() {
      return jar.list()
    },

    async visit(target: VisitTarget, ...args: VisitArgs): Promise<TestPage> {
      const url = readTarget(target, args, origin)
      const { from, post } = isAddress(target) ? ((args as [VisitOptions?])[0] ?? {}) : {}
      // A form is always on a page.
      const page = post === undefined ? from : (from ?? url.origin)
      const initiator = page === undefined ? undefined : readInitiator(page)

      return navigate(await createRequest(url, post), { initiator })
    },

    advance({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Duration) {
      passed += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
    },
  }
  // These functions take the same arguments as `session()`.
  return visitor as Visitor
}

type VisitTarget = string | URL | Route<RouteMethod, string>
type VisitArgs = [VisitOptions?] | HrefArgs<string>

function isAddress(target: VisitTarget): target is string | URL {
  return typeof target === 'string' || target instanceof URL
}

function readTarget(target: VisitTarget, args: VisitArgs, origin: string): URL {
  const href = isAddress(target) ? target : target.href(...(args as HrefArgs<string>))
  const url = URL.parse(href, origin)
  invariant(isHttp(url), `Cannot visit ${showValue(String(href))}: it is not a path or an HTTP URL`)
  return url
}

function readInitiator(from: string | URL): URL {
  const url = URL.parse(from)
  invariant(
    url !== null,
    `Cannot visit a page from ${showValue(String(from))}: use a URL such as "https://evil.example"`,
  )
  return url
}

async function createRequest(url: URL, post: VisitOptions['post']): Promise<FormRequest> {
  if (post === undefined) return { url, method: 'GET' }

  const entries = Array.from(post as Iterable<Entry>)
  const encoded = await encodeForm(entries, post instanceof FormData ? 'multipart/form-data' : '')
  return { url, method: 'POST', ...encoded }
}

/**
 * Users of the app for `framework prove --users <file>`, by name. Each function signs its user in: through the visitor,
 * whose cookies are used, or by returning headers such as `Authorization`.
 *
 * Give two users of the same rank. Then neither may see the data of the other.
 *
 * @example
 * export default {
 *   async ada(visitor) {
 *     const login = await visitor.visit('/login')
 *     await login.submit({ Email: 'ada@example.com', Password: 'secret' })
 *   },
 *   bob: () => ({ Authorization: 'Bearer token-of-bob' }),
 * } satisfies ProveUsers
 */
export interface ProveUsers {
  readonly [name: string]: (visitor: Visitor) => void | HeadersInit | Promise<void | HeadersInit>
}

/**
 * The steps of `framework compare --steps <file>`, by name. They run on both apps before links are followed. Each function
 * returns the page to compare. The visitor stays logged in.
 *
 * @example
 * export default {
 *   async login(visitor) {
 *     const login = await visitor.visit('/login')
 *     return login.submit({ Email: 'ada@example.com', Password: 'secret' })
 *   },
 * } satisfies CompareSteps
 */
export interface CompareSteps {
  readonly [name: string]: (visitor: Visitor) => TestPage | Promise<TestPage>
}
