import {
  createFetchHandler,
  createRouter,
  type Middleware,
  type RequestContext,
} from '../../router/fetch-router/index.ts'
import { createMemoryStorage } from '../../state/storage/index.ts'
import { cache, type CacheMiddleware, type CacheOptions } from './index.ts'
import type { CacheReport } from './report.ts'

/** What {@link createApp} takes besides the options of `cache()`. */
interface AppOptions extends Partial<CacheOptions> {
  /** Before the cache. */
  before?: readonly Middleware<any>[]
  /** After the cache. */
  after?: readonly Middleware<any>[]
}

/** An app with a cache, and everything that one can see from outside. */
export interface CachedApp {
  /** Sends a request and returns the response. */
  send(path: string, init?: RequestInit): Promise<Response>
  /** Sends a request and returns its text. */
  read(path: string, init?: RequestInit): Promise<string>
  /** How often the handler ran. */
  readonly runs: number
  /** What the cache has reported since this was asked last, without `pass`. */
  takeReports(): CacheReport[]
  /** Why requests passed the cache since this was asked last. */
  takePasses(): string[]
  readonly responses: CacheMiddleware
}

/** Creates an app with one handler behind a cache for `/*`. */
export function createApp(
  handler: (context: RequestContext) => Response | Promise<Response>,
  { before = [], after = [], ...options }: AppOptions = {},
): CachedApp {
  const responses = cache({ storage: createMemoryStorage(), routes: ['/*'], ...options })
  let runs = 0
  let reports: CacheReport[] = []
  let passes: string[] = []
  const router = createRouter({
    observe: [
      {
        event(event) {
          if (event.type !== 'cache') return
          const { result, why, age } = event
          if (result === 'pass') return void passes.push(why!)
          reports.push({
            result,
            ...(why !== undefined && { why }),
            ...(age !== undefined && { age }),
          })
        },
      },
    ],
    middleware: [...before, responses, ...after],
    defaultHandler: (context) => {
      runs++
      return handler(context as RequestContext)
    },
  })
  const handle = createFetchHandler(router, {
    onError: (error) => new Response(String(error), { status: 500 }),
  })
  const send = (path: string, init?: RequestInit) =>
    handle(new Request(`https://example.com${path}`, init))

  return {
    send,
    read: async (path, init) => (await send(path, init)).text(),
    get runs() {
      return runs
    },
    takeReports() {
      const taken = reports
      reports = []
      return taken
    },
    takePasses() {
      const taken = passes
      passes = []
      return taken
    },
    responses,
  }
}

/** Headers with which a response may be stored. */
export const shared = { 'Cache-Control': 's-maxage=60' }
