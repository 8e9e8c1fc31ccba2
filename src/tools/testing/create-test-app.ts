import { isRequest } from '../../internal/exchange/is-fetch-object.ts'
import { isObservable } from '../../router/fetch-router/shared.ts'
import { observeWith } from '../../internal/process/global-keys.ts'
import { recorder, type ServerEvent } from '../../edges/observe/index.ts'
import { checkFlags, checkOptions, invariant, showValue } from '../../internal/guards/check.ts'
import { isHttp } from '../../internal/http/http.ts'
import type { ServerBuild } from '../../pages/server/index.ts'
import { reportingBuild } from './reporting-build.ts'
import { beginWork, type Work } from './begin-work.ts'
import { callHandler, createSend, type CallApp } from './send.ts'
import type { ProjectSource } from './vite-app.ts'
import { createVisitor, type Visitor, type VisitorOptions } from './visitor.ts'

/** A function that handles requests, with the further arguments that a runtime passes. */
export type TestHandler<Args extends readonly unknown[] = []> = (
  request: Request,
  ...args: Args
) => Response | Promise<Response>

/** Options for {@link createTestApp}. */
export interface TestAppOptions<Args extends readonly unknown[] = []> {
  /**
   * The origin of the app. Paths are resolved against it.
   *
   * @default 'http://localhost'
   */
  readonly origin?: string | undefined
  /**
   * The further arguments of a fetch handler, such as the `env` of a Worker. `provide` of `app/router.ts` gets them.
   *
   * @default []
   */
  readonly args?: Args | undefined
  /**
   * The clock of the visitors' cookies.
   *
   * @default Date.now
   */
  readonly now?: (() => number) | undefined
  /**
   * How an unexpected error of a router or a page is handled: the call in the test rejects (`throw`), or the test gets the
   * 500 (`respond`).
   *
   * @default 'throw'
   */
  readonly errors?: 'throw' | 'respond' | undefined
  /**
   * Whether to call `start` of `app/router.ts`, as a server does. `close()` of the test app ends its work.
   *
   * @default false
   */
  readonly start?: boolean | undefined
}

/** An app in a test. */
export interface TestApp {
  /**
   * Sends one request, without cookies and without following redirects.
   *
   * @param input A path, a URL or a request
   * @param init The options of `fetch`
   */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
  /** Creates a visitor: a browser without JavaScript, with separate cookies. */
  visitor(options?: VisitorOptions): Visitor
  /**
   * The last 1000 events of the app, oldest first: requests, loaders, actions, renders and errors. A handler that is not
   * made from a router has no events.
   *
   * @example
   * await ada.visit('/books')
   * const loaders = app.events.filter(({ type, phase }) => type === 'loader' && phase === 'start')
   */
  readonly events: readonly ServerEvent[]
  /**
   * Ends the work of `start`, and closes everything that the test app has opened, such as Vite. If the work has failed, it
   * rejects, unless `errors` is `respond`.
   */
  close(): Promise<void>
}

/**
 * A `ServerBuild` of `framework/server`. The type is repeated here, so that a project without React does not need React's
 * types.
 */
export interface TestBuild {
  readonly manifest: object
  readonly manifestUrl: string
  readonly routes: object
  readonly clientEntry: object
  readonly basename: string
}

/** The source of {@link createTestApp}: a router or another object with `fetch`, a fetch handler, a build, or a project. */
export type TestSource<Args extends readonly unknown[] = []> =
  | TestHandler<Args>
  | { fetch: TestHandler<Args> }
  | TestBuild
  | ProjectSource

/** The {@link TestAppOptions}. They are required if the handler has further arguments. */
export type TestAppArgs<Args extends readonly unknown[]> = [] extends Args
  ? [options?: TestAppOptions<Args>]
  : [options: TestAppOptions<Args> & { readonly args: Args }]

/**
 * Creates an app for tests, which use it as people do: with paths, links and forms. It needs no server.
 *
 * @param source A router, a fetch handler, a build, or `{ root }`: a project, which Vite opens in memory
 * @param options The origin of the app, and how to handle errors
 * @returns The app, and visitors of it
 * @throws {TypeError} If the source has another type, or an option is unknown
 *
 * @example
 * const app = await createTestApp(router)
 * const page = await app.visitor().visit('/login')
 * const account = await page.submit({ Email: 'ada@example.com', Password: 'secret' })
 */
export async function createTestApp<Args extends readonly unknown[] = []>(
  source: TestSource<Args>,
  ...[options = {}]: TestAppArgs<Args>
): Promise<TestApp> {
  checkOptions('createTestApp()', options as TestAppOptions<Args>, 'origin args now errors start')
  checkFlags('createTestApp()', { start: options.start })
  const { now = Date.now, errors = 'throw', args } = options
  const origin = readOrigin(options.origin)
  invariant(
    errors === 'throw' || errors === 'respond',
    `createTestApp() takes 'throw' or 'respond' as \`errors\`, not ${showValue(errors)}`,
  )
  const { call, close, observable } = await openSource(source, args)
  const send = createSend(call, errors)
  const recorded = recorder()
  // The handler of a Worker is in an object with `fetch`. A handler that is not made from a router has no events.
  const observed = [observable, (observable as { fetch?: unknown }).fetch].find(isObservable)
  const stop = observed?.[observeWith](recorded)
  const work = options.start ? await beginOrClose() : undefined

  return {
    get events() {
      return recorded.events
    },
    async fetch(input, init) {
      const url = new URL(isRequest(input) ? input.url : input, origin)
      const request = isRequest(input) ? new Request(input, init) : undefined
      return send(url, request ?? init ?? {}, '127.0.0.1')
    },
    visitor: (visitorOptions = {}) => createVisitor(send, origin, now, visitorOptions),
    async close() {
      try {
        await work?.end()
      } finally {
        stop?.()
        await close()
      }
    },
  }

  async function beginOrClose(): Promise<Work> {
    try {
      return beginWork(observable, origin, errors)
    } catch (error) {
      await close()
      throw error
    }
  }
}

function readOrigin(given = 'http://localhost'): string {
  const url = URL.parse(given)
  invariant(
    isHttp(url) && url.href === `${url.origin}/`,
    `createTestApp() takes an origin such as "https://example.com", not ${showValue(given)}`,
  )
  return url.origin
}

/** How to call an app, and how to close it. */
interface OpenSource {
  readonly call: CallApp
  readonly close: () => Promise<void>
  /** The router, or the handler around it. */
  readonly observable: object
}

function inMemory(call: CallApp, observable: object): OpenSource {
  return { call, close: async () => {}, observable }
}

async function openSource<Args extends readonly unknown[]>(
  source: TestSource<Args>,
  args: Args | undefined,
): Promise<OpenSource> {
  if (typeof source === 'function') {
    // Only the handler of a whole app has this promise.
    await (source as { ready?: Promise<void> }).ready
    return inMemory(callHandler(withArgs(source, args)), source)
  }
  if (typeof source === 'object' && source !== null) {
    if ('fetch' in source && typeof source.fetch === 'function') {
      // Without further arguments, a router is called as a server calls it.
      if (args === undefined)
        return inMemory(callHandler(source as object as { fetch: TestHandler }), source)
      const fetch: TestHandler<Args> = (request, ...rest) => source.fetch(request, ...rest)
      return inMemory(callHandler(withArgs(fetch, args)), source)
    }
    if ('manifest' in source && 'routes' in source) {
      return openBuild(source as TestBuild as ServerBuild)
    }
    if ('root' in source) {
      // Only projects need Vite.
      const { openProject } = await import('./vite-app.ts').catch((cause: unknown) => {
        throw new Error('Cannot open a project without Vite. Run: npm install -D vite', { cause })
      })
      return openProject(source, args ?? [])
    }
  }
  throw new TypeError(
    `createTestApp() takes a router, a fetch handler, a build or { root }, not ${showValue(source)}`,
  )
}

function withArgs<Args extends readonly unknown[]>(
  handler: TestHandler<Args>,
  args: Args | undefined,
): TestHandler {
  return (request) => handler(request, ...(args ?? ([] as unknown as Args)))
}

async function openBuild(source: ServerBuild): Promise<OpenSource> {
  // A project without pages has no React.
  const { createHandler } = await import('../../pages/server/index.ts')
  const { build, call } = reportingBuild(source)
  const handler = createHandler(build)
  await handler.ready
  return inMemory(call(handler), handler)
}
