import { prove } from './prove.fixture.ts'
import { jsx } from 'react/jsx-runtime'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { auth, requireAuth, type AuthScheme } from '../../middleware/auth/index.ts'
import {
  createRouter,
  type FetchHandlerSource,
  type Middleware,
} from '../../router/fetch-router/index.ts'
import { Outlet } from '../../pages/react/index.ts'
import { json, redirect, text } from '../../http/response/index.ts'
import { del, get, post, put } from '../../router/routes/index.ts'
import { createBuild, type FixtureRoute } from '../../pages/server/app.fixture.ts'
import { createHandler } from '../../pages/server/index.ts'

const root: FixtureRoute = {
  default: () => jsx('html', { children: jsx('body', { children: jsx(Outlet, {}) }) }),
}
const login: FixtureRoute = {
  path: '/enter',
  default: () => jsx('input', { type: 'password' }),
  contract: { body: z.object({ password: z.string().min(1) }) },
  action: () => null,
}
const guard: Middleware = ({ headers }, next) =>
  headers.get('Authorization') === 'Bearer secret' ? next() : text('sign in', 401)
/** No attacks: the plain requests and what follows from them are enough. */
const brief = { time: 0 }
const title = z.object({ title: z.string().min(1) })

function pages(routes: Record<string, FixtureRoute>): () => FetchHandlerSource {
  return () => createHandler(createBuild({ root, login, ...routes }))
}

describe('framework prove', () => {
  it('finds an action without a guard beside a loader that has one, by its contract', async () => {
    const { faults } = await prove(
      pages({
        settings: {
          path: '/settings',
          default: () => 'settings',
          contract: { body: title },
          loader: () => redirect('/enter'),
          action: () => null,
        },
      }),
      brief,
    )
    expect(faults).toMatchObject([
      {
        rule: 'access',
        routes: ['POST /settings', 'PUT /settings', 'PATCH /settings', 'DELETE /settings'],
        says: 'is open to a visitor who has not signed in, although GET /settings gets a redirect to /enter',
      },
    ])
  })

  it('finds an action without a contract that runs for every visitor, with --writes', async () => {
    const create = pages({
      settings: {
        path: '/settings',
        default: () => 'settings',
        loader: () => redirect('/enter'),
        action: () => null,
      },
    })
    const { faults } = await prove(create, { ...brief, writes: true })
    expect(faults.filter(({ rule }) => rule === 'access')).toMatchObject([
      { says: expect.stringContaining('although GET /settings gets a redirect to /enter') },
    ])
  })

  it('does not blame an action that refuses the visitor itself', async () => {
    const create = pages({
      settings: {
        path: '/settings',
        default: () => 'settings',
        loader: () => redirect('/enter'),
        action: () => redirect('/enter'),
      },
    })
    expect((await prove(create, brief)).faults).toEqual([])
    expect((await prove(create, { ...brief, writes: true })).faults).toEqual([])
  })

  it('does not report a page that redirects for another reason, or a page that signs visitors out', async () => {
    const create = pages({
      checkout: {
        path: '/checkout',
        default: () => 'check out',
        contract: { body: title },
        loader: () => redirect('/cart'),
        action: () => null,
      },
      cart: { path: '/cart', default: () => 'cart' },
      logout: {
        path: '/logout',
        loader: () => redirect('/enter'),
        action: () => redirect('/enter'),
      },
    })
    const { faults } = await prove(create, { ...brief, writes: true })
    expect(faults.filter(({ rule }) => rule === 'access')).toEqual([])
  })

  it('reports a redirect that crashes as a crash, and not as a way around a guard', async () => {
    const { faults } = await prove(() => {
      const router = createRouter()
      router.get('/old/*rest', ({ params }) => redirect(`/${params.rest}`))
      return router
    })
    expect(new Set(faults.map(({ rule }) => rule))).toEqual(new Set(['crash']))
  })

  it('finds a method that was left open beside guarded ones', async () => {
    let deleted = 0
    const { faults } = await prove(() => {
      const router = createRouter()
      router.map(get('/api/books'), () => json([]))
      router.map(post('/api/books', { body: title, accepts: ['json'] }), {
        middleware: [guard],
        handler: () => text('created'),
      })
      router.map(put('/api/books/:id', { body: title, accepts: ['json'] }), {
        middleware: [guard],
        handler: () => text('saved'),
      })
      router.map(del('/api/books/:id'), () => {
        deleted += 1
        return text('deleted')
      })
      return router
    })
    expect(faults).toMatchObject([
      {
        rule: 'access',
        routes: ['DELETE /api/books/:id'],
        says: expect.stringMatching(/although (?:POST|PUT) \/api\/books\S* gets a 401$/),
        curl: "curl --path-as-is -X DELETE 'http://localhost:3000/api/books/1'",
      },
    ])
    // It is found without deleting anything.
    expect(deleted).toBe(0)
  })

  it('takes allow of requireAuth() for a guard, also if every visitor has an identity', async () => {
    const guest = { name: 'a guest' }
    const guests: AuthScheme = {
      name: 'guests',
      authenticate: () => ({ status: 'success', identity: guest }),
    }
    const { faults } = await prove(() => {
      const router = createRouter({ middleware: [auth({ schemes: [guests] })] })
      const middleware = [requireAuth({ allow: (identity) => identity !== guest })]
      router.map(get('/api/books'), () => json([]))
      router.map(put('/api/books/:id'), { middleware, handler: () => text('saved') })
      router.map(del('/api/books/:id'), () => text('deleted'))
      return router
    }, brief)
    expect(faults).toMatchObject([
      {
        rule: 'access',
        routes: ['DELETE /api/books/:id'],
        says: expect.stringContaining('although PUT /api/books/:id gets a 403'),
      },
    ])
  })

  it('does not report an API in which every visitor may create, sign in and sign out', async () => {
    const { faults } = await prove(() => {
      const router = createRouter()
      router.map(get('/api/messages'), { middleware: [guard], handler: () => json([]) })
      router.map(post('/api/messages', { body: title, accepts: ['json'] }), () => text('sent'))
      router.map(del('/api/messages/:id'), { middleware: [guard], handler: () => text('gone') })
      router.map(get('/api/session'), { middleware: [guard], handler: () => text('you') })
      router.map(post('/api/session'), () => text('signed in'))
      router.map(del('/api/session'), () => text('signed out'))
      return router
    })
    expect(faults).toEqual([])
  })

  it.each([
    ['a query that opens a guard', 'preview', '/posts/1?preview=1'],
    ['a query with true that opens a guard', 'draft', '/posts/1?draft=true'],
  ])('finds %s', async (_, name, target) => {
    const value = target.split('=')[1]
    const { faults } = await prove(() => {
      const router = createRouter()
      const isPreview: Middleware = (context, next) =>
        context.url.searchParams.get(name) === value ? next() : guard(context, next)
      router.map(get('/posts/:id'), { middleware: [isPreview], handler: () => text('draft') })
      return router
    })
    expect(faults).toMatchObject([
      { rule: 'guard', curl: `curl --path-as-is 'http://localhost:3000${target}'` },
    ])
  })

  it('finds a cookie that any visitor can write and that opens a guard', async () => {
    const { faults } = await prove(() => {
      const router = createRouter()
      const isAdmin: Middleware = (context, next) =>
        /(?:^|; )role=admin/.test(context.headers.get('Cookie') ?? '')
          ? next()
          : guard(context, next)
      router.map(get('/admin'), { middleware: [isAdmin], handler: () => text('secret') })
      return router
    })
    expect(faults).toMatchObject([
      {
        rule: 'guard',
        curl: expect.stringMatching(/-H 'Cookie: [^']*role=admin[^']*' 'http:\S+\/admin'$/),
      },
    ])
  })

  it('finds a guard whose secret was never set', async () => {
    const { faults } = await prove(() => {
      const router = createRouter()
      const token = process.env['NO_SUCH_TOKEN']
      const unset: Middleware = ({ headers }, next) =>
        headers.get('Authorization') === `Bearer ${token}` ? next() : text('sign in', 401)
      router.map(get('/admin'), { middleware: [unset], handler: () => text('secret') })
      return router
    })
    expect(faults).toMatchObject([
      { rule: 'guard', curl: expect.stringContaining("-H 'Authorization: Bearer undefined'") },
    ])
  })

  it('reports one guard that compares paths as one fault, whatever the spellings', async () => {
    const { faults } = await prove(() => {
      const router = createRouter({
        trailingSlash: 'ignore',
        ignoreCase: true,
        middleware: [
          (context, next) =>
            ['/admin', '/staff'].includes(context.url.pathname) ? guard(context, next) : next(),
        ],
      })
      for (const path of ['/admin', '/staff']) router.get(path, () => text('secret'))
      return router
    })
    expect(faults).toMatchObject([{ rule: 'guard', routes: ['GET /admin', 'GET /staff'] }])
  })

  it('lists every route that a visitor may use who has not signed in, and starts no handler for it', async () => {
    let wrote = 0
    const write = (): Response => {
      wrote += 1
      return text('wrote')
    }
    const { strangers } = await prove(() => {
      const router = createRouter()
      router.get('/', () => text('home'))
      router.get('/old', () => redirect('/', 301))
      router.map(post('/contact'), write)
      router.map(post('/signup', { body: title }), write)
      router.map(get('/admin'), { middleware: [guard], handler: () => text('secret') })
      router.map(post('/admin'), { middleware: [guard], handler: write })
      return router
    }, brief)
    expect(strangers).toEqual(['GET /', 'POST /contact', 'GET /old', 'POST /signup'])
    expect(wrote).toBe(0)
  })
})
