import { Suspense, use } from 'react'
import { jsx } from 'react/jsx-runtime'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { cache, type CacheOptions } from '../../middleware/cache/index.ts'
import { createCookie } from '../../http/cookie/index.ts'
import { createContextKey, createRouter, type Middleware } from '../../router/fetch-router/index.ts'
import { Scripts, useLoaderData } from '../react/index.ts'
import { data, redirect } from '../../http/response/index.ts'
import { secureHeaders } from '../../middleware/secure-headers/index.ts'
import { createMemorySessionStorage, Session } from '../../state/session/index.ts'
import { session } from '../../middleware/session/index.ts'
import { createMemoryStorage } from '../../state/storage/index.ts'
import { writes } from '../../state/tags/index.ts'
import { createBuild, root, type FixtureRoute } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const Env = createContextKey<string>()
const cookie = createCookie('session', { secrets: ['a-secret-of-16-bytes'] })
const shared = { 'Cache-Control': 'public, s-maxage=60', 'Cache-Tag': 'books' }

/** An app of pages behind a cache, and how often its loaders ran. */
function createShop(before: readonly Middleware<any>[] = [], options: Partial<CacheOptions> = {}) {
  const runs: Record<string, number> = {}
  const count = (name: string): number => (runs[name] = (runs[name] ?? 0) + 1)
  const Show = () => jsx('main', { children: JSON.stringify(useLoaderData()) })
  const headers = () => shared
  const sessions = createMemorySessionStorage<{ name: string }>()

  const routes: Record<string, FixtureRoute> = {
    root,
    layout: { default: root.default!, loader: () => ({ layout: count('layout') }), headers },
    books: {
      path: '/books',
      parent: 'layout',
      default: () => [jsx(Show, {}, 'show'), jsx(Scripts, {}, 'scripts')],
      headers,
      loader: ({ context }) => ({ books: count('books'), env: context.get(Env) }),
      action: ({ context }) => {
        writes(context, 'books')
        return redirect('/books', 303)
      },
    },
    authors: {
      path: '/authors/:name',
      default: Show,
      headers: () => ({ 'Cache-Control': 'public, s-maxage=60' }),
      reads: ({ params }) => [`author:${params['name']}`],
      loader: () => ({ authors: count('authors') }),
      action: ({ params, writes }) => {
        writes(`author:${params['name']}`)
        return redirect('.', 303)
      },
    },
    greeting: {
      path: '/greeting',
      default: Show,
      headers,
      loader: ({ context }) => ({ name: context.get(Session)!.get('name') ?? 'stranger' }),
    },
    moved: {
      path: '/moved',
      default: Show,
      loader: () => redirect('/books', { status: 301, headers: shared }),
    },
    missing: {
      path: '/missing',
      default: Show,
      headers: ({ errorHeaders }) => errorHeaders ?? shared,
      ErrorBoundary: () => jsx('p', { children: `missing ${count('missing')}` }),
      loader: () => {
        count('loader of missing')
        throw data(null, { status: 404, headers: shared })
      },
    },
    broken: {
      path: '/broken',
      default: Show,
      headers,
      ErrorBoundary: () => jsx('p', { children: 'broken' }),
      loader: () => {
        throw new Error(`broken ${count('broken')}`)
      },
    },
    slow: {
      path: '/slow',
      headers,
      loader: () => ({ slow: count('slow') }),
      default: () => jsx(Suspense, { fallback: 'waiting', children: jsx(Late, {}) }),
    },
  }
  let late: Promise<string> | undefined
  const Late = () =>
    jsx('p', {
      children: use((late ??= new Promise((resolve) => setTimeout(() => resolve('late'), 2)))),
    })

  const handler = createHandler(
    createBuild(routes),
    (pages) => {
      const router = createRouter({
        middleware: [
          ...before,
          cache({ storage: createMemoryStorage(), routes: ['/*'], ...options }),
          session(cookie, sessions),
        ],
      })
      router.map('/*', pages)
      return router
    },
    { provide: (context, env: string) => context.set(Env, env, { shared: true }) },
  )
  const send = (path: string, init?: RequestInit) =>
    handler(new Request(`https://example.com${path}`, init), 'env')

  return {
    runs,
    send,
    read: async (path: string, init?: RequestInit) => (await send(path, init)).text(),
    async logIn(name: string): Promise<Record<string, string>> {
      const own = await sessions.read(null)
      own.set('name', name)
      return { Cookie: (await cookie.serialize(await sessions.save(own))).split(';')[0]! }
    },
  }
}

describe('pages of two builds with one storage', () => {
  it('are stored separately, and an invalidation drops those of both', async () => {
    const storage = createMemoryStorage()
    let runs = 0
    const deploy = (version: string) => {
      const build = createBuild({
        root,
        books: {
          path: '/books',
          loader: () => ({ version, run: ++runs }),
          default: () => jsx('main', { children: JSON.stringify(useLoaderData()) }),
          headers: () => shared,
        },
      })
      const responses = cache({ storage, routes: ['/*'] })
      const handler = createHandler(
        { ...build, manifest: { ...build.manifest, version } },
        (pages) => {
          const router = createRouter({ middleware: [responses] })
          router.map('/*', pages)
          return router
        },
      )
      const read = async () => {
        const response = await handler(new Request('https://example.com/books?_data=books'))
        return ((await response.json()) as { books: { data: unknown } }).books.data
      }
      return { responses, read }
    }

    const [old, current] = [deploy('old'), deploy('current')]
    for (let i = 0; i < 2; i++) {
      expect(await old.read()).toEqual({ version: 'old', run: 1 })
      expect(await current.read()).toEqual({ version: 'current', run: 2 })
    }

    await current.responses.invalidate('books')
    expect(await old.read()).toEqual({ version: 'old', run: 3 })
    expect(await current.read()).toEqual({ version: 'current', run: 4 })
  })
})

describe('pages behind cache()', () => {
  it('are stored as a document, and as data for each choice of routes', async () => {
    const { read, send, runs } = createShop()
    const document = await read('/books')
    const both = await read('/books?_data=layout,books')
    const one = await read('/books?_data=books')
    expect(document).toContain('<main>{&quot;books&quot;:1,&quot;env&quot;:&quot;env&quot;}')
    expect(JSON.parse(both)).toEqual({
      layout: { data: { layout: 2 } },
      books: { data: { books: 2, env: 'env' } },
    })
    expect(JSON.parse(one)).toEqual({ books: { data: { books: 3, env: 'env' } } })

    expect(await read('/books')).toBe(document)
    expect(await read('/books?_data=layout,books')).toBe(both)
    expect(await read('/books?_data=books,layout')).toBe(both)
    expect(await read('/books?_data=books')).toBe(one)
    expect(runs['books']).toBe(3)
    const response = await send('/books?_data=books')
    expect(response.headers.get('X-Framework-Response')).toBe('data')
    expect((await send('/books')).headers.get('X-Framework-Response')).toBe(null)
    expect((await send('/books', { method: 'HEAD' })).status).toBe(200)
    expect(runs['books']).toBe(3)
  })

  it('are stored with the fields that a request asks for, whatever ids another one has sent', async () => {
    const { read } = createShop()
    const without = await read('/books?_data=books,fields%20of%20books')
    expect(JSON.parse(without)).toEqual({ books: { data: { books: 1, env: 'env' } } })
    const asked = await read('/books?_data=books;fields=books')
    expect(JSON.parse(asked)).toEqual({ books: { data: { books: 2, env: 'env' }, fields: {} } })
    expect(await read('/books?_data=books;fields=books')).toBe(asked)
  })

  it('are made again when an action has written what their loaders read', async () => {
    const { read, send, runs } = createShop()
    const first = await read('/authors/herbert')
    await read('/authors/le-guin')
    expect(await read('/authors/herbert')).toBe(first)
    const origin = 'https://example.com'
    await send('/authors/le-guin', { method: 'POST', headers: { Origin: origin } })
    expect(await read('/authors/herbert')).toBe(first)
    expect(runs['authors']).toBe(2)
    await send('/authors/herbert', { method: 'POST', headers: { Origin: origin } })
    await read('/authors/herbert')
    expect(runs['authors']).toBe(3)
  })

  it('are the same for a visitor who is logged in, and a page that greets is not stored', async () => {
    const { read, send, logIn, runs } = createShop()
    const [ada, bob] = [await logIn('Ada'), await logIn('Bob')]
    const first = await read('/books', { headers: ada })
    expect(await read('/books', { headers: bob })).toBe(first)
    expect(runs['books']).toBe(1)

    for (const path of ['/greeting', '/greeting?_data=greeting']) {
      for (let i = 0; i < 2; i++) {
        expect(await read(path, { headers: ada })).toContain('Ada')
        expect(await read(path, { headers: bob })).toContain('Bob')
        expect(await read(path)).toContain('stranger')
      }
      const { headers } = await send(path, { headers: ada })
      expect(headers.get('Cache-Control')).not.toMatch(/public|s-maxage/)
    }
  })

  it('are dropped by an action that says what it wrote', async () => {
    const { read, send } = createShop()
    const [document, loaded] = [await read('/books'), await read('/books?_data=books')]
    const headers = {
      'Content-Type': 'application/x-www-form-urlencoded',
      Origin: 'https://example.com',
    }
    expect((await send('/books', { method: 'POST', body: 'a=b', headers })).status).toBe(303)
    expect(await read('/books')).not.toBe(document)
    expect(await read('/books?_data=books')).not.toBe(loaded)
  })

  it('are stored with a redirect and a 404, if their policy says so', async () => {
    const { send, runs } = createShop()
    for (let i = 0; i < 2; i++) {
      const moved = await send('/moved')
      expect([moved.status, moved.headers.get('Location')]).toEqual([301, '/books'])
      const inData = await send('/moved?_data=moved')
      expect([
        inData.status,
        ((await inData.json()) as { redirect: { location: string } }).redirect.location,
      ]).toEqual([202, '/books'])
      expect((await send('/missing')).status).toBe(404)
    }
    expect(runs['loader of missing']).toBe(1)
  })

  it('are not stored with an error', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { send, runs } = createShop()
    for (let i = 0; i < 2; i++) expect((await send('/broken')).status).toBe(500)
    expect(runs['broken']).toBe(3)
  })

  it('are stored whole if they suspend, and work with a policy that has a nonce', async () => {
    const { send, runs } = createShop([secureHeaders({ nonce: true })])
    for (let i = 0; i < 2; i++) {
      const response = await send('/slow')
      const html = await response.text()
      expect(html).toContain('<p>late</p>')
      expect(html).not.toMatch(/nonce|waiting|\$RC/)
      expect(response.headers.get('Content-Security-Policy')).toMatch(/script-src 'self' 'nonce-/)
    }
    expect(runs['slow']).toBe(1)
  })

  it('say which query they were made with, because visitors with another one get them too', async () => {
    const { read, runs } = createShop([], { query: ['q'] })
    const document = await read('/books?utm_source=mail&q=a')
    expect(document).toContain('"search":"?q=a"')
    expect(await read('/books?q=a&fbclid=5')).toBe(document)
    expect(await read('/books?fbclid=5')).toContain('"search":""')
    expect(runs['books']).toBe(2)
    const data = await read('/books?utm_source=mail&q=a&_data=books')
    expect(await read('/books?q=a&_data=books')).toBe(data)
  })
})
