import type { Fetcher } from '../page-protocol/fetcher.ts'
import { createManifest, shopRoutes, type FakeRoute } from '../page-protocol/manifest.fixture.ts'
import type { ManifestRoute, RouteManifest } from '../page-protocol/manifest.ts'
import { createPageMatcher, matchRoot } from '../page-protocol/match-pages.ts'
import type { Snapshot } from '../page-protocol/snapshot.ts'
import type { Submission } from '../page-protocol/submission.ts'
import { takeDataParam } from '../page-protocol/data-url.ts'
import {
  RESPONSE_HEADER,
  VERSION_HEADER,
  type RedirectInstruction,
  type RefusedForm,
} from '../page-protocol/wire.ts'
import type { ClientRouter } from './client-router.ts'
import { createClientRouter } from './create-client-router.ts'
import { createMemoryHistory, type MemoryHistory } from './memory-history.ts'
import type {
  ClientRouterOptions,
  DataRequest,
  LearnFailure,
  PolicyModule,
  RouteSeam,
  Seams,
  SkewRecord,
} from './seams.ts'
import { staticData } from './static-data.ts'

/** A request that waits for the script to respond. */
export interface FakeRequest extends Omit<DataRequest, 'redirect'> {
  /** The page's path, without `_data`. */
  readonly path: string
  /** The loaders asked for; `undefined` for a URL that is no page. */
  readonly ids: readonly string[] | undefined
  /** Responds to GET with these data, by route id. */
  data(results: Record<string, unknown>, version?: string): Promise<void>
  /** Responds with `value` for every loader that was asked for. */
  all(value: unknown): Promise<void>
  /** Responds to an action. */
  action(data: unknown, status?: number): Promise<void>
  /** Refuses a form. */
  invalid(given?: Partial<RefusedForm>): Promise<void>
  redirect(location: string, given?: Partial<RedirectInstruction>): Promise<void>
  /** A route (or, for an action, the action) threw. */
  throws(message: string, id?: string): Promise<void>
  /** The network failed. */
  fail(): Promise<void>
  respond(response: Response | { type: string }): Promise<void>
  /** Responds with this body. */
  envelope(body: unknown, status?: number): Promise<void>
  /** Responds with lines, of which this is the first one. */
  lines(body: unknown): Promise<FakeLines>
}

/** The lines of a response that is not complete yet. */
export interface FakeLines {
  /** Sends one deferred value. */
  send(id: string, name: string, result: { data: unknown } | { error: unknown }): Promise<void>
  /** Sends the last line, and closes the connection. */
  end(): Promise<void>
  /** The connection ends early. */
  cut(): Promise<void>
  /** The connection fails. */
  fail(): Promise<void>
  /** Whether the client does not want the rest. */
  readonly isCancelled: boolean
}

export interface FakeApp {
  router: ClientRouter
  history: MemoryHistory
  /** Requests without a response, oldest first; aborted ones are gone. */
  pending: FakeRequest[]
  /** All requests so far, as `GET /path ids`. */
  log: string[]
  /** The only pending request, or the only one for this path. */
  request(path?: string): FakeRequest
  /** Each transition so far, as `state/type pathname`. */
  transitions: string[]
  /** Each state of the fetcher so far, as `state/type`. */
  fetcherStates(key: string): string[]
  fetcher(key: string): Fetcher | undefined
  snapshot(): Snapshot
  snapshots: Snapshot[]
  modules: FakeModules
  /** Where the browser was sent: `assign /path`. */
  departures: {
    href: string
    how: string
    submission: Submission | undefined
    stay: () => Promise<void>
  }[]
  skew: { record: SkewRecord | undefined; isWritable: boolean }
  clock: { now: number }
  /** For each load, why its loaders run or do not, as `id run reason`. */
  reasons: string[][]
  /** What is being learned about a manifest that is split, by pathname. */
  lessons: Map<string, FakeLesson>
}

/** Routes that the script brings or loses. */
export interface FakeLesson {
  arrive(): Promise<void>
  lose(type: LearnFailure['type']): Promise<void>
}

export interface FakeModules {
  get(id: string): PolicyModule | undefined
  load(route: ManifestRoute): Promise<unknown>
  /** Makes these absent until `arrive` or `lose` is called. */
  remove(...ids: string[]): void
  set(id: string, module: PolicyModule): void
  loading: string[]
  arrive(id: string): Promise<void>
  lose(id: string): Promise<void>
}

export interface FakeAppOptions {
  at?: readonly string[]
  routes?: readonly FakeRoute[]
  manifest?: Partial<RouteManifest>
  skew?: SkewRecord
  /** Whether the history moves later than it is told to, as a browser's does. @default false */
  isHistoryLate?: boolean
  page?: {
    loaderData?: Record<string, unknown>
    actionData?: Record<string, unknown>
    reads?: Record<string, string>
    query?: Record<string, readonly string[]>
    live?: Record<string, number>
  }
  /** What the binding does with a snapshot that should be seen. @default nothing waits */
  painted?: (snapshot: Snapshot) => Promise<void>
  /** Pathnames about which the manifest, which is split, has to learn. @default the manifest is whole */
  unknown?: readonly string[]
  /** Whether its data is in files, as in a static export. @default false */
  isStatic?: boolean
  /** Changes the options of the client router. */
  extend?: (options: ClientRouterOptions) => ClientRouterOptions
}

/** An app on a scripted server: nothing responds until the test says so. */
export function createFakeApp(options: FakeAppOptions = {}): FakeApp {
  const manifest = createManifest(options.routes ?? shopRoutes, options.manifest)
  const history = createMemoryHistory(options.at ?? ['/'])
  if (options.isHistoryLate) {
    const { go } = history
    history.go = (delta) => void setTimeout(go, 0, delta)
  }
  const modules = createFakeModules(Object.keys(manifest.routes))
  const pending: FakeRequest[] = []
  const log: string[] = []
  const skew: FakeApp['skew'] = { record: options.skew, isWritable: true }
  const clock = { now: 1_000_000 }
  const departures: FakeApp['departures'] = []
  const lessons: FakeApp['lessons'] = new Map()
  const reasons: string[][] = []

  const seams: Pick<Seams, 'data' | 'skew'> = {
    data: (request) => createFakeRequest(request, pending, log),
    skew: {
      read: () => skew.record,
      write: (record) => (skew.isWritable ? ((skew.record = record), true) : false),
      clear: () => (skew.record = undefined),
    },
  }

  const { extend = (given) => given } = options
  const extended = extend({
    manifest,
    history,
    modules,
    origin: 'https://shop.test',
    now: () => clock.now,
    ...seams,
    ...(options.isStatic && staticData(manifest, seams)),
    loadDocument: (href, how, submission) =>
      new Promise((resolve) => {
        departures.push({ href, how, submission, stay: () => (resolve(), tick()) })
      }),
    ...(options.painted && { painted: options.painted }),
    explained: (loaders) =>
      reasons.push(loaders.map(({ id, run, reason }) => `${id} ${run ? 'run' : 'keep'} ${reason}`)),
    ...(options.unknown && createFakeRoutes(manifest, new Set(options.unknown), lessons)),
    page: options.page ?? { loaderData: firstData(manifest, history.location.pathname) },
  })
  const router = createClientRouter(extended)

  const snapshots = [router.getSnapshot()]
  router.subscribe((snapshot) => snapshots.push(snapshot))
  const distinct = (texts: string[]): string[] => texts.filter((text, i) => text !== texts[i - 1])

  return {
    router,
    history,
    pending,
    log,
    modules,
    departures,
    skew,
    clock,
    lessons,
    reasons,
    snapshots,
    snapshot: router.getSnapshot,
    fetcher: (key) => router.getSnapshot().fetchers.get(key),
    request(path) {
      const found = path === undefined ? pending : pending.filter((one) => one.path === path)
      if (found.length !== 1) {
        const seen = pending.map((one) => one.url).join(', ') || 'none'
        throw new Error(`Expected one pending request for ${path ?? 'anything'}, saw: ${seen}`)
      }
      return found[0]!
    },
    get transitions() {
      return distinct(
        snapshots.map(({ transition: { state, type, location } }) =>
          location ? `${state}/${type} ${location.pathname}${location.search}` : `${state}`,
        ),
      )
    },
    fetcherStates(key) {
      return distinct(
        snapshots.flatMap(({ fetchers }) => {
          const fetcher = fetchers.get(key)
          return fetcher ? [`${fetcher.state}/${fetcher.type}`] : []
        }),
      )
    },
  }

  function firstData(manifest: RouteManifest, pathname: string): Record<string, unknown> {
    const probe = createClientRouterMatches(manifest, pathname)
    return Object.fromEntries(probe.map((id) => [id, `${id} 0`]))
  }
}

function createClientRouterMatches(manifest: RouteManifest, pathname: string): string[] {
  const matches = createPageMatcher(manifest)(pathname) ?? matchRoot(manifest)
  return matches.filter(({ route }) => route.hasLoader).map(({ id }) => id)
}

function createFakeRequest(
  request: DataRequest,
  pending: FakeRequest[],
  log: string[],
): Promise<Response> {
  const { url: path, ids } = takeDataParam(request.url)
  const line = `${request.method} ${path} ${ids ? `[${ids.join()}]` : 'raw'}`

  return new Promise((resolve, reject) => {
    const settle = (end: () => void): Promise<void> => {
      const at = pending.indexOf(fake)
      if (at !== -1) pending.splice(at, 1)
      end()
      return tick()
    }
    const respond = (body: unknown, status = 200, version = 'v1'): Promise<void> =>
      fake.respond(
        Response.json(body, {
          status,
          headers: { [RESPONSE_HEADER]: 'data', [VERSION_HEADER]: version },
        }),
      )
    const fake: FakeRequest = {
      ...request,
      path,
      ids,
      envelope: respond,
      data: (results, version) =>
        respond(
          Object.fromEntries(Object.entries(results).map(([id, data]) => [id, { data }])),
          200,
          version,
        ),
      all: (value) => fake.data(Object.fromEntries(ids!.map((id) => [id, value]))),
      action: (data, status) => respond({ data }, status),
      invalid: (given) => respond({ invalid: { ran: false, errors: [titleError], ...given } }, 422),
      redirect: (location, given) =>
        respond(
          {
            redirect: {
              location,
              status: 302,
              revalidate: false,
              reload: false,
              replace: false,
              ...given,
            },
          },
          202,
        ),
      throws: (message, id) => {
        const error = { error: { type: 'error', message } }
        return respond(id === undefined ? error : { [id]: error }, 500)
      },
      async lines(body) {
        const { response, lines } = createFakeLines()
        lines.write(body)
        await fake.respond(response)
        await import('./deferred-values.ts') // The first response with lines loads it.
        await tick()
        return lines
      },
      fail: () => settle(() => reject(new TypeError('fetch failed'))),
      respond: (response) => settle(() => resolve(response as Response)),
    }
    if (request.signal.aborted) return reject(request.signal.reason)
    log.push(line)
    pending.push(fake)
    request.signal.addEventListener('abort', () => {
      void settle(() => reject(request.signal.reason))
    })
  })
}

function createFakeLines(): {
  response: Response
  lines: FakeLines & { write(line: unknown): void }
} {
  let controller: ReadableStreamDefaultController<Uint8Array>
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given
    },
    cancel() {
      isCancelled = true
    },
  })
  const unlessCancelled = (change: () => void): Promise<void> => {
    if (!isCancelled) change()
    return tick()
  }
  const write = (line: unknown): void =>
    controller.enqueue(new TextEncoder().encode(`${JSON.stringify(line)}\n`))
  return {
    response: new Response(body, {
      headers: {
        'Content-Type': 'application/jsonl; charset=utf-8',
        [RESPONSE_HEADER]: 'data',
        [VERSION_HEADER]: 'v1',
      },
    }),
    lines: {
      write,
      send: (id, name, result) => unlessCancelled(() => write({ later: [id, name], ...result })),
      end: () =>
        unlessCancelled(() => {
          write({ end: true })
          controller.close()
        }),
      cut: () => unlessCancelled(() => controller.close()),
      fail: () => unlessCancelled(() => controller.error(new TypeError('network error'))),
      get isCancelled() {
        return isCancelled
      },
    },
  }
}

function createFakeRoutes(
  manifest: RouteManifest,
  unknown: Set<string>,
  lessons: FakeApp['lessons'],
): RouteSeam {
  const match = createPageMatcher(manifest)
  const pending = new Map<string, Promise<LearnFailure | undefined>>()
  const start = (pathname: string): Promise<LearnFailure | undefined> => {
    const { promise, resolve } = Promise.withResolvers<LearnFailure | undefined>()
    const end = (failure?: LearnFailure): Promise<void> => {
      lessons.delete(pathname)
      pending.delete(pathname)
      if (!failure) unknown.delete(pathname)
      resolve(failure)
      return tick()
    }
    lessons.set(pathname, {
      arrive: () => end(),
      lose: (type) => end({ type, error: new Error(`No routes: ${type}`) }),
    })
    pending.set(pathname, promise)
    return promise
  }

  return {
    match: (pathname) => (unknown.has(pathname) ? null : match(pathname)),
    learn: ({ pathname }) =>
      unknown.has(pathname) ? (pending.get(pathname) ?? start(pathname)) : undefined,
  }
}

function createFakeModules(ids: readonly string[]): FakeModules {
  const loaded = new Map<string, PolicyModule>(ids.map((id) => [id, {}]))
  const waiting = new Map<string, PromiseWithResolvers<void>>()
  return {
    loading: [],
    get: (id) => loaded.get(id),
    load({ id }) {
      this.loading.push(id)
      const wait = Promise.withResolvers<void>()
      waiting.set(id, wait)
      return wait.promise
    },
    remove: (...absent) => absent.forEach((id) => loaded.delete(id)),
    set: (id, module) => loaded.set(id, module),
    arrive(id) {
      loaded.set(id, {})
      waiting.get(id)?.resolve()
      return tick()
    },
    lose(id) {
      waiting.get(id)!.reject(new TypeError(`Failed to fetch dynamically imported module: ${id}`))
      return tick()
    },
  }
}

/** What is wrong with the forms of the fake app. */
export const titleError: RefusedForm['errors'][number] = {
  in: 'body',
  name: 'title',
  path: ['title'],
  message: 'Enter a title',
}

/** Lets everything that can go on go on. */
export function tick(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/** A form with these fields. */
export function form(fields: Record<string, string> = {}): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return data
}
