import * as fc from 'fast-check'
import { createManifest, shopRoutes } from '../page-protocol/manifest.fixture.ts'
import { createPageMatcher, type PageMatch } from '../page-protocol/match-pages.ts'
import {
  RESPONSE_HEADER,
  takeDataParam,
  VERSION_HEADER,
  type DataAnswer,
} from '../page-protocol/wire.ts'
import type { ClientRouter } from './client-router.ts'
import { createClientRouter } from './create-client-router.ts'
import { form } from './fake-app.fixture.ts'
import { hrefOf, pathOf } from './href.ts'
import { createMemoryHistory, type MemoryHistory } from './memory-history.ts'
import type { LoaderVerdict } from './reload-policy.ts'
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
]
const tags = ['books', 'book:dune', 'book:emma', 'reviews:dune', 'cart:0', 'cart:1']

const anyHref = fc.constantFrom(...hrefs)
const anyKey = fc.constantFrom('f', 'g')
const anyIndex = fc.nat({ max: 5 })

/** What a mutation does, and what the server says. */
const anyEffect = fc.record({
  href: anyHref,
  writes: fc.subarray(tags, { maxLength: 3 }),
  isDeclared: fc.boolean(),
  isLogin: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
  response: fc.oneof(
    { weight: 4, arbitrary: fc.constant('data' as const) },
    { weight: 3, arbitrary: fc.constant('redirect' as const) },
    fc.constantFrom('cookie' as const, 'error' as const, 'network' as const, 'lost' as const),
  ),
  target: anyHref,
  /** Whether an interrupted mutation has run. */
  hasRun: fc.boolean(),
})
type Effect = typeof anyEffect extends fc.Arbitrary<infer Value> ? Value : never

const anyStep = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('navigate' as const), href: anyHref }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('submit' as const), effect: anyEffect }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('fetcherSubmit' as const),
      key: anyKey,
      effect: anyEffect,
    }),
  },
  fc.record({ do: fc.constant('go' as const), delta: fc.constantFrom(-1, 1) }),
  fc.record({ do: fc.constantFrom('revalidate' as const, 'abandon' as const) }),
  fc.record({ do: fc.constant('load' as const), key: anyKey, href: anyHref }),
  fc.record({ do: fc.constant('reset' as const), key: anyKey }),
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      index: anyIndex,
      /** Whether a loader read its data when the request was sent, and not when the response was. */
      isEarly: fc.boolean(),
      fails: fc.oneof({ weight: 15, arbitrary: fc.constant(false) }, fc.constant(true)),
    }),
  },
)
type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never

/** Random things that one visitor does, and random responses. */
export function anySequence(maxLength: number): fc.Arbitrary<Step[]> {
  return fc.array(anyStep, { maxLength, size: 'max' })
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
  resolve(answer: DataAnswer): void
  reject(reason: unknown): void
}

const match = createPageMatcher(createManifest(shopRoutes))

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

/** A visitor with a client router, and a server that only this visitor changes. */
export class ModelVisitor {
  readonly history: MemoryHistory = createMemoryHistory(['/cart', '/books', '/'])
  readonly router: ClientRouter
  readonly explained: (readonly LoaderVerdict[])[] = []
  state: State = { tags: {}, version: 0, user: 0 }
  pending: Pending[] = []
  /** Whether something failed or was interrupted, so that the page may be old until the next load. */
  isExcused = false
  #effects: Effect[] = []
  /** The browser's HTTP cache, in which every response may stay for ever. */
  #cache = new Map<string, unknown>()

  constructor() {
    this.router = createClientRouter({
      manifest: createManifest(shopRoutes),
      history: this.history,
      modules: { get: () => ({}), load: async () => ({}) },
      data: (request) => this.#receive(request),
      loadDocument: async () => {},
      skew: { read: () => undefined, write: () => false, clear: () => undefined },
      page: { loaderData: this.document('/') },
      explained: (loaders) => this.explained.push(loaders),
    })
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

  #receive(request: DataRequest): Promise<DataAnswer> {
    return new Promise((resolve, reject) => {
      if (request.signal.aborted) return reject(request.signal.reason)
      const cached = request.cache === 'default' && this.#cache.get(request.url)
      if (request.method === 'GET' && cached) return resolve(respond(cached, 200))
      const effect = request.method === 'GET' ? undefined : this.#effects.shift()!
      const pending = { request, state: this.state, effect, resolve, reject }
      this.pending.push(pending)
      request.signal.addEventListener('abort', () => {
        if (!this.pending.includes(pending)) return
        this.pending = this.pending.filter((one) => one !== pending)
        if (effect) this.isExcused = true
        // An interrupted mutation takes effect before the next response, or never.
        if (effect?.hasRun) this.#run(effect)
        reject(request.signal.reason)
      })
    })
  }

  #run({ isLogin, writes }: Effect): void {
    const { tags, user, version } = this.state
    const written = Object.fromEntries(writes.map((tag) => [tag, (tags[tag] ?? 0) + 1]))
    this.state = {
      tags: { ...tags, ...written },
      version: version + 1,
      user: isLogin ? 1 - user : user,
    }
  }

  #answer(pending: Pending, isEarly: boolean, fails: boolean): void {
    this.pending = this.pending.filter((one) => one !== pending)
    const { effect, reject, request, resolve } = pending
    if (effect) return this.#act(pending, effect)
    if (fails) {
      this.isExcused = true
      return reject(new TypeError('fetch failed'))
    }
    const { url, ids } = takeDataParam(request.url)
    const { pathname, search } = new URL(url, 'http://localhost')
    const state = isEarly ? pending.state : this.state
    const entries = match(pathname)!
      .filter(({ id }) => ids!.includes(id))
      .map((one) => [one.id, { data: runLoader(one, search, state) }])
    const body = Object.fromEntries(entries)
    this.#cache.set(request.url, body)
    resolve(respond(body, 200))
  }

  #act({ reject, resolve }: Pending, effect: Effect): void {
    const { response, target } = effect
    if (response === 'error' || response === 'network' || response === 'lost') this.isExcused = true
    if (response === 'network') return reject(new TypeError('fetch failed'))

    this.#run(effect)
    if (response === 'lost') return reject(new TypeError('fetch failed'))
    if (response === 'error')
      return resolve(respond({ error: { type: 'error', message: 'x' } }, 500))
    if (response === 'data') return resolve(respond({ data: 'done' }, 200))
    const redirect = {
      location: target,
      status: 303,
      revalidate: response === 'cookie',
      reload: false,
      replace: false,
    }
    resolve(respond({ redirect }, 202))
  }

  run(step: Step): void {
    const { router } = this
    switch (step.do) {
      case 'navigate':
        return router.navigate(step.href)
      case 'submit':
        this.#effects.push(step.effect)
        return router.submit({ action: step.effect.href, method: 'post', formData: form() })
      case 'fetcherSubmit':
        this.#effects.push(step.effect)
        return router.fetcherSubmit(
          step.key,
          { action: step.effect.href, method: 'post', formData: form() },
          'root',
        )
      case 'go':
        return this.history.go(step.delta)
      case 'revalidate':
        return router.revalidate()
      case 'abandon':
        return router.abandon()
      case 'load':
        return router.fetcherLoad(step.key, step.href, 'root')
      case 'reset':
        return router.fetcherReset(step.key)
      case 'answer': {
        const pending = this.pending[step.index % this.pending.length]
        return pending && this.#answer(pending, step.isEarly, step.fails)
      }
    }
  }

  /** Answers everything until nothing is left to answer. */
  async drain(): Promise<void> {
    for (let rounds = 0; rounds < 60; rounds++) {
      await settle()
      if (this.pending.length === 0) return
      for (const pending of this.pending) this.#answer(pending, true, false)
    }
    throw new Error('The client router never comes to rest')
  }

  /** Goes to another page that keeps some of the routes, and returns why its loaders ran. */
  async moveOn(): Promise<readonly LoaderVerdict[]> {
    const { location } = this.router.getSnapshot()
    const target = pathOf(location) === '/books/dune' ? '/books/dune/reviews' : '/books/dune'
    this.router.navigate(target)
    const reasons = this.explained.at(-1)!
    await this.drain()
    return reasons
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

function respond(body: unknown, status: number): DataAnswer {
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
