import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compression } from '../../middleware/compression/index.ts'
import { createCookie } from '../../http/cookie/index.ts'
import { createRouter, type Middleware } from '../../router/fetch-router/index.ts'
import { createHandler } from './create-handler.ts'
import { createMatcher } from '../../router/route-pattern/index.ts'
import { later, redirect } from '../../http/response/index.ts'
import { SetCookie } from '../../http/headers/index.ts'
import { Outlet } from '../react/index.ts'
import {
  createCookieSessionStorage,
  createFileSessionStorage,
  createMemorySessionStorage,
  Session,
  type SessionStorage,
} from '../../state/session/index.ts'
import { session } from '../../middleware/session/index.ts'
import { createBuild, root, type FixtureRoute } from './app.fixture.ts'
import { secret } from './guarded-app.fixture.ts'

const origin = 'https://shop.test'
const cookie = createCookie('session', { secrets: ['a secret of more than 16 bytes'], path: '/' })

let dir: string
beforeAll(async () => void (dir = await mkdtemp(join(tmpdir(), 'one-trip-'))))
afterAll(() => rm(dir, { recursive: true, force: true }))

type Handle = (request: Request) => Promise<Response>

/** A browser with a cookie jar. It reads the first line of what it gets. */
function createVisitor(handle: Handle, { accepts = true } = {}) {
  const jar = new Map<string, string>()
  return {
    jar,
    async send(path: string, method = 'GET', headers: Record<string, string> = {}) {
      const Cookie = Array.from(jar, (pair) => pair.join('=')).join('; ')
      const response = await handle(
        new Request(origin + path, { method, headers: { ...headers, ...(Cookie && { Cookie }) } }),
      )
      for (const line of accepts ? response.headers.getSetCookie() : []) {
        const { maxAge, name, value } = SetCookie.from(line)
        if (maxAge === 0) jar.delete(name)
        else jar.set(name, value)
      }
      const encoding = response.headers.get('Content-Encoding')
      const body = encoding
        ? response.body!.pipeThrough(new DecompressionStream(encoding as CompressionFormat))
        : response.body
      const text = await new Response(body).text()
      return { response, text, first: text.split('\n')[0]! }
    },
  }
}

interface Shown {
  page?: { body: Record<string, { data: unknown }>; redirect?: { location: string } }
}

describe.each([
  ['in the cookie', () => createCookieSessionStorage({ cookie })],
  ['in memory', () => createMemorySessionStorage({ cookie })],
  ['in files', () => createFileSessionStorage({ cookie, dir })],
])('with sessions %s', (_name, createStorage: () => SessionStorage) => {
  const createShop = (around: Middleware[] = []) => {
    const book: FixtureRoute = {
      path: '/book',
      default: Outlet,
      loader: ({ context }) => ({
        note: context.get(Session).get('note') ?? null,
        user: context.get(Session).get('user') ?? null,
        reviews: later(() => 'later'),
      }),
      action: async ({ context, request }) => {
        const fields = await request.formData()
        context.get(Session).set('user', String(fields.get('user')))
        context.get(Session).flash('note', `saved for ${String(fields.get('user'))}`)
        return redirect('/book', 303)
      },
    }
    return createHandler(createBuild({ root, book }), (pages) => {
      const router = createRouter({ middleware: [...around, session(createStorage())] })
      router.map('/*', pages)
      return router
    }) as Handle
  }
  const submit = async (visitor: ReturnType<typeof createVisitor>, user: string, headers = {}) => {
    const { first, response } = await visitor.send('/book?_data=book;page=1', 'POST', {
      ...headers,
      'Content-Type': 'application/x-www-form-urlencoded',
      'X-User': user,
    })
    return { shown: JSON.parse(first) as Shown, response }
  }
  /** Passes the user on as a field, so that a request needs no body of its own. */
  const withBody =
    (handle: Handle): Handle =>
    (request) => {
      const user = request.headers.get('X-User')
      if (request.method !== 'POST' || user === null) return handle(request)
      return handle(
        new Request(request.url, {
          method: 'POST',
          headers: request.headers,
          body: new URLSearchParams({ user }),
        }),
      )
    }

  it.each([
    ['a plain app', [], {}],
    [
      'compression() around the session',
      [compression({ threshold: 0 })],
      { 'Accept-Encoding': 'gzip' },
    ],
  ])(
    'a flash message is shown once, by the page that follows: %s',
    async (_app, around, headers) => {
      const visitor = createVisitor(withBody(createShop(around)))
      // Without a cookie yet, the browser requests the page itself.
      expect((await submit(visitor, 'ada', headers)).shown.page).toBeUndefined()
      const asked = JSON.parse((await visitor.send('/book?_data=book')).first) as Shown['page']
      expect(asked).toMatchObject({ book: { data: { note: 'saved for ada', user: 'ada' } } })

      const { shown } = await submit(visitor, 'bob', headers)
      expect(shown.page!.body['book']!.data).toEqual({ note: 'saved for bob', user: 'bob' })
      const next = JSON.parse((await visitor.send('/book?_data=book')).first) as object
      expect(next).toMatchObject({ book: { data: { note: null, user: 'bob' } } })
    },
  )

  it('a visitor who refuses cookies requests the page, and gets nobody’s session', async () => {
    const visitor = createVisitor(withBody(createShop()), { accepts: false })
    for (const user of ['ada', 'ada']) {
      expect((await submit(visitor, user)).shown.page).toBeUndefined()
    }
    const asked = JSON.parse((await visitor.send('/book?_data=book')).first) as object
    expect(asked).toMatchObject({ book: { data: { note: null, user: null } } })
  })

  it('two visitors and two tabs at the same time each get their own page', async () => {
    const handle = withBody(createShop())
    const visitors = ['ada', 'bob', 'eve'].map((user) => ({ user, visitor: createVisitor(handle) }))
    for (const { user, visitor } of visitors) await submit(visitor, user)
    const pages = await Promise.all(
      visitors.flatMap(({ user, visitor }) =>
        ['', ' again'].map(async (tab) => {
          const { shown } = await submit(visitor, user + tab)
          return [user, shown.page!.body['book']!.data as { user: string }] as const
        }),
      ),
    )
    for (const [user, data] of pages) expect(data.user).toMatch(new RegExp(`^${user}`))
  })
})

describe('guards of the page that follows', () => {
  it.each(['/members', '/members/list', '/admin', '/admin/x', '/open/2', '/members/api'])(
    'run again for %s, whatever the first request was allowed to do',
    async (target) => {
      const guard: Middleware = ({ headers }, next) =>
        headers.get('Authorization') === 'yes' ? next() : new Response('guarded', { status: 401 })
      const matcher = createMatcher('/admin/*path')
      const secrets: FixtureRoute = { default: Outlet, loader: () => secret }
      const build = createBuild({
        root,
        open: {
          path: '/open/:id',
          default: Outlet,
          loader: () => 'open',
          action: () => redirect(target, 303),
        },
        members: { path: '/members', middleware: [guard], ...secrets },
        list: { path: '/members/list', parent: 'members', ...secrets },
        api: { path: '/members/api', parent: 'members', loader: () => secret },
        admin: { path: '/admin', ...secrets },
        page: { path: '/admin/:page', ...secrets },
      })
      const handle = createHandler(build, (pages) => {
        const router = createRouter({
          middleware: [
            (context, next) =>
              matcher.match(context.url) || context.url.pathname === '/admin'
                ? guard(context, next)
                : next(),
          ],
        })
        router.map('/*', pages.with({ oneTrip: 'any-path' }))
        return router
      }) as Handle
      const stranger = await createVisitor(handle).send('/open/1?_data=open;page=1', 'POST')
      expect(stranger.text).not.toContain(secret)
      const member = await createVisitor(handle).send('/open/1?_data=open;page=1', 'POST', {
        Authorization: 'yes',
      })
      const isPage = target !== '/members/api'
      expect((JSON.parse(member.text) as Shown).page !== undefined).toBe(isPage)
    },
  )

  it('is refused by a proxy that guards by path, as before', async () => {
    const build = createBuild({
      root,
      open: {
        path: '/open',
        default: Outlet,
        loader: () => 'open',
        action: () => redirect('/admin', 303),
      },
      admin: { path: '/admin', default: Outlet, loader: () => secret },
    })
    const app = createHandler(build) as Handle
    const proxy: Handle = async (request) =>
      new URL(request.url).pathname.startsWith('/admin')
        ? new Response('forbidden', { status: 403 })
        : app(request)
    const visitor = createVisitor(proxy)
    expect((await visitor.send('/open?_data=open;page=1', 'POST')).text).not.toContain(secret)
    expect((await visitor.send('/admin?_data=admin')).response.status).toBe(403)
  })

  it('never run for a form of another site, which is refused before the action', async () => {
    const seen: string[] = []
    const build = createBuild({
      root,
      open: { path: '/open', default: Outlet, loader: () => 'open', action: () => 'acted' },
    })
    const handle = createHandler(build, (pages) => {
      const router = createRouter({
        middleware: [({ method }, next) => (seen.push(method), next())],
      })
      router.map('/*', pages)
      return router
    }) as Handle
    const { response } = await createVisitor(handle).send('/open?_data=open;page=1', 'POST', {
      Origin: 'https://evil.test',
      'Sec-Fetch-Site': 'cross-site',
    })
    expect(response.status).toBe(403)
    expect(seen).toEqual(['POST'])
  })

  it('make one request more and never another, whatever a client writes into `_data`', async () => {
    let loads = 0
    const build = createBuild({
      root,
      open: {
        path: '/open',
        default: Outlet,
        loader: () => ++loads,
        action: () => redirect('/open?_data=open;page=1;page=1&_data=open', 303),
      },
    })
    const visitor = createVisitor(createHandler(build) as Handle)
    await visitor.send('/open?_data=open;page=1;page=1;at=%2Fopen;page=1&_data=open;page=1', 'POST')
    expect(loads).toBe(1)
    await visitor.send('/open?_data=open;page=1')
    expect(loads).toBe(2)
  })
})
