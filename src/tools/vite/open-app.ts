import type { Router } from '../../router/fetch-router/index.ts'
import { Vary } from '../../http/headers/index.ts'
import { createAnonymousRequest } from '../../internal/exchange/anonymous-run.ts'
import { sendInner } from '../../router/fetch-router/shared.ts'
import { within } from '../../internal/process/promises.ts'
import type { createHandler, ServerBuild } from '../../pages/server/index.ts'
import type { RouterModule } from '../../pages/server/shared.ts'
import { currentReader, nameReaders, type PersonalUse } from './name-readers.ts'

/** The exports of the server's entry in a static export, and of `app.js` in a build with prerendered pages. */
export interface StaticEntry {
  build: ServerBuild
  createHandler: typeof createHandler
  router: RouterModule | undefined
}

/** An app that is open for the requests of a static export. */
export interface OpenApp {
  build: ServerBuild
  handler: AskApp
  /** Returns the unexpected errors of a request, by its pathname. */
  errorsOf(pathname: string): readonly unknown[]
  /** Returns the routes of the front router, such as `GET /health`. */
  frontRoutes(): string[]
}

/**
 * Creates the handler of an app, and notes everything that a static site would not show.
 *
 * @param onPrerender Stores the pages of an app with a server. Without it, the app is a static site
 * @throws {unknown} The error of `createApp` in `app/router.ts`
 */
export async function openApp(
  { build, createHandler, router }: StaticEntry,
  onPrerender?: ServerBuild['onPrerender'],
): Promise<OpenApp> {
  const errors = new Map<string, unknown[]>()
  let front: Router<any> | undefined

  const { entryServer } = build
  const handler = createHandler(
    {
      ...build,
      routes: nameReaders(build.routes),
      ...(onPrerender ? { onPrerender } : { isStatic: true }),
      entryServer: {
        ...entryServer,
        handleError(error, args) {
          const { pathname } = new URL(args.request.url)
          const list = errors.get(pathname)
          if (list) list.push(error)
          else errors.set(pathname, [error])
          if (entryServer?.handleError) entryServer.handleError(error, args)
          else console.error(error)
        },
      },
    },
    router && (async (pages) => (front = await router.default(pages))),
    router,
  )
  await handler.ready

  return {
    build,
    handler: (request) => handler(request),
    errorsOf: (pathname) => errors.get(pathname) ?? [],
    frontRoutes: () =>
      (front?.routes() ?? [])
        .filter(({ kind }) => kind === 'route')
        .map(({ method, pattern }) => `${method} ${pattern}`),
  }
}

/** The parts of an app's response that a file can have. */
export interface AppResponse {
  readonly status: number
  readonly location: string | null
  readonly contentType: string
  readonly policy: string
  readonly body: Uint8Array
  /** Why the response is not the same for every visitor. */
  readonly personal: PersonalUse | undefined
}

export type AskApp = (request: Request) => Response | Promise<Response>

/**
 * Sends a request without a visitor to an app, and reads the whole response.
 *
 * @param handler The whole app
 * @param url An absolute URL
 * @param timeout Milliseconds
 * @throws {Error} If the app takes longer, or the body fails. The message begins with the reason
 */
export function askApp(handler: AskApp, url: string, timeout: number): Promise<AppResponse> {
  return inTime(send(handler, url), 'it', timeout)
}

async function send(handler: AskApp, url: string): Promise<AppResponse> {
  let first: PersonalUse | undefined
  const request = createAnonymousRequest(url, {}, (what) => {
    first ??= { what, reader: currentReader() }
  })
  const response = await sendInner(handler, request)
  const { headers, status } = response
  // The body is read first, because loaders may still run while it is written.
  const body = await response.bytes()

  return {
    status,
    location: headers.get('Location'),
    contentType: headers.get('Content-Type') ?? '',
    policy: headers.get('Content-Security-Policy') ?? '',
    body,
    personal: first ?? findVary(headers.get('Vary')),
  }
}

/** The headers by which hosts choose how to send a file. They are not about the visitor. */
const harmless = ['accept', 'accept-encoding', 'origin']

// Middleware of the front router may read any header. If it sends another page because of a header, it names the header in
// `Vary`.
function findVary(vary: string | null): PersonalUse | undefined {
  const name = Vary.from(vary).names.find((name) => !harmless.includes(name.toLowerCase()))
  return name === undefined ? undefined : { what: `has "Vary: ${name}"`, reader: undefined }
}

/**
 * Waits for a part of a static export, up to a time limit.
 *
 * @param what The part that may take too long, for the message
 * @param timeout Milliseconds
 * @throws {Error} If it takes longer. The message begins with the reason
 */
export function inTime<Value>(
  promise: Promise<Value>,
  what: string,
  timeout: number,
): Promise<Value> {
  return within(promise, timeout, (): never => {
    throw new Error(
      `${what} took longer than ${timeout / 1000} s. Make it faster, or raise static.timeout`,
    )
  })
}
