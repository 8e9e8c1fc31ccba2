import { RESPONSE_HEADER, takeDataParam } from '../client-router/index.ts'
import {
  createFetchHandler,
  createRouter,
  type FetchHandler,
  type RequestContext,
  type Router,
} from '../fetch-router/index.ts'
import { handleIncoming, type IncomingHandler, type IncomingRequest } from '../internal/incoming.ts'
import { keepCookiePrivate } from '../internal/private-response.ts'
import { defaultPolicy, prefetchPolicy, wrapRedirect } from './answer-data.ts'
import { ownBuild, type ServerBuild } from './build.ts'
import { createPagesFor, type Pages } from './create-pages.ts'
import { isRedirect } from './outcome.ts'
import { inlineBodies } from './render.ts'
import { warnDeveloper } from './report.ts'

/** Makes the front router of an app: pages are mounted last. */
export type CreateApp = (pages: Pages) => Router<any> | Promise<Router<any>>

/**
 * The whole app as one fetch handler: the front router around the pages of a build.
 *
 * @param source What the build made
 * @param createApp Makes the front router, once; without it there are only the pages
 * @returns A handler for `serve()` of `framework/node`, Bun, Deno and Workers
 *
 * @example
 * export default { fetch: createHandler(build, (pages) => {
 *   const router = createRouter({ middleware: [logger()] })
 *   router.map('/*', pages)
 *   return router
 * }) }
 */
export function createHandler(
  source: ServerBuild,
  createApp: CreateApp = createDefaultApp,
): FetchHandler {
  const build = ownBuild(source)
  // The routes that a data request names travel beside its Request, so that no URL, header or middleware shows them.
  const dataRequests = new WeakMap<Request, readonly string[]>()
  let pending = 0
  // Nobody looks at the Request of a document unless there is a data request at all: making it would cost something.
  const readIds = (context: RequestContext) =>
    pending > 0 ? dataRequests.get(context.request) : undefined

  const onError = (error: unknown, request: Request): void => {
    if (build.dev && error instanceof Error) build.dev.fixStack?.(error)
    const { handleError } = build.entryServer ?? {}
    if (handleError) handleError(error, { request, params: {} })
    else console.error(error)
  }
  const app = Promise.resolve()
    .then(() => createApp(createPagesFor(build, readIds)))
    .then((router) => createFetchHandler(router, { onError }) as FetchHandler & IncomingHandler)
  let started: (FetchHandler & IncomingHandler) | undefined
  app.then(
    (handler) => (started = handler),
    () => {}, // every request will be told
  )
  const answer = createFetchHandler(async (request) => (await app)(request), { onError })

  async function handleData(request: Request, url: string, ids: readonly string[]) {
    const page = new Request(url, request)
    dataRequests.set(page, ids)
    pending++
    try {
      const response = await answer(page)
      return isRedirect(response) ? wrapRedirect(build, response) : response
    } finally {
      pending--
    }
  }

  const handler = async (request: Request): Promise<Response> => {
    const { url, ids } = readDataUrl(request.url)
    const response = ids ? handleData(request, url, ids) : (started ?? answer)(request)

    return finish(build, await response)
  }

  return Object.assign(handler, {
    async [handleIncoming](incoming: IncomingRequest): Promise<Response> {
      const isPlain = started && handleIncoming in started && !incoming.url.includes('_data')

      return isPlain
        ? finish(build, await started![handleIncoming](incoming))
        : handler(incoming.request)
    },
  } satisfies IncomingHandler)
}

function readDataUrl(url: string): ReturnType<typeof takeDataParam> {
  return url.includes('_data') ? takeDataParam(url) : { url, ids: undefined }
}

/** What holds for every response of the app, whoever made it. */
function finish(build: ServerBuild, response: Response): Response {
  if (build.dev) warnOfHeaders(build, response)
  return keepCookiePrivate(response, statesPolicy)
}

/** Whether the app says who may keep a response. What a data request gets by default does not count. */
function statesPolicy(headers: Headers): boolean {
  const policy = headers.get('Cache-Control')
  if (headers.get(RESPONSE_HEADER) !== 'data') return policy !== null

  return policy !== null && policy !== defaultPolicy && policy !== prefetchPolicy
}

function warnOfHeaders(build: ServerBuild, response: Response): void {
  const { headers } = response
  if (headers.has('Set-Cookie') && /\bpublic\b/i.test(headers.get('Cache-Control') ?? '')) {
    warnDeveloper(
      build,
      'A response sets a cookie and is publicly cacheable: one user would get the cookie of another. Make it private, or do not set the cookie there',
    )
  }

  const policy = headers.get('Content-Security-Policy') ?? ''
  if (/script-src|default-src/.test(policy) && !/'unsafe-inline'/.test(policy)) {
    if (response.body && inlineBodies.has(response.body)) {
      warnDeveloper(
        build,
        'A page suspended under a Content-Security-Policy, and the code that React adds for it will not run: set Nonce on the context, or wait for everything in entry.server',
      )
    }
  }
}

function createDefaultApp(pages: Pages): Router {
  const router = createRouter()
  router.map('/*', pages)

  return router
}
