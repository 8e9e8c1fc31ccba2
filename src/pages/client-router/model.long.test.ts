import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createManifest, shopRoutes } from '../page-protocol/manifest.fixture.ts'
import { createPageMatcher } from '../page-protocol/match-pages.ts'
import type { Snapshot } from '../page-protocol/snapshot.ts'
import { IDLE } from '../page-protocol/transition.ts'
import type { DataResponse } from '../page-protocol/wire.ts'
import { takeDataParam } from '../page-protocol/data-url.ts'
import { RESPONSE_HEADER, VERSION_HEADER } from '../page-protocol/wire.ts'
import type { ClientRouter } from './client-router.ts'
import { createClientRouter } from './create-client-router.ts'
import { form } from './fake-app.fixture.ts'
import { hrefOf, pathOf } from './href.ts'
import { createMemoryHistory, type MemoryHistory } from './memory-history.ts'
import type { DataRequest, LearnFailure } from './seams.ts'

const hrefs = [
  '/',
  '/#top',
  '/books',
  '/books?q=1',
  '/books?index',
  '/books#list',
  '/books/dune',
  '/books/dune/reviews',
  '/books/emma',
  '/cart',
  '/login',
  '/about',
  '/api/likes',
  '/nowhere',
]
const keys = ['f', 'g', 'h']

const anyHref = fc.constantFrom(...hrefs)
const anyKey = fc.constantFrom(...keys)
const anyMethod = fc.constantFrom('get', 'post', 'put', 'patch', 'delete')
const anyIndex = fc.nat({ max: 5 })

const anyResponse = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ type: 'ok' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('redirect' as const),
      location: fc.oneof(anyHref, fc.constantFrom('https://other.test/', 'javascript:x')),
      status: fc.constantFrom(302, 303, 307),
      revalidate: fc.boolean(),
      reload: fc.boolean(),
      replace: fc.boolean(),
    }),
  },
  fc.constantFrom(
    { type: 'throw' as const },
    { type: 'network' as const },
    { type: 'proxy' as const },
    { type: 'opaque' as const },
    { type: 'missing' as const },
    { type: 'newBuild' as const },
  ),
)
type ScriptedResponse = typeof anyResponse extends fc.Arbitrary<infer Value> ? Value : never

const anyStep = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('navigate' as const),
      href: anyHref,
      replace: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('submit' as const), href: anyHref, method: anyMethod }),
  },
  fc.record({ do: fc.constant('go' as const), delta: fc.constantFrom(-2, -1, 1) }),
  fc.record({ do: fc.constantFrom('revalidate' as const, 'abandon' as const) }),
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('load' as const), key: anyKey, href: anyHref }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('fetcherSubmit' as const),
      key: anyKey,
      href: anyHref,
      method: anyMethod,
    }),
  },
  fc.record({ do: fc.constant('reset' as const), key: anyKey }),
  fc.record({ do: fc.constant('toggle' as const), key: anyKey }),
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('respond' as const),
      index: anyIndex,
      response: anyResponse,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('module' as const),
      index: anyIndex,
      arrives: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('learn' as const),
      index: anyIndex,
      result: fc.constantFrom('known' as const, 'missing' as const, 'error' as const),
    }),
  },
  fc.record({ do: fc.constant('stay' as const), index: anyIndex }),
  fc.record({ do: fc.constant('block' as const), isBlocking: fc.boolean() }),
  fc.record({ do: fc.constant('unblock' as const), proceeds: fc.boolean() }),
)
type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never

interface Pending {
  /** The order in which requests were made: of two data, the one with the higher number is fresher. */
  number: number
  request: DataRequest
  resolve(response: DataResponse): void
  reject(reason: unknown): void
}

/** A server whose every response is the number of its request. */
class World {
  readonly router: ClientRouter
  readonly history: MemoryHistory = createMemoryHistory(['/cart', '/books', '/'])
  pending: Pending[] = []
  imports: { id: string; settle: (isThere: boolean) => void }[] = []
  departures: (() => void)[] = []
  lessons: ((failed?: LearnFailure) => void)[] = []
  mounted = new Set<string>()
  isBlocking = false
  requests = 0
  /** The pathname of each request. */
  pathnames: string[] = ['/']
  /** Data older than this does not know what the last mutation did; 0 when a failure excuses it. */
  mutatedAt = 0
  seen: { snapshot: Snapshot; text: string }[] = []
  checked = 0

  /**
   * @param absent Modules that are not loaded yet
   * @param given Pathnames whose routes are not known yet
   */
  constructor(absent: readonly string[], given: readonly string[]) {
    const manifest = createManifest(shopRoutes)
    const match = createPageMatcher(manifest)
    const unknown = new Set(given)
    const loaded = new Map(Object.keys(manifest.routes).map((id) => [id, {}]))
    for (const id of absent) loaded.delete(id)

    this.router = createClientRouter({
      manifest,
      history: this.history,
      match: (pathname) => (unknown.has(pathname) ? null : match(pathname)),
      learn: ({ pathname }) =>
        unknown.has(pathname)
          ? new Promise((resolve) => {
              this.lessons.push((failed) => {
                if (!failed) unknown.delete(pathname)
                resolve(failed)
              })
            })
          : undefined,
      data: (request) => this.#receive(request),
      modules: {
        get: (id) => loaded.get(id),
        load: ({ id }) =>
          new Promise((resolve, reject) => {
            const settle = (isThere: boolean): void => {
              if (isThere) loaded.set(id, {})
              if (isThere) resolve(undefined)
              else reject(new Error('gone'))
            }
            this.imports.push({ id, settle })
          }),
      },
      loadDocument: () => new Promise((resolve) => this.departures.push(resolve)),
      skew: { read: () => undefined, write: () => true, clear: () => undefined },
      page: { loaderData: { root: 0, home: 0 } },
    })
    this.router.block(() => this.isBlocking)
    this.router.subscribe((snapshot) => {
      this.seen.push({ snapshot, text: describeSnapshot(snapshot) })
    })
  }

  #receive(request: DataRequest): Promise<DataResponse> {
    return new Promise((resolve, reject) => {
      // As `fetch` does.
      if (request.signal.aborted) return reject(request.signal.reason)
      const pending = { number: ++this.requests, request, resolve, reject }
      this.pending.push(pending)
      this.pathnames.push(new URL(request.url, 'http://localhost').pathname)
      request.signal.addEventListener('abort', () => {
        this.pending = this.pending.filter((one) => one !== pending)
        reject(request.signal.reason)
      })
    })
  }

  respond({ number, request, resolve, reject }: Pending, response: ScriptedResponse): void {
    this.pending = this.pending.filter((one) => one.number !== number)
    const { ids } = takeDataParam(request.url)
    const isMutation = request.method !== 'GET'
    const isFailure =
      ['throw', 'network', 'proxy', 'missing'].includes(response.type) ||
      (response.type === 'redirect' && response.location === 'javascript:x')
    if (isFailure) this.mutatedAt = 0
    else if (isMutation && response.type !== 'opaque') this.mutatedAt = this.requests

    if (response.type === 'network') return reject(new TypeError('fetch failed'))
    if (!ids) {
      return resolve(response.type === 'proxy' ? respond('<h1>', 502) : respond(number, 200))
    }
    if (response.type === 'opaque') return resolve(respond('', 0, 'opaqueredirect'))
    if (response.type === 'proxy') return resolve(respond('<h1>', 502))
    if (response.type === 'redirect') {
      const { type: _, ...redirect } = response
      return resolve(respond({ redirect }, 202))
    }
    const result =
      response.type === 'throw' ? { error: { type: 'error', message: 'x' } } : { data: number }
    const version = response.type === 'newBuild' ? 'v2' : 'v1'
    if (isMutation)
      return resolve(respond(response.type === 'missing' ? {} : result, 200, 'basic', version))
    const known = response.type === 'missing' ? [] : ids
    const status = response.type === 'throw' ? 500 : 200
    resolve(respond(Object.fromEntries(known.map((id) => [id, result])), status, 'basic', version))
  }

  run(step: Step): void {
    const { router } = this
    switch (step.do) {
      case 'navigate':
        return void router.navigate(step.href, { replace: step.replace })
      case 'submit':
        return void router.submit({
          action: step.href,
          method: step.method,
          formData: form({ a: '1' }),
        })
      case 'go':
        return this.history.go(step.delta)
      case 'revalidate':
        return void router.revalidate()
      case 'abandon':
        return router.abandon()
      case 'load':
        return void router.fetcherLoad(step.key, step.href, 'root')
      case 'fetcherSubmit':
        return void router.fetcherSubmit(
          step.key,
          { action: step.href, method: step.method, formData: form() },
          'root',
        )
      case 'reset':
        return router.fetcherReset(step.key)
      case 'toggle':
        if (this.mounted.delete(step.key)) return router.fetcherUnmount(step.key)
        this.mounted.add(step.key)
        return router.fetcherMount(step.key, 'home')
      case 'respond': {
        const pending = this.pending[step.index % this.pending.length]
        return pending && this.respond(pending, step.response)
      }
      case 'module': {
        const [one] = this.imports.splice(step.index % Math.max(1, this.imports.length), 1)
        return one?.settle(step.arrives)
      }
      case 'learn': {
        const [learned] = this.lessons.splice(step.index % Math.max(1, this.lessons.length), 1)
        if (step.result === 'known') return learned?.()
        this.mutatedAt = 0
        return learned?.({ type: step.result, error: new Error('x') })
      }
      case 'stay':
        return this.departures.splice(step.index % Math.max(1, this.departures.length), 1)[0]?.()
      case 'block':
        this.isBlocking = step.isBlocking
        return
      case 'unblock': {
        const { blocker } = router.getSnapshot()
        if (blocker.state !== 'blocked') return
        this.isBlocking = false
        return step.proceeds ? blocker.proceed() : blocker.reset()
      }
    }
  }

  /** Responds to everything until nothing is left. */
  async drain(): Promise<void> {
    for (let rounds = 0; rounds < 60; rounds++) {
      const { blocker } = this.router.getSnapshot()
      if (blocker.state === 'blocked') blocker.reset()
      for (const pending of this.pending) this.respond(pending, { type: 'ok' })
      for (const one of this.imports.splice(0)) one.settle(true)
      for (const stay of this.departures.splice(0)) stay()
      for (const learned of this.lessons.splice(0)) learned()
      await settle()
      const { pending, imports, departures, lessons } = this
      if (pending.length + imports.length + departures.length + lessons.length === 0) return
    }
    throw new Error('The client router never comes to rest')
  }
}

describe('the client router', () => {
  it('keeps its promises whatever happens, in whatever order', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    await fc.assert(
      fc.asyncProperty(
        fc.subarray(['books', 'book', 'cart', 'login'], { maxLength: 2 }),
        // Most apps have a manifest that is whole.
        fc.oneof(fc.constant([]), fc.subarray(['/books', '/books/dune', '/cart', '/nowhere'])),
        fc.array(anyStep, { maxLength: 40, size: 'max' }),
        async (absent, unknown, steps) => {
          const world = new World(absent, unknown)
          for (const step of steps) {
            world.run(step)
            await settle()
            checkRest(world)
          }
          await world.drain()
          checkRest(world)
          checkEnd(world)
        },
      ),
      { numRuns: 400 },
    )
    logged.mockRestore()
  })
})

/** What holds for every snapshot. */
function checkSnapshot({ pathnames, router }: World, snapshot: Snapshot): void {
  const { errors, fetchers, loaderData, location, matches, transition } = snapshot
  expect(Object.isFrozen(snapshot)).toBe(true)

  const ids = matches.map(({ id }) => id)
  expect(router.match(location.pathname)!.map(({ id }) => id)).toEqual(ids)
  for (const id of [...Object.keys(loaderData), ...Object.keys(errors ?? {})])
    expect(ids).toContain(id)

  // Each route shows what was loaded for its own pathname.
  for (const { id, pathname } of matches) {
    const source = loaderData[id] === undefined ? undefined : pathnames[loaderData[id] as number]!
    const loaded = source && router.match(source)!.find((match) => match.id === id)
    if (loaded) expect(loaded.pathname).toBe(pathname)
  }

  // No mixture of an old submission and a new location.
  if (transition.state === 'idle') expect(transition).toBe(IDLE)
  else if (/Submission$|Reload$/.test(transition.type)) {
    expect(transition.submission!.action).toBe(pathOf(transition.location))
  }

  for (const { state, type, submission, data } of fetchers.values()) {
    expect(submission !== undefined).toBe(state === 'submitting')
    if (state === 'submitting' || type === 'init' || type === 'actionRedirect') {
      expect(data).toBeUndefined()
    }
  }
}

/** What holds between two snapshots: what stays on the page never becomes older. */
function checkFreshness(before: Snapshot, after: Snapshot): void {
  for (const { id, pathname } of after.matches) {
    const isKept = before.matches.some((match) => match.id === id && match.pathname === pathname)
    const [old, now] = [before.loaderData[id], after.loaderData[id]]
    if (isKept && old !== undefined && now !== undefined)
      expect(now).toBeGreaterThanOrEqual(old as number)
  }
  for (const [key, { data }] of after.fetchers) {
    const old = before.fetchers.get(key)?.data
    if (old !== undefined && data !== undefined) expect(data).toBeGreaterThanOrEqual(old as number)
  }
}

/** What holds whenever the client router waits. */
function checkRest(world: World): void {
  const { departures, history, imports, lessons, pending, router, seen } = world
  for (; world.checked < seen.length; world.checked++) {
    const { snapshot } = seen[world.checked]!
    checkSnapshot(world, snapshot)
    if (world.checked > 0) checkFreshness(seen[world.checked - 1]!.snapshot, snapshot)
  }

  const { blocker, fetchers, location, revalidation, transition } = router.getSnapshot()
  const isIdle =
    transition.state === 'idle' &&
    revalidation === 'idle' &&
    [...fetchers.values()].every(({ state }) => state === 'idle')
  if (isIdle) expect(pending).toEqual([])
  else {
    const waiting = [...pending, ...imports, ...departures, ...lessons]
    expect(waiting.length).toBeGreaterThan(0)
  }

  if (transition.state === 'idle' && departures.length === 0 && blocker.state !== 'proceeding') {
    expect(hrefOf(history.location)).toBe(hrefOf(location))
  }
}

/** What holds when every request got its response: everything ended, the page is newer than the last mutation. */
function checkEnd(world: World): void {
  const { errors, fetchers, loaderData, matches, revalidation, transition } =
    world.router.getSnapshot()
  expect(transition).toBe(IDLE)
  expect(revalidation).toBe('idle')
  for (const { state } of fetchers.values()) expect(state).toBe('idle')
  for (const key of fetchers.keys()) expect(world.mounted).toContain(key)

  if (!errors) {
    for (const { id, route } of matches) {
      if (!route.hasLoader) continue
      expect(loaderData).toHaveProperty(id)
      if (world.mutatedAt > 0) expect(loaderData[id]).toBeGreaterThan(world.mutatedAt)
    }
  }
  for (const { snapshot, text } of world.seen) expect(describeSnapshot(snapshot)).toBe(text)
}

function describeSnapshot(snapshot: Snapshot): string {
  return JSON.stringify({
    ...snapshot,
    fetchers: [...snapshot.fetchers],
    matches: snapshot.matches.length,
  })
}

function respond(body: unknown, status: number, type = 'basic', version = 'v1'): DataResponse {
  const headers = new Map([
    [RESPONSE_HEADER, status === 502 ? '' : 'data'],
    [VERSION_HEADER, version],
    ['Content-Type', 'application/json'],
  ])
  return {
    status,
    statusText: '',
    type,
    headers: { get: (name) => headers.get(name) ?? null },
    text: async () => (typeof body === 'string' ? body : JSON.stringify(body)),
  }
}

/** Lets everything that can go on go on. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 30; turns++) await Promise.resolve()
}
