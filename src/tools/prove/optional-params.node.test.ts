import { prove } from './prove.fixture.ts'
import { jsx, jsxs } from 'react/jsx-runtime'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  createRouter,
  type FetchHandlerSource,
  type Middleware,
} from '../../router/fetch-router/index.ts'
import { Outlet, useLoaderData } from '../../pages/react/index.ts'
import { json, redirect, text } from '../../http/response/index.ts'
import { get } from '../../router/routes/index.ts'
import { createBuild, type FixtureRoute } from '../../pages/server/app.fixture.ts'
import { createHandler } from '../../pages/server/index.ts'
import type { ProveUsers } from '../testing/index.ts'

const tokens = { ada: '4f1d2a90c7', bob: '93be07d15a' }
const users: ProveUsers = {
  ada: () => ({ Cookie: `sid=${tokens.ada}` }),
  bob: () => ({ Cookie: `sid=${tokens.bob}` }),
}
const userOf = (headers: Headers): 'ada' | 'bob' | undefined =>
  (['ada', 'bob'] as const).find((name) => headers.get('Cookie')?.includes(tokens[name]))

const page = (body: string): Response =>
  new Response(`<!doctype html>${body}`, { headers: { 'Content-Type': 'text/html' } })
const notFound = (): Response => new Response('Not Found', { status: 404 })

/** Pages in two languages, as the guide builds them: `/books` is English, `/de/books` German, and `/fr/books` is not there. */
function createSite(routes: Record<string, FixtureRoute>) {
  return (): FetchHandlerSource => {
    const layout: FixtureRoute = {
      path: '(/:lang)',
      loader({ params }) {
        if (params['lang'] !== undefined && params['lang'] !== 'de') throw notFound()
        return null
      },
      default: () => jsx(Outlet, {}),
    }
    const below = Object.entries(routes).map(
      ([id, route]) => [id, { ...route, parent: 'language' }] as const,
    )
    const links = ['/', '/de', '/de/books'].map((href) => jsx('a', { href, children: href }, href))
    const build = createBuild({
      root: {
        default: () => jsx('html', { children: jsx('body', { children: jsx(Outlet, {}) }) }),
      },
      language: layout,
      home: {
        path: '(/:lang)',
        parent: 'language',
        index: true,
        default: () => jsxs('p', { children: links }),
      },
      ...Object.fromEntries(below),
    })
    // As in a build: beside a home page with an optional path, the root is not a page.
    const root = build.manifest.routes['root'] as { pattern?: string; path?: unknown }
    delete root.pattern
    delete root.path
    return createHandler(build)
  }
}

const books: FixtureRoute = { path: '(/:lang)/books', default: () => 'books' }

describe('framework prove, in an app whose languages are an optional param', () => {
  it('finds a page that does not escape its query', async () => {
    const xss: FixtureRoute = {
      path: '(/:lang)/xss',
      loader: ({ context }) => context.url.searchParams.get('q') ?? '',
      default: () => jsx('p', { dangerouslySetInnerHTML: { __html: useLoaderData<string>() } }),
    }
    const { faults, untried } = await prove(createSite({ books, xss }))
    expect(faults.map(({ rule, routes }) => [rule, ...routes])).toContainEqual([
      'markup',
      'GET (/:lang)/xss',
    ])
    expect(untried).toEqual([])
  })

  it('tries the guard of a page in the other languages, too', async () => {
    const guard: Middleware = ({ url }, next) =>
      url.pathname.startsWith('/de/') ? next() : redirect('/login')
    const admin: FixtureRoute = {
      path: '(/:lang)/admin',
      middleware: [guard],
      default: () => 'the secret',
    }
    const { faults } = await prove(createSite({ books, admin }))
    expect(faults).toMatchObject([
      {
        rule: 'guard',
        routes: ['GET (/:lang)/admin'],
        what: 'with "de" as the param "lang"',
        says: 'got a 200, although the plain request gets a redirect to /login',
      },
    ])
  })

  it('finds that one user sees what belongs to another', async () => {
    const { faults } = await prove(
      () => {
        const router = createRouter()
        const isLanguage = (lang: string | undefined): boolean =>
          lang === undefined || lang === 'de'
        router.get('(/:lang)/orders', ({ headers, params }) => {
          if (!isLanguage(params.lang)) return notFound()
          const user = userOf(headers)
          if (user === undefined) return text('sign in', 401)
          const id = user === 'ada' ? 17 : 18
          return page(`<a href="/orders/${id}">Order</a>`)
        })
        router.get('(/:lang)/orders/:id', ({ headers, params }) => {
          if (!isLanguage(params.lang)) return notFound()
          if (userOf(headers) === undefined) return text('sign in', 401)
          return page(params.id === '17' ? 'three lamps' : 'nine chairs')
        })
        return router
      },
      { users, time: 0 },
    )
    expect(faults).toMatchObject([{ rule: 'user', routes: ['GET (/:lang)/orders/:id'] }])
  })

  it('does not take a public page beside a guarded one for a gap', async () => {
    const { faults } = await prove(() => {
      const router = createRouter()
      router.get('/users(/:id)', ({ params }) =>
        params.id === undefined ? text('sign in', 401) : text('a public profile'),
      )
      return router
    })
    expect(faults).toEqual([])
  })

  it('follows a redirect to the first language, which is no guard', async () => {
    const { strangers, untried } = await prove(() => {
      const router = createRouter({
        middleware: [
          ({ url }, next) =>
            url.pathname.startsWith('/en') ? next() : redirect(`/en${url.pathname}`),
        ],
      })
      router.get('(/:lang)/books', () => text('books'))
      return router
    })
    expect(strangers).toEqual(['GET (/:lang)/books'])
    expect(untried).toEqual([])
  })
})

describe('framework prove looks for addresses', () => {
  const shop = (how: (router: ReturnType<typeof createRouter>) => void) => () => {
    const router = createRouter()
    router.get('/items/:id', ({ params, url }) => {
      if (params.id !== 'a-lamp') return notFound()
      if (url.searchParams.get('page') === '-1') throw new Error('no such page')
      return text('a lamp')
    })
    how(router)
    return router
  }

  it.each([
    ['a link', page('<a href="/items/a-lamp">A lamp</a>')],
    ['a relative link', page("<a href='items/a-lamp?x=1#top'>A lamp</a>")],
    ['a link to the same page with another name', page('<a href=/items/a-lamp>A lamp</a>')],
    ['a redirect', redirect('/items/a-lamp')],
    ['a list', json([{ id: 'none' }, { id: 'a-lamp' }])],
  ])('in %s', async (_, response) => {
    const path = response.headers.get('Content-Type')?.includes('json') ? '/items' : '/start'
    const { faults, untried } = await prove(
      shop((router) => router.get(path, () => response.clone())),
    )
    expect(faults).toMatchObject([{ rule: 'crash', routes: ['GET /items/:id'] }])
    expect(untried).toEqual([])
  })

  it('on a page that was read later', async () => {
    const { faults } = await prove(
      shop((router) => {
        router.get('/rooms/of/this/house', () => page('<a href="/items/a-lamp">A lamp</a>'))
      }),
    )
    expect(faults).toMatchObject([{ rule: 'crash', routes: ['GET /items/:id'] }])
  })

  it('tries another link if the first is dead', async () => {
    const { faults } = await prove(
      shop((router) => {
        router.get('/start', () => page('<a href="/items/gone">x</a><a href="/items/a-lamp">y</a>'))
      }),
    )
    expect(faults).toMatchObject([{ rule: 'crash', routes: ['GET /items/:id'] }])
  })

  it('in the contract of a layout', async () => {
    const kinds = z.object({ kind: z.enum(['lamps', 'chairs']) })
    const { untried, faults } = await prove(() =>
      createHandler(
        createBuild({
          root: {
            default: () => jsx('html', { children: jsx('body', { children: jsx(Outlet, {}) }) }),
          },
          kind: { path: '/:kind', contract: { params: kinds }, default: () => jsx(Outlet, {}) },
          item: {
            path: '/:kind/:id',
            parent: 'kind',
            contract: { params: z.object({ id: z.int().min(4) }) },
            loader: () => 'item',
            default: () => 'item',
          },
        }),
      ),
    )
    expect(faults).toEqual([])
    expect(untried).toEqual([])
  })

  it('and says for which routes it found none', async () => {
    const { untried } = await prove(shop(() => {}))
    expect(untried).toMatchObject([{ reason: 'missing', routes: ['GET /items/:id'] }])
  })
})

describe('framework prove says', () => {
  it('at which routes it tried no more than the guard', async () => {
    const { untried, tried } = await prove(() => {
      const router = createRouter()
      router.get('/', () => text('home'))
      router.get('/admin', () => text('sign in', 401))
      router.get('/staff', () => redirect('/login'))
      router.get('/old', () => redirect('/'))
      return router
    })
    expect(untried).toMatchObject([{ reason: 'guard', routes: ['GET /admin', 'GET /staff'] }])
    expect(tried).toBe(2)
  })

  it('nothing about a page for everything else, whose response is a 404', async () => {
    const { untried } = await prove(() => {
      const router = createRouter()
      router.get('/', () => text('home'))
      router.get('/*', () => text('no such page', 404))
      return router
    })
    expect(untried).toEqual([])
  })

  it('which routes only its users have seen', async () => {
    const { untried, tried } = await prove(
      () => {
        const router = createRouter()
        router.get('/orders', ({ headers }) =>
          userOf(headers) ? text(`orders of ${userOf(headers)}`) : text('sign in', 401),
        )
        return router
      },
      { users, time: 0 },
    )
    expect(untried).toMatchObject([{ reason: 'user', routes: ['GET /orders'] }])
    expect(tried).toBe(0)
  })

  it('for which routes it could not create input', async () => {
    const { untried } = await prove(() => {
      const router = createRouter()
      router.map(get('/search', { search: z.object({ q: z.string().regex(/^\d{7}x$/) }) }), () =>
        text('found'),
      )
      return router
    })
    expect(untried).toMatchObject([{ reason: 'handler', routes: ['GET /search'] }])
  })
})
