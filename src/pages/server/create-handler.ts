import {
  createFetchHandler,
  createRouter,
  type FetchHandler,
  type Observer,
  type Provide,
  type Router,
} from '../../router/fetch-router/index.ts'
import {
  GivenRequest,
  isObservable,
  lentBy,
  type Lent,
  type StartArgs,
} from '../../router/fetch-router/shared.ts'
import {
  handleIncoming,
  pass,
  type IncomingRequest,
  type Prepare,
} from '../../internal/exchange/incoming.ts'
import { checkFunctions, invariant, showValue } from '../../internal/guards/check.ts'
import { callAside } from '../../internal/process/promises.ts'
import { lendTo, observeWith } from '../../internal/process/global-keys.ts'
import { editHeaders } from '../../internal/exchange/edit-headers.ts'
import type {
  EndedMutation,
  FinalStep,
  PersonalDocument,
  NewRequestFacts,
} from '../../internal/exchange/request-facts.ts'
import { inlineBodies } from '../../internal/exchange/known-body.ts'
import { takeDataParam } from '../page-protocol/data-url.ts'
import { RESPONSE_HEADER } from '../page-protocol/wire.ts'
import { keepCookiePrivate, publicPolicyOf } from '../../http/response/shared.ts'
import { defaultPolicy, prefetchPolicy, wrapRedirect } from './write-wire.ts'
import { withoutPrototype, type ServerBuild } from './build.ts'
import { carryPage } from './carry-page.ts'
import { createPages, type Pages } from './create-pages.ts'
import { keepPersonal, personalPolicy } from './personal-policy.ts'
import { isRedirect } from './result.ts'
import { addVisitor } from './tell-visitor.ts'
import { removeNonce } from './prerendered.ts'
import { warnDeveloper } from './report.ts'

/** Creates the front router of an app, with the pages as its last route. */
export type CreateApp = (pages: Pages) => Router<any> | Promise<Router<any>>

/** Options for {@link createHandler}. */
export interface HandlerOptions<Args extends readonly unknown[] = []> {
  /**
   * Puts the arguments that the runtime passes beside a request on the context, as `provide` of `createFetchHandler()` does.
   * In an app with pages it is the export `provide` of `app/router.ts`.
   */
  readonly provide?: Provide<Args> | undefined
  /**
   * The work of a process that serves the app, such as a loop that does jobs. Its promise is the work. It is never called
   * here: pass `start` of the handler to `serve()` of `framework/node`. In an app with pages it is the export `start` of
   * `app/router.ts`, and `framework start` and `framework dev` call it.
   */
  readonly start?: ((args: StartArgs) => unknown) | undefined
}

/** The handler of a whole app. */
export interface AppHandler<Args extends readonly unknown[] = []> extends FetchHandler<Args> {
  /**
   * Resolves when the app is created, and rejects with the error of `createApp`. Await it before you listen, as the build of
   * an app does. A rejection that nothing handles ends the process, so an app that cannot be created never looks healthy.
   */
  readonly ready: Promise<void>
  /**
   * The option `start`, for `serve(handler, { start: handler.start })`. Its `publish` is that of the app, also if the server
   * has another router in front.
   */
  readonly start: ((args: StartArgs) => unknown) | undefined
}

/** The module `app/router.ts`. Its exports beside the default one are the options of the handler. */
export interface RouterModule extends HandlerOptions<readonly unknown[]> {
  readonly default: CreateApp
  /** Throws, or returns `false`, if the app cannot work, such as without its database. Health checks call it. */
  readonly health?: () => unknown
}

/**
 * Creates one fetch handler for the whole app: the front router with the pages of a build.
 *
 * @param source The build
 * @param createApp Creates the front router, once. Without it, the app has only pages
 * @param options What the runtime provides
 * @returns A handler for `serve()` of `framework/node`, Bun, Deno and Workers
 *
 * @example
 * const handler = createHandler(build, (pages) => {
 *   const router = createRouter({ middleware: [logger()] })
 *   router.map('/*', pages)
 *   return router
 * })
 * await handler.ready
 * export default { fetch: handler }
 */
export function createHandler<Args extends readonly unknown[] = []>(
  source: ServerBuild,
  createApp: CreateApp = createDefaultApp,
  options: HandlerOptions<Args> = {},
): AppHandler<Args> {
  const { provide, start } = options
  checkFunctions('app/router.ts', { start })
  const build = withoutPrototype(source)
  const app = Promise.resolve()
    .then(() => createApp(createPages(build)))
    .then(checkRouter)
  let started: Router<any> | undefined
  const ready = app.then((router) => void (started = router))
  const observe = (observer: Observer): (() => void) => {
    let isWanted = true
    let remove = (): void => void (isWanted = false)
    const add = (router: object): void => {
      if (isWanted && isObservable(router)) remove = router[observeWith](observer)
    }
    if (started) add(started)
    else app.then(add, () => {})
    return () => remove()
  }

  const respond = async (incoming: IncomingRequest, prepare?: Prepare): Promise<Response> => {
    const router = started ?? (await app)
    const sent = incoming.url
    const { url, waits, ids, ...parts } = takeDataParam(sent)
    const isData = ids !== undefined
    // The parameters of a data request are stored beside the request, so that URLs, headers and middleware do not show them.
    if (isData || waits) incoming.url = url
    const requestFacts: NewRequestFacts = incoming.facts
    const responseFacts = new ResponseFacts()
    if (incoming.url !== sent) requestFacts.sentQuery = /\?[^#]*/.exec(sent)?.[0]
    requestFacts.build = build.manifest.version
    requestFacts.finalStep = responseFacts
    if (!isData) {
      if (waits) requestFacts.waits = true
      const document = await pass(router, incoming, prepare)
      if (responseFacts.personal !== undefined) requestFacts.personal ??= toldVisitor
      return finish(build, document, responseFacts)
    }

    requestFacts.dataRequest = { ids, ...parts }
    const response = await pass(router, incoming, prepare)
    const { compress, mutation, visitor } = responseFacts
    const sentData = isRedirect(response)
      ? wrapRedirect(build, response, mutation?.verdicts)
      : response
    const own = addVisitor(sentData, visitor)
    if (own !== sentData) requestFacts.personal ??= toldVisitor
    if (mutation?.next === undefined) return finish(build, own, responseFacts)

    const next = await mutation.next(response)
    const send = (request: Request): Promise<Response> =>
      respond(new GivenRequest(request), prepare)
    const whole = next ? await carryPage(own, next, incoming, { send, onError }) : own
    return finish(build, compress ? await compress(whole) : whole, responseFacts)
  }

  const onError = (error: unknown, request: Request): void => {
    if (build.dev && error instanceof Error) build.dev.fixStack?.(error)
    const { handleError } = build.entryServer ?? {}
    if (handleError === undefined) return console.error(error)
    callAside(
      () => handleError(error, { request, params: {} }),
      (failure) => console.error(failure),
    )
  }

  const lent = lentByApp(app)
  const handler = {
    fetch: (request: Request) => respond(new GivenRequest(request)),
    [handleIncoming]: respond,
    [observeWith]: observe,
    [lendTo]: lent,
  }
  const fetch = createFetchHandler(handler, {
    ...(provide !== undefined && { provide }),
    onError,
  })
  const lendingStart = start && Object.assign((args: StartArgs) => start(args), { [lendTo]: lent })
  return Object.assign(fetch, { ready, start: lendingStart })
}

/** What the router of an app lends, which may not be created yet. Nothing works before that. */
function lentByApp(app: Promise<Router<any>>): Lent {
  let router: Router<any> | undefined
  app.then(
    (created) => (router = created),
    () => {},
  )
  return {
    publish: async (tags) => lentBy(await app)?.publish(tags),
    begin: () => router && lentBy(router)?.begin(),
  }
}

/** What a response does that has keys for `once()`, or in which a browser learns who is signed in. */
const toldVisitor = 'told the browser who is signed in'

/** Without this check, the first request would be the first to notice a `createApp` that returns no router. */
function checkRouter(router: Router<any>): Router<any> {
  invariant(
    typeof (router as Partial<Router> | undefined)?.fetch === 'function',
    `Cannot use ${showValue(router)} as the router of the app. Let the default export of app/router.ts return its router: export default function createApp(pages) { … return router }`,
  )
  return router
}

/** The messages of the pages and the middleware of one request to the final step. */
class ResponseFacts implements FinalStep {
  mutation: EndedMutation | undefined
  compress: Parameters<FinalStep['compressLast']>[0] | undefined
  personal: PersonalDocument | undefined
  visitor: string | undefined
  hasKeyedForm = false
  hasNonce = false
  isStored = false

  followMutation(mutation: EndedMutation): void {
    this.mutation = mutation
  }

  compressLast(compress: NonNullable<ResponseFacts['compress']>): boolean {
    if (this.mutation?.next === undefined) return false
    this.compress = compress
    return true
  }

  keepPersonal(document: PersonalDocument): void {
    this.personal = document
    this.hasKeyedForm = false
  }

  tellVisitor(visitor: string): void {
    this.visitor = visitor
  }

  renderKeyedForm(): void {
    this.hasKeyedForm = true
  }

  useNonce(): void {
    this.hasNonce = true
  }

  sendStored(): void {
    this.isStored = true
  }
}

/** Applies the rules for every response of the app. */
function finish(build: ServerBuild, given: Response, responseFacts: ResponseFacts): Response {
  const response = responseFacts.isStored ? removeNonce(given) : given
  if (build.dev) warnOfHeaders(build, response, responseFacts.hasNonce)
  if (responseFacts.personal === undefined) return keepCookiePrivate(response, policyOfApp)

  const { isStated, cookie } = responseFacts.personal
  const own = keepCookiePrivate(keepPersonal(build, response), (headers) => {
    const policy = policyOfApp(headers)
    return !isStated && policy === personalPolicy ? null : policy
  })
  if (cookie === undefined || !responseFacts.hasKeyedForm) return own

  // The document is private already. `no-store` would only keep browsers from showing it again on Back.
  return editHeaders(own, (headers) => headers.append('Set-Cookie', cookie))
}

/** The `Cache-Control` that the app set. The defaults for data requests do not count. */
function policyOfApp(headers: Headers): string | null {
  const policy = headers.get('Cache-Control')
  const isDefault = policy === defaultPolicy || policy === prefetchPolicy

  return isDefault && headers.get(RESPONSE_HEADER) === 'data' ? null : policy
}

function warnOfHeaders(build: ServerBuild, response: Response, hasNonce: boolean): void {
  const { headers } = response
  const shared = publicPolicyOf(headers)
  if (shared && hasNonce) {
    warnDeveloper(
      build,
      `A page with a nonce is publicly cacheable ("${shared}"). A shared cache would send one nonce to every visitor, and then code that an attacker inserts could use it. Make the page private, put it behind cache(), or turn the nonce off for it. See framework/docs/security.md#headers-and-a-policy.`,
    )
  }
  if (shared && headers.has('Set-Cookie')) {
    warnDeveloper(
      build,
      `A response sets a cookie and is publicly cacheable, so one user could get the cookie of another. It was sent as private instead of "${shared}". Make the response private, or do not set the cookie.`,
    )
  }

  const policy = headers.get('Content-Security-Policy') ?? ''
  if (/script-src|default-src/.test(policy) && !/'unsafe-inline'/.test(policy)) {
    if (response.body && inlineBodies.has(response.body)) {
      warnDeveloper(
        build,
        'A page suspended, and the Content-Security-Policy blocks the inline code that React adds for it. Set Nonce on the context, or wait for everything in entry.server. See framework/docs/security.md#headers-and-a-policy.',
      )
    }
  }
}

function createDefaultApp(pages: Pages): Router {
  const router = createRouter()
  router.map('/*', pages)

  return router
}
