import * as fc from 'fast-check'
import { jsx } from 'react/jsx-runtime'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createCookie } from '../../http/cookie/index.ts'
import { createRouter, type Middleware } from '../../router/fetch-router/index.ts'
import { Scripts } from '../react/index.ts'
import { data, invalid, json, redirect } from '../../http/response/index.ts'
import { session } from '../../middleware/session/index.ts'
import {
  createCookieSessionStorage,
  createMemorySessionStorage,
  Session,
  type SessionStorage,
} from '../../state/session/index.ts'
import { Writes, writes } from '../../state/tags/index.ts'
import { createBuild, root, type FixtureRoute } from './app.fixture.ts'
import type { ServerBuild } from './build.ts'
import { createHandler } from './create-handler.ts'
import { createPages, type PagesOptions } from './create-pages.ts'

afterEach(() => vi.restoreAllMocks())

type Action = NonNullable<FixtureRoute['action']>

const book: FixtureRoute = {
  path: '/books/:slug',
  default: () => null,
  loader: ({ params }) => ({ book: params.slug }),
  reads: ({ params }) => [`book:${params.slug}`, 'books'],
}
const review: FixtureRoute = {
  path: '/books/:slug/:review',
  parent: 'book',
  default: () => null,
  loader: () => 'review',
  reads: {
    tags: ({ url }) => [`reviews:${url.searchParams.get('q') ?? 'all'}`],
    query: ['q', 'page'],
  },
}
const cart = (action: Action): FixtureRoute => ({
  path: '/cart',
  default: () => null,
  loader: () => 'cart',
  action,
})

function createApp(
  action: Action,
  given: {
    routes?: Record<string, FixtureRoute>
    build?: Partial<ServerBuild>
    options?: PagesOptions
    middleware?: Middleware[]
  } = {},
): (path: string, init?: RequestInit) => Promise<Response> {
  const routes = {
    root: { ...root, loader: () => 'root' },
    book,
    review,
    cart: cart(action),
    ...given.routes,
  }
  const handler = createHandler(createBuild(routes, given.build), (pages) => {
    const router = createRouter({ middleware: given.middleware ?? [] })
    router.map('/*', given.options ? pages.with(given.options) : pages)
    return router
  })
  return (path, init) => handler(new Request(`http://shop.test${path}`, init))
}

type App = ReturnType<typeof createApp>

/** The digest that the client gets for a loader. */
async function digestOf(app: App, path: string, id: string): Promise<string> {
  const response = await app(`${path}${path.includes('?') ? '&' : '?'}_data=${id}`)
  return ((await response.json()) as Record<string, { reads: string }>)[id]!.reads
}

async function post(app: App, parts: string, init: RequestInit = {}): Promise<any> {
  const response = await app(`/cart?_data=cart${parts}`, { method: 'POST', ...init })
  return response.json()
}

/** Posts to the cart while a book is on show, and returns the verdict on the book. */
async function judge(
  action: Action,
  given: Parameters<typeof createApp>[1] = {},
): Promise<unknown> {
  const app = createApp(action, given)
  const digest = await digestOf(app, '/books/dune', 'book')
  const { verdicts } = await post(app, `;at=%2Fbooks%2Fdune;have=root,book~${digest}`)
  return verdicts?.book
}

describe('what a loader reads', () => {
  it.each(['//evil.test/a', '//', '//:x', '/a//b', '/%2F%2Fevil.test/a'])(
    'is asked for the host of the request, whatever the path: %s',
    async (path) => {
      const seen: string[] = []
      const reads: FixtureRoute['reads'] = ({ url }) => {
        seen.push(url.href)
        return ['all']
      }
      const rest: FixtureRoute = { path: '/*rest', default: () => null, loader: () => 1, reads }
      await createApp(() => null, { routes: { rest } })(`${path}?_data=rest`)
      expect(seen).toEqual([`http://shop.test${path}`])
    },
  )

  it('is a digest in data responses, with the names in the query', async () => {
    const app = createApp(() => null)
    const response = await app('/books/dune/one?_data=root,book,review')
    const body = (await response.json()) as Record<string, object>
    expect(body).toEqual({
      root: { data: 'root' },
      book: { data: { book: 'dune' }, reads: expect.stringMatching(/^[\w-]{12}$/) as string },
      review: {
        data: 'review',
        reads: expect.stringMatching(/^[\w-]{12}$/) as string,
        query: ['q', 'page'],
      },
    })
  })

  it('is in the handoff of a document, and nothing is there if no route declares it', async () => {
    const html = await (
      await createApp(() => null, { routes: { root: withScripts } })('/books/dune/one')
    ).text()
    expect(html).toMatch(/"reads":\{"book":"[\w-]{12}","review":"[\w-]{12}"\}/)
    expect(html).toContain('"query":{"review":["q","page"]}')
    const plain = await (
      await createApp(() => null, { routes: { root: withScripts } })('/cart')
    ).text()
    expect(plain).not.toMatch(/"reads"|"query"/)
  })

  it('sees the same on every page that keeps the route', async () => {
    const seen: unknown[] = []
    const layout: FixtureRoute = {
      ...book,
      reads: ({ params, url }) => {
        seen.push({ params, href: url.href })
        return []
      },
    }
    const app = createApp(() => null, { routes: { book: layout } })
    await app('/books/dune/one?q=1&_data=book')
    await app('/books/dune?_data=book')
    expect(seen[0]).toEqual({ params: { slug: 'dune' }, href: 'http://shop.test/books/dune' })
    expect(seen[1]).toEqual(seen[0])
  })

  it('has the same digest for the same tags in any order, and another for another route', async () => {
    const app = createApp(() => null, {
      routes: {
        book: { ...book, reads: () => ['a', 'b', 'a'] },
        review: { ...review, reads: () => ['b', 'a'] },
      },
      options: { tagSecret: 'a secret of this shop' },
    })
    const other = createApp(() => null, {
      routes: { book: { ...book, reads: () => ['b', 'a'] } },
      options: { tagSecret: 'a secret of this shop' },
    })
    const digest = await digestOf(app, '/books/dune', 'book')
    expect(await digestOf(other, '/books/dune', 'book')).toBe(digest)
    expect(await digestOf(app, '/books/dune/1', 'review')).not.toBe(digest)
    expect(
      await digestOf(
        createApp(() => null),
        '/books/dune',
        'book',
      ),
    ).not.toBe(digest)
  })

  it.each([
    ['a promise', () => Promise.resolve(['a']) as never, 'not a promise'],
    ['a promise that rejects', () => Promise.reject(new Error('down')) as never, 'not a promise'],
    ['an empty tag', () => [''], '""'],
    ['a comma', () => ['a,b'], '"a,b"'],
    ['a control character', () => ['a\n'], 'a tag in `reads` of "book"'],
    ['129 characters', () => ['a'.repeat(129)], '1 to 128'],
    ['65 tags', () => Array.from({ length: 65 }, (_, i) => `${i}`), 'Cannot use 65 tags'],
  ])('reports %s, and the loader runs', async (_name, reads, message) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const app = createApp(() => null, { routes: { book: { ...book, reads } } })
    const body = await (await app('/books/dune?_data=book')).json()
    expect(body).toEqual({ book: { data: { book: 'dune' } } })
    expect(String(logged.mock.calls[0])).toContain(message)
  })

  it('refuses a secret that is too short', () => {
    const build = createBuild({ root })
    expect(() => createPages(build, { tagSecret: 'fifteen bytes..' })).toThrow('at least 16 bytes')
    expect(() => createPages(build, { tagSecret: 'sixteen bytes...' })).not.toThrow()
    const pair = ['sixteen bytes...', 'another of sixteen bytes']
    expect(() => createPages(build, { tagSecret: pair })).not.toThrow()
    expect(() => createPages(build, { tagSecret: [...pair, 'short'] })).toThrow('at least 16')
    expect(() => createPages(build, { tagSecret: [] })).toThrow('at least 16')
  })
})

describe('RE-17: the search of what a loader reads', () => {
  const week = (given: Partial<FixtureRoute> = {}): FixtureRoute => ({
    path: '/week',
    default: () => null,
    contract: {
      search: z.object({ week: z.coerce.number().default(1), room: z.string().optional() }),
    },
    loader: () => 'week',
    reads: ({ search }) => [`week:${search.week}`],
    ...given,
  })
  /** All that `reads` got as its search. */
  async function searches(route: FixtureRoute, ...paths: string[]): Promise<unknown[]> {
    const seen: unknown[] = []
    const { reads } = route
    const note: FixtureRoute['reads'] = ({ search }) => (seen.push(search), ['all'])
    const noting = typeof reads === 'object' ? { ...reads, tags: note } : note
    const app = createApp(() => null, { routes: { week: { ...route, reads: noting } } })
    for (const path of paths) await app(path)
    return seen
  }

  it('is what the contract makes of the query', async () => {
    expect(
      await searches(
        week(),
        '/week?week=7&room=a&_data=week',
        '/week?_data=week',
        '/week?week=x&_data=week',
      ),
    ).toEqual([{ week: 7, room: 'a' }, { week: 1 }, { week: 1 }])
  })

  it('has only the names that the route names', async () => {
    const reads = { tags: () => [], query: ['week'] }
    expect(await searches(week({ reads }), '/week?week=7&room=a&_data=week')).toEqual([{ week: 7 }])
  })

  it('is empty without a contract, or with one that has no search', async () => {
    const without = week({ contract: undefined })
    const other = week({ contract: { body: z.object({ a: z.string() }) } })
    expect(await searches(without, '/week?week=7&_data=week')).toEqual([{}])
    expect(await searches(other, '/week?week=7&_data=week')).toEqual([{}])
  })

  it('of the page on show decides after a mutation', async () => {
    for (const [written, isRun] of [
      ['week:7', true],
      ['week:8', false],
    ] as const) {
      const app = createApp(({ writes }) => (writes(written), 1), { routes: { week: week() } })
      const digest = await digestOf(app, '/week?week=7', 'week')
      const { verdicts } = await post(app, `;at=%2Fweek%3Fweek%3D7;have=root,week~${digest}`)
      expect(verdicts).toMatchObject({ week: { run: isRun } })
    }
  })

  it('of another week than the one on show makes the loader run', async () => {
    const app = createApp(({ writes }) => (writes(), 1), { routes: { week: week() } })
    const digest = await digestOf(app, '/week?week=7', 'week')
    const { verdicts } = await post(app, `;at=%2Fweek%3Fweek%3D8;have=root,week~${digest}`)
    expect(verdicts).toMatchObject({ week: { run: true, reason: 'reads-changed' } })
  })

  it('that does not fit gives no tags, and reports nothing, because the visitor wrote it', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const contract = { search: z.object({ week: z.string() }).refine(({ week }) => week !== 'x') }
    const app = createApp(({ writes }) => (writes('all'), 1), {
      routes: { week: week({ contract }) },
    })
    const digest = await digestOf(app, '/week?week=y', 'week')
    for (const query of ['', '%3Fweek%3Dx']) {
      const { verdicts } = await post(app, `;at=%2Fweek${query};have=root,week~${digest}`)
      expect(verdicts).toMatchObject({ week: { run: true, reason: 'reads-changed' } })
    }
    expect(await (await app('/week?_data=week')).text()).not.toContain('"reads"')
    expect(logged).not.toHaveBeenCalled()
  })

  it('that cannot be read at all reports nothing either', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const contract = { search: z.object({ week: z.array(z.string()) }) }
    const app = createApp(() => null, { routes: { week: week({ contract }) } })
    const long = '&week=1'.repeat(1_001)
    expect(await (await app(`/week?_data=week${long}`)).text()).not.toContain('"reads"')
    expect(logged).not.toHaveBeenCalled()
  })

  it('may come from a schema that waits', async () => {
    const search = z.object({ week: z.coerce.number() }).refine(() => Promise.resolve(true))
    expect(await searches(week({ contract: { search } }), '/week?week=7&_data=week')).toEqual([
      { week: 7 },
    ])
  })
})

const withScripts: FixtureRoute = {
  loader: () => 'root',
  default: () => jsx('html', { children: jsx('body', { children: jsx(Scripts, {}) }) }),
}

describe('RE-14: the verdict after a mutation', () => {
  it('is to run everything if the action set a cookie', async () => {
    const headers = { 'Set-Cookie': 'a=1' }
    const cookie = { run: true, reason: 'cookie' }
    expect(await judge(({ writes }) => (writes(), data(1, { headers })))).toEqual(cookie)
    expect(await judge(({ writes }) => (writes(), redirect('/', { headers })))).toEqual(cookie)
    const throwing: Action = ({ writes }) => {
      writes()
      throw json(1, { status: 400, headers })
    }
    expect(await judge(throwing)).toEqual(cookie)
  })

  it('does not look at a cookie that middleware sets', async () => {
    const middleware: Middleware[] = [
      async (_context, next) => {
        const response = new Response((await next()).body, { headers: { 'Set-Cookie': 'seen=1' } })
        return response
      },
    ]
    const unwritten = { run: false, reason: 'unwritten' }
    expect(await judge(({ writes }) => (writes(), 1), { middleware })).toEqual(unwritten)
  })

  it('is to run everything if the action failed', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const failed = { run: true, reason: 'failed' }
    const throwing: Action = ({ writes }) => {
      writes()
      throw new Error('broken')
    }
    expect(await judge(throwing)).toEqual(failed)
    expect(await judge(({ writes }) => (writes(), data(1, { status: 500 })))).toEqual(failed)
    expect(
      await judge(({ writes }) => {
        writes()
        throw json('no', { status: 404 })
      }),
    ).toEqual(failed)
  })

  it('is missing if the action never started, so everything runs', async () => {
    const action = vi.fn<Action>(() => 1)
    const judgeForm = async (contract: FixtureRoute['contract'], type: string) => {
      const app = createApp(action, { routes: { cart: { ...cart(action), contract } } })
      const digest = await digestOf(app, '/books/dune', 'book')
      return post(app, `;at=%2Fbooks%2Fdune;have=root,book~${digest}`, {
        body: 'a=1',
        headers: { 'Content-Type': type },
      })
    }
    const urlencoded = 'application/x-www-form-urlencoded'
    for (const [contract, type, status] of [
      [{ body: z.object({ a: z.string() }) }, 'text/csv', 415],
      [{ body: z.object({ a: z.string() }) }, 'application/json', 400],
      [{ params: z.object({ slug: z.string() }) }, urlencoded, 404],
    ] as const) {
      const result = await judgeForm(contract, type)
      expect(result).toEqual({ error: expect.objectContaining({ status }) as unknown })
    }
    expect(action).not.toHaveBeenCalled()
    const { verdicts } = await judgeForm({ body: z.object({ a: z.string() }) }, urlencoded)
    expect(Object.keys(verdicts as object)).toEqual(['root', 'book'])
  })

  it('is to run if the route declares nothing', async () => {
    const app = createApp(({ writes }) => (writes('x'), 1))
    const digest = await digestOf(app, '/books/dune', 'book')
    const { verdicts } = await post(app, `;at=%2Fbooks%2Fdune;have=root,book~${digest}`)
    expect(verdicts).toEqual({
      root: { run: true, reason: 'undeclared' },
      book: { run: false, reason: 'unwritten' },
    })
  })

  it('is to run if the action does not say what it wrote', async () => {
    const undeclared = { run: true, reason: 'undeclared-write' }
    expect(await judge(() => 1)).toEqual(undeclared)
    expect(await judge(() => redirect('/'))).toEqual(undeclared)
    expect(await judge(({ context }) => (writes(context, 'x'), 1))).toEqual(undeclared)
  })

  it('is to run if the loader reads something else now', async () => {
    let user = 1
    const reads = () => [`cart:${user}`]
    const action: Action = ({ writes }) => (writes('x'), (user = 2), 1)
    const changed = { run: true, reason: 'reads-changed' }
    expect(await judge(action, { routes: { book: { ...book, reads } } })).toEqual(changed)
  })

  it('is to run if a tag was written, by the action or by middleware, and not otherwise', async () => {
    const written = { run: true, reason: 'written' }
    const unwritten = { run: false, reason: 'unwritten' }
    expect(await judge(({ writes }) => (writes('books'), 1))).toEqual(written)
    expect(await judge(({ writes }) => (writes('a'), writes('book:dune'), redirect('/')))).toEqual(
      written,
    )
    expect(await judge(({ writes }) => (writes('book:emma'), redirect('/')))).toEqual(unwritten)
    expect(await judge(({ writes }) => (writes(), data(1, { status: 422 })))).toEqual(unwritten)
    const middleware: Middleware[] = [(context, next) => (writes(context, 'books'), next())]
    expect(await judge(({ writes }) => (writes(), 1), { middleware })).toEqual(written)
  })

  it('names the tag in development only', async () => {
    const build = { dev: { warn: () => {} } }
    const action: Action = ({ writes }) => (writes('books'), 1)
    expect(await judge(action, { build })).toEqual({ run: true, reason: 'written', tag: 'books' })
  })

  it('reports what `reads` throws, and the loader runs', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    let isBroken = false
    const reads = () => {
      if (isBroken) throw new Error('no tags')
      return ['a']
    }
    const action: Action = ({ writes }) => ((isBroken = true), writes(), 1)
    const changed = { run: true, reason: 'reads-changed' }
    expect(await judge(action, { routes: { book: { ...book, reads } } })).toEqual(changed)
    expect(logged).toHaveBeenCalledOnce()
  })

  it('stays with a redirect that middleware has replaced', async () => {
    const middleware: Middleware[] = [
      async ({ method }, next) => {
        const response = await next()
        const { headers, status } = response
        return method === 'POST' ? new Response(null, { status, headers }) : response
      },
    ]
    const action: Action = ({ writes }) => (writes(), redirect('/books/emma'))
    const unwritten = { run: false, reason: 'unwritten' }
    expect(await judge(action, { middleware })).toEqual(unwritten)
  })
})

describe('the verdict with several reasons at once', () => {
  /** Everything that the rows of the table look at. */
  const anyCase = fc.record({
    ends: fc.constantFrom(
      'data',
      'response',
      'redirect',
      'thrown redirect',
      'thrown response',
      'error',
      'invalid',
    ),
    setsCookie: fc.boolean(),
    session: fc.constantFrom('none', 'flash', 'new', 'other id', 'ended'),
    is5xx: fc.boolean(),
    hasReads: fc.boolean(),
    writes: fc.constantFrom<(string[] | undefined)[]>(
      undefined,
      [],
      ['book:emma'],
      ['books'],
      ['x', 'book:dune'],
    ),
    isOtherDigest: fc.boolean(),
  })
  type Case = typeof anyCase extends fc.Arbitrary<infer Value> ? Value : never

  const isOther = ({ session }: Case): boolean => ['new', 'other id', 'ended'].includes(session)

  /** The table, as a list of questions. */
  const expectedReason = (one: Case): string => {
    if (one.setsCookie && one.ends !== 'error') return 'cookie'
    if (isOther(one)) return 'session'
    if (one.ends === 'error' || one.ends === 'thrown response') return 'failed'
    if (one.is5xx && (one.ends === 'data' || one.ends === 'response')) return 'failed'
    if (!one.hasReads) return 'undeclared'
    if (!one.writes) return 'undeclared-write'
    if (one.isOtherDigest) return 'reads-changed'
    return one.writes.includes('books') || one.writes.includes('book:dune')
      ? 'written'
      : 'unwritten'
  }

  const actionOf =
    (one: Case): Action =>
    ({ context, writes }) => {
      const current = context.get(Session) as Session
      if (one.session === 'flash') current.flash('message', 'Saved')
      if (one.session === 'new') current.set('user', 'ada')
      if (one.session === 'other id') current.regenerateId()
      if (one.session === 'ended') current.destroy()
      if (one.writes) writes(...one.writes)
      const headers = one.setsCookie ? { 'Set-Cookie': 'a=1' } : undefined
      const init = { status: one.is5xx ? 503 : 200, ...(headers && { headers }) }
      const redirected = redirect('/books/dune', { status: 303, ...(headers && { headers }) })
      switch (one.ends) {
        case 'data':
          return data(1, init)
        case 'response':
          return json(1, init)
        case 'redirect':
          return redirected
        case 'thrown redirect':
          throw redirected
        case 'thrown response':
          throw json(1, { ...init, status: 409 })
        case 'invalid':
          return invalid({ '': 'No' })
        default:
          throw new Error('broken')
      }
    }

  it('follows the first row that applies, however the action ends', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { reads, ...undeclared } = book
    await fc.assert(
      fc.asyncProperty(anyCase, async (one) => {
        const storage = createMemorySessionStorage({ cookie: cookie() })
        const existing = await storage.getSession(null)
        existing.set('user', 'ada')
        const Cookie =
          one.session === 'new' || one.session === 'none'
            ? ''
            : (await storage.commitSession(existing)).split(';')[0]!
        const app = createApp(actionOf(one), {
          middleware: [session(cookie(), storage)],
          routes: { book: one.hasReads ? { ...undeclared, reads: reads! } : undeclared },
        })
        const known = one.hasReads ? `~${await digestOf(app, '/books/dune', 'book')}` : ''
        const digest = one.isOtherDigest && one.hasReads ? '~aaaaaaaaaaaa' : known
        const parts = `;at=%2Fbooks%2Fdune;have=root,book${digest}`
        const body = await post(app, parts, { headers: { Cookie } })
        const { verdicts } = body
        if (one.ends === 'invalid') {
          // It has written nothing. Everything is due if the visitor is another one, and otherwise nothing.
          expect(verdicts).toBeUndefined()
          expect(body.invalid.reload ?? false).toBe(isOther(one))
          return
        }
        const reason = expectedReason(one)
        expect(verdicts.book).toEqual({ run: reason !== 'unwritten', reason })
        const everything = ['cookie', 'session', 'failed'].includes(reason)
        expect(verdicts.root).toEqual({ run: true, reason: everything ? reason : 'undeclared' })
      }),
      { seed: 14, numRuns: 400 },
    )
  })
})

describe('the argument writes', () => {
  it.each([['a,b'], [''], ['x'.repeat(129)]])('refuses %j', async (tag) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const action: Action = vi.fn(({ writes }) => {
      expect(() => writes(tag)).toThrow('the action of "cart"')
      return 1
    })
    await judge(action)
    expect(action).toHaveBeenCalledOnce()
  })

  it('allows 64 tags in one request', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => `tag ${i}`)
    await judge(({ writes }) => {
      writes(...many(64))
      expect(() => writes('one more')).toThrow('a request may write 64 tags')
      return 1
    })
  })

  it('keeps what was written before an error', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const seen: string[][] = []
    const middleware: Middleware[] = [
      async (context, next) => {
        const response = await next()
        seen.push([...context.get(Writes)!.tags])
        return response
      },
    ]
    const action: Action = ({ writes }) => {
      writes('books')
      throw new Error('broken')
    }
    await post(createApp(action, { middleware }), '')
    expect(seen).toEqual([['books']])
  })

  it('is reported and ignored when the action has ended', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    let late: ((...tags: string[]) => void) | undefined
    const verdict = await judge(({ writes }) => ((late = writes), 1))
    expect(verdict).toEqual({ run: true, reason: 'undeclared-write' })
    late!('books')
    expect(String(logged.mock.calls[0])).toContain('the action of "cart" has ended')
  })

  it('is there in the action of a document and of a resource route', async () => {
    const action: Action = ({ writes }) => (writes('a'), 'done')
    const app = createApp(action, { routes: { api: { path: '/api', action } } })
    expect((await app('/cart', { method: 'POST' })).status).toBe(200)
    expect(await (await app('/api', { method: 'POST' })).text()).toBe('done')
  })
})

describe('what the client says that it holds', () => {
  const action: Action = ({ writes }) => (writes('x'), 1)
  const verdictsOf = async (parts: string): Promise<unknown> => {
    const app = createApp(action)
    const digest = await digestOf(app, '/books/dune', 'book')
    return (await post(app, parts.replaceAll('DIGEST', digest))).verdicts
  }
  const kept = { book: { run: false, reason: 'unwritten' } }

  it('is optional, and parts that are not known are ignored', async () => {
    expect(await verdictsOf('')).toBeUndefined()
    expect(await verdictsOf(';new=1')).toBeUndefined()
    expect(await verdictsOf(';new=1;have=book~DIGEST;at=%2Fbooks%2Fdune;later')).toEqual(kept)
  })

  it('is ignored for a GET', async () => {
    const app = createApp(action)
    const response = await app('/cart?_data=cart;have=cart;at=%2Fcart')
    expect(await response.json()).toEqual({ cart: { data: 'cart' } })
  })

  it.each([
    ['no entry', ';at=%2Fbooks%2Fdune;have='],
    ['a digest of another length', ';at=%2Fbooks%2Fdune;have=book~abc'],
    ['an invalid encoding', ';at=%2Fbooks%2Fdune;have=%zz'],
    ['65 entries', `;at=%2Fbooks%2Fdune;have=${'book,'.repeat(64)}book`],
    ['a page that does not exist', ';at=%2Fnowhere;have=book~DIGEST'],
    ['another host', ';at=%2F%2Fevil.test%2Fbooks%2Fdune;have=book~DIGEST'],
    ['another host with a tab', ';at=%2F%09%2Fevil.test%2Fbooks%2Fdune;have=book~DIGEST'],
    ['another host with a backslash', ';at=%2F%5Cevil.test%2Fbooks%2Fdune;have=book~DIGEST'],
    ['no path', ';at=books;have=book~DIGEST'],
    ['a path that is too long', `;at=%2Fbooks%2Fdune%3F${'x'.repeat(2048)};have=book~DIGEST`],
  ])('is not judged with %s', async (_name, parts) => {
    expect(await verdictsOf(parts)).toBeUndefined()
  })

  it('is judged with 64 entries, and only for routes of the page', async () => {
    const have = `;at=%2Fbooks%2Fdune;have=${'__proto__,'.repeat(62)}cart,book~DIGEST`
    expect(await verdictsOf(have)).toEqual(kept)
  })

  it('is judged by another build with the same secret, for the routes that it still has', async () => {
    const options = { tagSecret: 'a secret of this shop' }
    const old = createApp(action, { options })
    const digest = await digestOf(old, '/books/dune', 'book')
    const have = `;at=%2Fbooks%2Fdune;have=root,gone~${digest},book~${digest}`
    const verdicts = { root: { run: true, reason: 'undeclared' }, ...kept }
    const build = { manifestUrl: '/assets/manifest-2.js' }
    expect((await post(createApp(action, { options, build }), have)).verdicts).toEqual(verdicts)

    const other = createApp(action, { options: { tagSecret: 'another secret of it' } })
    expect((await post(other, have)).verdicts.book).toEqual({ run: true, reason: 'reads-changed' })
    const process = createApp(action) // Its secret is random.
    expect((await post(process, have)).verdicts.book.reason).toBe('reads-changed')
  })

  it('has no verdict for a route whose module decides', async () => {
    expect(await verdictsOf(';at=%2Fbooks%2Fdune;have=book~DIGEST!')).toEqual({})
    expect(await verdictsOf(';at=%2Fbooks%2Fdune;have=root!,book~DIGEST')).toEqual(kept)
  })

  it('runs no loader and no middleware of the page on show', async () => {
    const run = vi.fn()
    const guarded: FixtureRoute = {
      ...book,
      loader: () => run('loader'),
      middleware: [(_context, next) => (run('middleware'), next())],
    }
    const app = createApp(action, { routes: { book: guarded } })
    const { verdicts } = await post(app, ';at=%2Fbooks%2Fdune;have=book~aaaaaaaaaaaa')
    expect(verdicts).toEqual({ book: { run: true, reason: 'reads-changed' } })
    expect(run).not.toHaveBeenCalled()
  })

  it('tells a client with a guessed digest nothing about what was written', async () => {
    const app = createApp(({ writes }) => (writes('books'), 1))
    const { verdicts } = await post(app, ';at=%2Fbooks%2Fdune;have=book~aaaaaaaaaaaa')
    expect(verdicts.book.reason).toBe('reads-changed')
  })

  it('is judged after the check of the origin', async () => {
    const reads = vi.fn(() => ['a'])
    const app = createApp(action, { routes: { book: { ...book, reads } } })
    const response = await app('/cart?_data=cart;at=%2Fbooks%2Fdune;have=book', {
      method: 'POST',
      headers: { 'Sec-Fetch-Site': 'cross-site' },
    })
    expect(response.status).toBe(403)
    expect(reads).not.toHaveBeenCalled()
  })

  it('has no verdicts if no action ran', async () => {
    const app = createApp(action, { routes: { cart: { path: '/cart', default: () => null } } })
    const response = await app('/cart?_data=cart;have=root', { method: 'POST' })
    expect(response.status).toBe(405)
    expect(await response.json()).not.toHaveProperty('verdicts')
  })
})

describe.each([
  ['in memory', () => createMemorySessionStorage({ cookie: cookie() })],
  ['in the cookie', () => createCookieSessionStorage({ cookie: cookie() })],
] as [string, () => SessionStorage][])('a session %s', (_name, createStorage) => {
  const judgeAs = async (
    act: (session: Session) => void,
    begin?: (session: Session) => void,
  ): Promise<unknown> => {
    const storage = createStorage()
    let Cookie = ''
    if (begin) {
      const existing = await storage.getSession(new Request('http://shop.test/'))
      begin(existing)
      Cookie = (await storage.commitSession(existing)).split(';')[0]!
    }
    const app = createApp(
      ({ context, writes }) => {
        writes()
        act(context.get(Session) as Session)
        return 1
      },
      { middleware: [session(cookie(), storage)] },
    )
    const digest = await digestOf(app, '/books/dune', 'book')
    const parts = `;at=%2Fbooks%2Fdune;have=book~${digest}`
    return (await post(app, parts, { headers: { Cookie } })).verdicts.book
  }
  const runs = { run: true, reason: 'session' }
  const keeps = { run: false, reason: 'unwritten' }
  const ada = (session: Session): void => session.set('user', 'ada')

  it('runs every loader after a login, a logout and a new id', async () => {
    expect(await judgeAs(ada)).toEqual(runs)
    expect(await judgeAs((session) => session.destroy(), ada)).toEqual(runs)
    expect(await judgeAs((session) => session.regenerateId(), ada)).toEqual(runs)
    expect(await judgeAs((session) => (session.regenerateId(), ada(session)), ada)).toEqual(runs)
  })

  it('does not make loaders due if the session was only read or changed', async () => {
    expect(await judgeAs(() => {})).toEqual(keeps)
    expect(await judgeAs((session) => void session.get('user'), ada)).toEqual(keeps)
    expect(await judgeAs((session) => session.flash('message', 'Saved'), ada)).toEqual(keeps)
  })
})

function cookie(): ReturnType<typeof createCookie> {
  return createCookie('session', { secrets: ['a secret for tests'], httpOnly: true })
}
