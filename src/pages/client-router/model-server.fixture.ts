import * as fc from 'fast-check'
import type { LoaderVerdict, Verdict, Verdicts } from '../page-protocol/loader-reasons.ts'
import { createManifest, shopRoutes } from '../page-protocol/manifest.fixture.ts'
import { actionTarget, createPageMatcher, type PageMatch } from '../page-protocol/match-pages.ts'
import { takeDataParam } from '../page-protocol/data-url.ts'
import { RESPONSE_HEADER, VERSION_HEADER, type DataResponse } from '../page-protocol/wire.ts'
import type { ClientRouter } from './client-router.ts'
import { createClientRouter } from './create-client-router.ts'
import { form } from './fake-app.fixture.ts'
import { createFakeBrowser, type FakeBrowser, type FakeSource } from './fake-browser.fixture.ts'
import { hrefOf, pathOf } from './href.ts'
import { createMemoryHistory, type MemoryHistory } from './memory-history.ts'
import { isSameData } from './commit-page.ts'
import type { DataRequest } from './seams.ts'

const hrefs = [
  '/',
  '/books',
  '/books?q=1',
  '/books?q=2&page=2',
  '/books/dune',
  '/books/dune?q=1',
  '/books/dune/reviews',
  '/books/emma',
  '/books/emma/reviews#top',
  '/cart',
  '/login',
  '/about',
]
const tags = ['books', 'book:dune', 'book:emma', 'reviews:dune', 'cart:0', 'cart:1']

/** What a mutation does, and what the server says. */
interface Effect {
  href: string
  writes: readonly string[]
  isDeclared: boolean
  isLogin: boolean
  response: 'data' | 'redirect' | 'cookie' | 'invalid' | 'error' | 'network' | 'lost'
  target: string
  /** Whether an interrupted mutation has run. */
  hasRun: boolean
  /** Whether the response brings the page that follows, and whether it arrives later than that page was loaded. */
  trip: 'none' | 'fast' | 'slow'
}

/** Whether the responses of forms bring the page that follows. */
export type OneTrip = 'on' | 'off' | 'random'

type Step =
  | { do: 'navigate'; href: string }
  | { do: 'submit'; effect: Effect }
  | { do: 'fetcherSubmit'; key: string; effect: Effect }
  | { do: 'go'; delta: number }
  | { do: 'abandon' }
  | { do: 'load'; key: string; href: string }
  | { do: 'reset'; key: string }
  /** Someone else changes data, and the page hears of it. */
  | { do: 'hear'; writes: readonly string[] }
  /** Someone else changes data. Only the stream of a live page tells. */
  | { do: 'write'; writes: readonly string[] }
  | { do: 'tell' | 'hide' | 'show' | 'cut' }
  | { do: 'wait'; time: number }
  /** `isEarly`: a loader read its data when the request was sent, and not when the response was. */
  | { do: 'respond'; index: number; isEarly: boolean; fails: boolean }

/**
 * Random things that one visitor does, and random responses.
 *
 * @param maxLength How many
 * @param visited The pages that the visitor sees
 * @param isLive Whether there are live pages, so that others change data too
 */
export function anySequence(
  maxLength: number,
  visited: readonly string[] = hrefs,
  isLive = false,
): fc.Arbitrary<Step[]> {
  const anyHref = fc.constantFrom(...visited)
  const key = fc.constantFrom('f', 'g')
  const effect: fc.Arbitrary<Effect> = fc.record({
    href: anyHref,
    writes: fc.subarray(tags, { maxLength: 3 }),
    isDeclared: fc.boolean(),
    isLogin: rarely(5),
    response: fc.oneof(
      { weight: 4, arbitrary: fc.constant('data' as const) },
      { weight: 3, arbitrary: fc.constant('redirect' as const) },
      fc.constantFrom('invalid' as const, 'cookie' as const),
      fc.constantFrom('error' as const, 'network' as const, 'lost' as const),
    ),
    target: anyHref,
    hasRun: fc.boolean(),
    trip: fc.constantFrom('none', 'fast', 'slow'),
  })
  const is = <Name extends string>(...names: Name[]): fc.Arbitrary<Name> =>
    fc.constantFrom(...names)
  const anyStep: fc.Arbitrary<Step> = fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: is('navigate'), href: anyHref }) },
    { weight: 2, arbitrary: fc.record({ do: is('submit'), effect }) },
    { weight: 3, arbitrary: fc.record({ do: is('fetcherSubmit'), key, effect }) },
    fc.record({ do: is('go'), delta: fc.constantFrom(-1, 1) }),
    fc.record({ do: is('abandon') }),
    fc.record({ do: is('load'), key, href: anyHref }),
    fc.record({ do: is('reset'), key }),
    fc.record({ do: is('hear'), writes: fc.subarray(tags, { maxLength: 3 }) }),
    {
      weight: isLive ? 3 : 0,
      arbitrary: fc.record({ do: is('write'), writes: fc.subarray(tags, { maxLength: 2 }) }),
    },
    { weight: isLive ? 4 : 0, arbitrary: fc.record({ do: is('tell', 'hide', 'show', 'cut') }) },
    {
      weight: isLive ? 4 : 0,
      arbitrary: fc.record({ do: is('wait'), time: fc.constantFrom(500, 1000, 6000, 40_000) }),
    },
    {
      weight: 12,
      arbitrary: fc.record({
        do: is('respond'),
        index: fc.nat({ max: 5 }),
        isEarly: fc.boolean(),
        fails: rarely(15),
      }),
    },
  )
  return fc.array(anyStep, { maxLength, size: 'max' })
}

function rarely(weight: number): fc.Arbitrary<boolean> {
  return fc.oneof({ weight, arbitrary: fc.constant(false) }, fc.constant(true))
}

/** What the server knows: a number for each tag, one for everything, and who the visitor is. */
interface State {
  tags: Readonly<Record<string, number>>
  version: number
  user: number
}

interface Pending {
  request: DataRequest
  state: State
  effect: Effect | undefined
  /** Sends a response that is on its way. */
  arrive?: () => void
  resolve(response: DataResponse): void
  reject(reason: unknown): void
}

// The page `about` has fields, and no loader.
const manifest = createManifest(
  shopRoutes.map((route) => (route.id === 'about' ? { ...route, hasFields: true } : route)),
)
/** The same app, whose page of a book is live. */
const liveManifest: typeof manifest = {
  ...manifest,
  routes: { ...manifest.routes, book: { ...manifest.routes['book']!, live: true } },
}
const match = createPageMatcher(manifest)

/** What a loader reads, or `undefined` if its route does not declare it. */
function readsOf({ id, params }: PageMatch, { user }: State): string[] | undefined {
  switch (id) {
    case 'home':
    case 'books':
    case 'shelf':
      return ['books']
    case 'book':
      return ['books', `book:${params.slug}`]
    case 'reviews':
      return [`reviews:${params.slug}`]
    case 'cart':
      return [`cart:${user}`]
  }
  return undefined
}

const queryOf: Readonly<Record<string, readonly string[]>> = { books: [], shelf: ['q'] }

/** What the loader of a match returns: a text that differs whenever what it reads does. */
function runLoader(one: PageMatch, search: string, state: State): string {
  const tags = readsOf(one, state)
  const names = queryOf[one.id]
  const query = new URLSearchParams(search)
  const seen = names ? names.map((name) => query.getAll(name)) : search
  const read = tags ? tags.map((tag) => [tag, state.tags[tag] ?? 0]) : [state.version, state.user]
  return JSON.stringify([one.id, one.pathname, seen, read])
}

const digests = new Map<string, string>()

/** What the client gets instead of the tags. */
function digestOf(one: PageMatch, state: State): string | undefined {
  const tags = readsOf(one, state)
  if (!tags) return undefined
  const text = JSON.stringify([one.id, ...tags])
  if (!digests.has(text)) digests.set(text, String(digests.size).padStart(12, 'd'))
  return digests.get(text)
}

/** A visitor with a client router, and a server that only this visitor changes. */
export class ModelVisitor {
  readonly history: MemoryHistory
  readonly router: ClientRouter
  readonly explained: (readonly LoaderVerdict[])[] = []
  state: State = { tags: {}, version: 0, user: 0 }
  pending: Pending[] = []
  /** Whether something failed or was interrupted, so that the page may be old until the next load. */
  isExcused = false
  readonly mistakes: string[] = []
  /** Where live pages run, if there are any. */
  readonly browser: FakeBrowser | undefined
  /** When others last wrote each tag. */
  #log = new Map<string, number>()
  /** The streams that were told once, with the stale routes that were not told yet and when the first became stale. */
  #streams = new Map<FakeSource, { stale: Set<string>; since: number }>()
  #effects: Effect[] = []
  /** What each `load` fetcher loads. */
  #loads = new Map<string, string>()
  /** Whether a mutation has ended or was interrupted. From then on, the client router does not trust the HTTP cache. */
  #hasMutated = false
  /**
   * The browser's HTTP cache, in which every response may stay for ever. Before the first mutation, the client router
   * trusts it, so it may hide what others have changed. Therefore it has nothing old until then.
   */
  #cache = new Map<string, unknown>()

  readonly #oneTrip: OneTrip
  /** How many pages came with the response of a form. */
  carried = 0

  constructor(
    at = '/',
    { isLive = false, oneTrip = 'random' }: { isLive?: boolean; oneTrip?: OneTrip } = {},
  ) {
    this.#oneTrip = oneTrip
    this.browser = isLive ? createFakeBrowser('h2', null, () => this.#serve()) : undefined
    this.history = createMemoryHistory(['/cart', '/books', at])
    this.router = createClientRouter({
      manifest: isLive ? liveManifest : manifest,
      history: this.history,
      ...(this.browser && {
        // Only the stream keeps it true.
        live: { window: this.browser.window, maxAge: 1e9 },
        now: () => this.browser!.clock.now,
      }),
      modules: { get: () => ({}), load: async () => ({}) },
      data: (request) => this.#receive(request),
      loadDocument: async () => {},
      skew: { read: () => undefined, write: () => false, clear: () => undefined },
      page: {
        loaderData: this.document(at),
        reads: Object.fromEntries(
          match(at)!.flatMap((one) => {
            const reads = digestOf(one, this.state)
            return reads ? [[one.id, reads]] : []
          }),
        ),
        query: queryOf,
        live: { root: 0, books: 0, book: 0, reviews: 0 },
      },
      explained: (loaders) => {
        this.explained.push(loaders)
        this.#checkKept(loaders)
      },
    })
    for (const key of ['f', 'g']) this.router.fetcherMount(key, 'root')
  }

  /** The `load` fetchers whose data is old. */
  oldFetchers(): string[] {
    const { fetchers } = this.router.getSnapshot()
    return [...this.#loads].flatMap(([key, href]) => {
      const { pathname, search } = new URL(href, 'http://localhost')
      const one = actionTarget(match(pathname)!, search)
      const fresh = one.route.hasLoader ? runLoader(one, search, this.state) : undefined
      const { data, type } = fetchers.get(key)!
      return !fresh || (type === 'done' && data === fresh)
        ? []
        : [`${key} ${type} ${data} ${fresh}`]
    })
  }

  /** A loader that is kept after a mutation reads nothing that was written. */
  #checkKept(loaders: readonly LoaderVerdict[]): void {
    const { loaderData, location } = this.router.getSnapshot()
    const fresh = this.document(hrefOf(location))
    for (const { id, reason } of loaders) {
      if (reason === 'unwritten' && loaderData[id] !== fresh[id]) {
        this.mistakes.push(`${id} was kept: ${String(loaderData[id])}, not ${String(fresh[id])}`)
      }
    }
  }

  /** The data of a new document at `href`. */
  document(href: string): Record<string, unknown> {
    const { pathname, search } = new URL(href, 'http://localhost')
    return Object.fromEntries(
      match(pathname)!
        .filter(({ route }) => route.hasLoader)
        .map((one) => [one.id, runLoader(one, search, this.state)]),
    )
  }

  #receive(request: DataRequest): Promise<DataResponse> {
    return new Promise((resolve, reject) => {
      if (request.signal.aborted) return reject(request.signal.reason)
      const cached = request.cache === 'default' && this.#cache.get(request.url)
      if (request.method === 'GET' && cached) return resolve(respond(cached, 200))
      const effect = request.method === 'GET' ? undefined : this.#effects.shift()!
      const pending: Pending = { request, state: this.state, effect, resolve, reject }
      this.pending.push(pending)
      request.signal.addEventListener('abort', () => {
        if (!this.pending.includes(pending)) return
        this.pending = this.pending.filter((one) => one !== pending)
        if (effect) this.isExcused = this.#hasMutated = true
        // An interrupted mutation takes effect before the next response, or never.
        if (effect?.hasRun && !pending.arrive) this.#run(effect)
        reject(request.signal.reason)
      })
    })
  }

  #run({ isLogin, writes }: Pick<Effect, 'isLogin' | 'writes'>, isOwn = true): void {
    const { tags, user, version } = this.state
    if (!isOwn) {
      for (const tag of writes) this.#log.set(tag, version + 1)
      for (const [source, { stale, since }] of this.#streams) {
        for (const id of this.#writtenSince(source, version)) {
          if (stale.size === 0) this.#streams.get(source)!.since = Math.max(since, version)
          stale.add(id)
        }
      }
    }
    const written = Object.fromEntries(writes.map((tag) => [tag, (tags[tag] ?? 0) + 1]))
    this.state = {
      tags: { ...tags, ...written },
      version: version + 1,
      user: isLogin ? 1 - user : user,
    }
  }

  #respond(pending: Pending, isEarly: boolean, fails: boolean): void {
    const { effect, reject, request, resolve } = pending
    const isActing = effect && !pending.arrive
    if (isActing) this.#act(pending, effect)
    if (isActing && effect.trip === 'slow') return
    this.pending = this.pending.filter((one) => one !== pending)
    if (effect) return pending.arrive!()
    if (fails) {
      this.isExcused = true
      return reject(new TypeError('fetch failed'))
    }
    const { url, ids } = takeDataParam(request.url)
    const state = isEarly ? pending.state : this.state
    const body = load(url, ids!, state, pending.state.version)
    if (this.#hasMutated || state === this.state) this.#cache.set(request.url, body)
    resolve(respond(body, 200))
  }

  /** Judges the loaders of the page on show, as a server does. */
  #judge(request: DataRequest, effect: Effect): Verdicts | undefined {
    const { at, have, url } = takeDataParam(request.url)
    if (have === undefined) return undefined
    const shown = new URL(at === undefined ? url : decodeURIComponent(at), 'http://localhost')
    const verdicts = have.split(',').flatMap((entry) => {
      const [id = '', digest] = entry.split('~')
      const one = match(shown.pathname)!.find((one) => one.id === id)
      return one ? [[id, this.#judgeLoader(one, digest, effect)] as const] : []
    })
    return Object.fromEntries(verdicts)
  }

  #judgeLoader(
    one: PageMatch,
    digest: string | undefined,
    { isDeclared, isLogin, response, writes }: Effect,
  ): Verdict {
    const reads = readsOf(one, this.state)
    if (response === 'cookie') return { run: true, reason: 'cookie' }
    if (isLogin) return { run: true, reason: 'session' }
    if (response === 'error') return { run: true, reason: 'failed' }
    if (!reads) return { run: true, reason: 'undeclared' }
    if (!isDeclared) return { run: true, reason: 'undeclared-write' }
    if (digestOf(one, this.state) !== digest) return { run: true, reason: 'reads-changed' }
    return reads.some((tag) => writes.includes(tag))
      ? { run: true, reason: 'written' }
      : { run: false, reason: 'unwritten' }
  }

  /** The page that follows a form, if its response brings it. */
  #carry({ url }: DataRequest, { target, trip, response }: Effect, verdicts?: Verdicts) {
    const param = takeDataParam(url)
    const isOn = this.#oneTrip === 'on' || (this.#oneTrip === 'random' && trip !== 'none')
    if (!param.page || !isOn) return undefined

    this.carried++
    const next = new URL(response === 'data' ? param.url : target, 'http://localhost')
    const shown = new URL(decodeURIComponent(param.at ?? param.url), 'http://localhost')
    const old = match(shown.pathname)!
    const ids = match(next.pathname)!
      .filter(({ id, pathname }) => {
        const isShown = old.some((one) => one.id === id && one.pathname === pathname)
        return !(isShown && shown.search === next.search && verdicts?.[id]?.run === false)
      })
      .map(({ id }) => id)
    const path = pathOf(next)
    return {
      url: path,
      type: 'envelope',
      version: 'v1',
      status: 200,
      body: load(path, ids, this.state, this.state.version),
    }
  }

  #act(pending: Pending, effect: Effect): void {
    const { reject, request } = pending
    const { response, target } = effect
    const resolve = (given: DataResponse): void => {
      pending.arrive = () => pending.resolve(given)
    }
    pending.arrive = () => reject(new TypeError('fetch failed'))
    if (response !== 'invalid' || effect.isLogin) this.#hasMutated = true
    if (response === 'error' || response === 'network' || response === 'lost') this.isExcused = true
    if (response === 'network') return

    if (response === 'invalid') {
      // It writes nothing. But it may log the visitor in.
      if (effect.isLogin) this.#run({ ...effect, writes: [] })
      const invalid = { ran: effect.isLogin || effect.isDeclared, reload: effect.isLogin }
      return resolve(respond({ invalid: { ...invalid, errors: [] } }, 422))
    }
    this.#run(effect)
    if (response === 'lost') return
    const verdicts = this.#judge(request, effect)
    const error = { type: 'error', message: 'x' }
    if (response === 'error') return resolve(respond({ error, verdicts }, 500))
    const page = this.#carry(request, effect, verdicts)
    if (response === 'data') return resolve(respond({ data: 'done', verdicts, page }, 200))
    const redirect = {
      location: target,
      status: 303,
      revalidate: response === 'cookie',
      reload: false,
      replace: false,
    }
    resolve(respond({ redirect, verdicts, page }, 202))
  }

  run(step: Step): void | Promise<void> {
    const { router } = this
    switch (step.do) {
      case 'navigate':
        return void router.navigate(step.href)
      case 'submit':
        this.#effects.push(step.effect)
        return void router.submit({ action: step.effect.href, method: 'post', formData: form() })
      case 'fetcherSubmit':
        this.#effects.push(step.effect)
        this.#loads.delete(step.key)
        return void router.fetcherSubmit(
          step.key,
          { action: step.effect.href, method: 'post', formData: form() },
          'root',
        )
      case 'go':
        return this.history.go(step.delta)
      case 'abandon':
        return router.abandon()
      case 'load':
        this.#loads.set(step.key, step.href)
        return void router.fetcherLoad(step.key, step.href, 'root')
      case 'reset':
        this.#loads.delete(step.key)
        return router.fetcherReset(step.key)
      case 'hear':
        this.#run({ writes: step.writes, isLogin: false })
        if (!this.#hasMutated) this.#cache.clear()
        return void router.revalidate()
      case 'write':
        return this.#run({ writes: step.writes, isLogin: false }, false)
      case 'tell':
        return this.#tell()
      case 'hide':
      case 'show':
        return this.browser![step.do]()
      case 'cut':
        return this.browser!.source?.giveUp()
      case 'wait':
        return this.browser!.advance(step.time)
      case 'respond': {
        const pending = this.pending[step.index % this.pending.length]
        return pending && this.#respond(pending, step.isEarly, step.fails)
      }
    }
  }

  /** Responds to everything until nothing is left, the oldest or the newest request first. */
  async drain(isNewestFirst = false): Promise<void> {
    for (let rounds = 0; rounds < 200; rounds++) {
      await settle()
      const pending = this.pending.at(isNewestFirst ? -1 : 0)
      if (!pending) return
      this.#respond(pending, true, false)
    }
    throw new Error('The client router never comes to rest')
  }

  /** Shows a live page, and lets everything happen until it is at rest. Returns its followed data, and that of a document. */
  async restLive(): Promise<{ shown: unknown; fresh: unknown }> {
    this.browser!.show()
    await this.drain()
    if (!/^\/books\/\w/.test(this.router.getSnapshot().location.pathname)) {
      this.router.navigate('/books/dune')
    } else if (this.router.getSnapshot().errors) this.router.navigate('/books/emma')
    // Longer than any pause after a failure, and until a page that polls has a stream again.
    for (let seconds = 0; seconds < 200; seconds += 5) {
      await this.drain()
      this.#tell()
      await this.browser!.advance(5000)
    }
    const asked = this.explained.length
    const { loaderData, location } = this.router.getSnapshot()
    const all = this.document(hrefOf(location))
    const ids = match(location.pathname)!
      .filter((one) => readsOf(one, this.state))
      .map(({ id }) => id)
    await this.browser!.advance(5000)
    if (this.explained.length > asked) this.mistakes.push('A live page does not come to rest')
    return {
      shown: ids.map((id) => loaderData[id]),
      fresh: ids.map((id) => all[id]),
    }
  }

  /** The routes in `have` of a stream that others have written since. */
  #writtenSince(source: FakeSource, since: number): string[] {
    const { have = '', url } = takeDataParam(source.url)
    return match(new URL(url, 'http://localhost').pathname)!
      .filter(({ id }) => new RegExp(`(?:^|,)${id}~`).test(have))
      .filter((one) => readsOf(one, this.state)!.some((tag) => (this.#log.get(tag) ?? 0) > since))
      .map(({ id }) => id)
  }

  /** Sends what each stream has not told. */
  #tell(): void {
    for (const [source, { stale }] of this.#streams) {
      const ids = [...stale]
      stale.clear()
      source.send(this.state.version, ids)
    }
  }

  /** Opens the streams that were requested, and lets everything go on. */
  async #serve(): Promise<void> {
    await settle()
    for (const source of this.browser!.sources) {
      if (this.#streams.has(source)) continue
      const since = Number(takeDataParam(source.url).live)
      const stale = new Set(this.#writtenSince(source, since))
      this.#streams.set(source, { stale, since })
    }
    for (const [source, { stale, since }] of this.#streams) {
      if (source.readyState === 2) this.#streams.delete(source)
      else if (source.readyState === 0) source.send(stale.size > 0 ? since : this.state.version, [])
    }
    await settle()
  }

  /** Goes to another page that keeps some of the routes. Returns why its loaders ran, and how they used the HTTP cache. */
  async moveOn(): Promise<{ reasons: readonly LoaderVerdict[]; caches: string[] }> {
    const { location } = this.router.getSnapshot()
    const [, book = '/books/dune', rest] = /^(\/books\/\w+)(.*)$/.exec(pathOf(location)) ?? []
    const target = rest === '' ? `${book}/reviews` : book
    this.router.navigate(target)
    const reasons = this.explained.at(-1)!
    const caches = this.pending.map(({ request }) => request.cache)
    await this.drain()
    return { reasons, caches }
  }

  isFresh(): boolean {
    const { fresh, shown } = this.compare()
    return isSameData(shown, fresh)
  }

  /** What the page shows, and what a new document of its URL would. */
  compare(): { shown: unknown; fresh: unknown } {
    const { errors, loaderData, location } = this.router.getSnapshot()
    return {
      shown: { errors, loaderData },
      fresh: { errors: undefined, loaderData: this.document(hrefOf(location)) },
    }
  }
}

/** The results of some loaders of a page. */
function load(href: string, ids: readonly string[], state: State, live: number) {
  const { pathname, search } = new URL(href, 'http://localhost')
  const entries = match(pathname)!
    .filter(({ id }) => ids.includes(id))
    .map((one) => [
      one.id,
      {
        data: runLoader(one, search, state),
        reads: digestOf(one, state),
        query: queryOf[one.id],
        // Taken before the loader starts.
        live,
        ...(one.route.hasFields && { fields: {} }),
      },
    ])
  return Object.fromEntries(entries) as Record<string, unknown>
}

function respond(body: unknown, status: number): DataResponse {
  const headers = new Map([
    [RESPONSE_HEADER, 'data'],
    [VERSION_HEADER, 'v1'],
  ])
  return {
    status,
    statusText: '',
    headers: { get: (name) => headers.get(name) ?? null },
    text: async () => JSON.stringify(body),
  }
}

/** Lets everything that can go on go on. */
export async function settle(): Promise<void> {
  for (let turns = 0; turns < 20; turns++) await Promise.resolve()
}
