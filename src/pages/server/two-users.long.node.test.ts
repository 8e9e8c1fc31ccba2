import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from 'redis'
import { jsx, jsxs } from 'react/jsx-runtime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createClientRouter,
  createMemoryHistory,
  type ClientRouter,
} from '../client-router/index.ts'
import { createCookie } from '../../http/cookie/index.ts'
import { cache } from '../../middleware/cache/index.ts'
import { createContextKey, createRouter } from '../../router/fetch-router/index.ts'
import { SetCookie } from '../../http/headers/index.ts'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { Outlet, Scripts, useLoaderData } from '../react/index.ts'
import { data, redirect } from '../../http/response/index.ts'
import { session } from '../../middleware/session/index.ts'
import {
  createCookieSessionStorage,
  createFileSessionStorage,
  createMemorySessionStorage,
  createRedisSessionStorage,
  createSessionStorage,
  Session,
  type SessionStorage,
} from '../../state/session/index.ts'
import { startRedisServer, type RedisServer } from '../../state/session/redis-server.fixture.ts'
import { createMemoryStorage } from '../../state/storage/index.ts'
import { createBuild } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'

const cookie = createCookie('session', { secrets: ['a secret of more than 16 bytes'] })
const origin = 'https://shop.test'

let redis: RedisServer
let client: ReturnType<typeof createClient>
let dir: string

beforeAll(async () => {
  redis = await startRedisServer()
  client = createClient({ url: `redis://127.0.0.1:${redis.port}` })
  client.on('error', () => {}) // The server is stopped at the end.
  await client.connect()
  dir = await mkdtemp(join(tmpdir(), 'two-users-'))
})

afterAll(async () => {
  client.destroy()
  await redis.close()
  await rm(dir, { recursive: true, force: true })
})

describe.each([
  ['in the cookie', () => createCookieSessionStorage({ cookie })],
  ['in memory', () => createMemorySessionStorage({ cookie })],
  ['in files', () => createFileSessionStorage({ cookie, dir })],
  ['in Redis', () => createRedisSessionStorage({ cookie, client })],
  ['in a storage of the app', createMapStorage],
] as [string, () => SessionStorage][])('with sessions %s', (_, createStorage) => {
  describe.each([
    ['a form', submitForm],
    ['a fetcher', submitFetcher],
  ])('%s', (_, submit) => {
    it('keeps the data of the same user, if nothing of it was written', async () => {
      const shop = await openShop(createStorage(), 'ada')
      const tab = await shop.openTab()
      await submit(tab, 'nothing')
      expect(tab.shown()).toEqual({ shop: 'for ada', account: 'secret of ada', root: 'ada' })
      expect(shop.runs).toEqual(['account', 'root', 'shop', 'root'])
    })

    it.each([
      ['login', 'bob'],
      ['login by hand', 'bob'],
      ['logout', 'nobody'],
      ['logout by hand', 'nobody'],
    ])('shows nothing of the user before its %s, whatever the tags', async (does, user) => {
      const shop = await openShop(createStorage(), 'ada')
      const tab = await shop.openTab()
      await submit(tab, does)
      expect(tab.shown()).toEqual({ shop: `for ${user}`, account: `secret of ${user}`, root: user })
      expect(tab.shown()).toEqual(await shop.freshData())
    })

    it('shows no data with a tag of the user before its login without a new id', async () => {
      const shop = await openShop(createStorage(), 'ada')
      const tab = await shop.openTab()
      await submit(tab, 'login without a new id')
      expect(tab.shown()).toMatchObject({ account: 'secret of bob', root: 'bob' })
    })

    it('shows the user of a new session, whatever the tags', async () => {
      const shop = await openShop(createStorage())
      const tab = await shop.openTab()
      expect(tab.shown()).toMatchObject({ shop: 'for nobody' })
      await submit(tab, 'login without a new id')
      expect(tab.shown()).toEqual({ shop: 'for bob', account: 'secret of bob', root: 'bob' })
    })

    it.each([
      ['login', 'bob'],
      ['logout', 'nobody'],
      ['new session', 'ada'],
    ])('shows no data with a tag of the user before a %s in another tab', async (does, user) => {
      const shop = await openShop(createStorage(), 'ada')
      const tab = await shop.openTab()
      await shop.act(does === 'new session' ? 'logout' : does)
      if (does === 'new session') await shop.act('login', 'ada')
      await submit(tab, 'nothing')
      expect(tab.shown()).toMatchObject({ account: `secret of ${user}`, root: user })
    })

    it('is judged for the user who sent it, if another tab logs in while it runs', async () => {
      const shop = await openShop(createStorage(), 'ada')
      const tab = await shop.openTab()
      const release = shop.hold()
      const submitted = submit(tab, 'wait')
      await eventually(() => expect(shop.isWaiting()).toBe(true), 2)
      await shop.act('login')
      release()
      await submitted
      await submit(tab, 'nothing')
      expect(tab.shown()).toMatchObject({ account: 'secret of bob', root: 'bob' })
    })
  })
})

describe('a page behind cache(), for a user whom `provide` has set', () => {
  const User = createContextKey<string>()
  const shared = { 'Cache-Control': 's-maxage=60' }

  it('is never the page or the data of another user', async () => {
    const build = createBuild({
      root: { default: () => jsx('html', { children: jsx(Outlet, {}) }) },
      account: {
        path: '/account',
        headers: shared,
        loader: ({ context }) => `secret of ${context.get(User)}`,
        default: function Account() {
          return jsx('p', { children: useLoaderData() as string })
        },
      },
    })
    const handler = createHandler(
      build,
      (pages) => {
        const responses = cache({ storage: createMemoryStorage(), routes: ['/*'] })
        const router = createRouter({ middleware: [responses] })
        router.map('/*', pages)
        return router
      },
      { provide: (context, user: string) => context.set(User, user) },
    )
    for (const url of ['/account', '/account?_data=account']) {
      for (const user of ['ada', 'bob', 'ada']) {
        const response = await handler(new Request(origin + url), user)
        expect(await response.text()).toContain(`secret of ${user}`)
        expect(response.headers.get('Cache-Control')).toContain('private')
      }
    }
  })
})

interface Tab {
  router: ClientRouter
  /** What the page shows, by route id. */
  shown(): unknown
}

async function submitForm({ router }: Tab, does: string): Promise<void> {
  router.submit({ action: '/account?index', method: 'post', formData: createForm(does) })
  await eventually(() => expect(router.getSnapshot().transition.state).toBe('idle'), 2)
}

async function submitFetcher({ router }: Tab, does: string): Promise<void> {
  router.fetcherSubmit(
    'f',
    { action: '/account?index', method: 'post', formData: createForm(does) },
    'root',
  )
  await eventually(() => {
    const { fetchers, revalidation } = router.getSnapshot()
    expect([fetchers.get('f')?.state ?? 'idle', revalidation]).toEqual(['idle', 'idle'])
  }, 2)
}

/** A shop with one browser. All its tabs have the same cookies. */
async function openShop(storage: SessionStorage, user?: string) {
  const runs: string[] = []
  let jar = ''
  let held = Promise.resolve()
  let isWaiting = false

  const userOf = (current: Session): string => String(current.get('user') ?? 'nobody')
  const build = createBuild({
    root: {
      default: () =>
        jsx('html', {
          children: jsxs('body', { children: [jsx(Outlet, {}), jsx(Scripts, {})] }),
        }),
      loader({ context }) {
        runs.push('root')
        return userOf(context.get(Session) as Session)
      },
    },
    // Its tag is the same for all users, although its data is not.
    shop: {
      path: '/account',
      default: () => jsx(Outlet, {}),
      reads: () => ['shop'],
      loader({ context }) {
        runs.push('shop')
        return `for ${userOf(context.get(Session) as Session)}`
      },
    },
    account: {
      path: '/account',
      parent: 'shop',
      index: true,
      default: () => null,
      reads: ({ context }) => [`account:${userOf(context.get(Session) as Session)}`],
      loader({ context }) {
        runs.push('account')
        return `secret of ${userOf(context.get(Session) as Session)}`
      },
      async action({ context, request, writes }) {
        const current = context.get(Session) as Session
        const form = await request.formData()
        const name = String(form.get('user'))
        const byHand = async (change: (own: Session) => void) => {
          // Another object than the middleware has, so that only the header tells of the change.
          const own = await storage.getSession(request.headers.get('Cookie'))
          change(own)
          return data('done', { headers: { 'Set-Cookie': await storage.commitSession(own) } })
        }
        writes()
        switch (form.get('does')) {
          case 'login':
            current.regenerateId()
            current.set('user', name)
            return redirect('/account', 303)
          case 'login without a new id':
            current.set('user', name)
            return 'done'
          case 'login by hand':
            return byHand((own) => own.set('user', name))
          case 'logout':
            current.destroy()
            return redirect('/account', 303)
          case 'logout by hand': {
            const own = await storage.getSession(request.headers.get('Cookie'))
            const headers = { 'Set-Cookie': await storage.destroySession(own) }
            return redirect('/account', { status: 303, headers })
          }
          case 'wait':
            isWaiting = true
            await held
            return 'done'
          default:
            return 'done'
        }
      },
    },
  })
  const handler = createHandler(build, (pages) => {
    const router = createRouter({ middleware: [session(cookie, storage)] })
    router.map('/*', pages)
    return router
  })

  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(jar === '' ? undefined : { Cookie: jar })
    const response = await handler(new Request(origin + path, { ...init, headers }))
    for (const text of response.headers.getSetCookie()) {
      const { maxAge, name, value } = SetCookie.from(text)
      jar = maxAge === 0 || value === '' ? '' : `${name}=${value}`
    }
    return response
  }
  const act = async (does: string, name = 'bob'): Promise<void> => {
    const response = await send('/account?index', { method: 'POST', body: createForm(does, name) })
    await response.text()
  }

  if (user !== undefined) await act('login', user)

  return {
    runs,
    act,
    isWaiting: () => isWaiting,
    /** Makes the action `wait` wait until it is released. */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    async freshData(): Promise<unknown> {
      return readHandoff(await send('/account')).then(({ loaderData }) => loaderData)
    },
    async openTab(): Promise<Tab> {
      runs.length = 0
      const { loaderData, reads, query } = await readHandoff(await send('/account'))
      runs.sort()
      const router = createClientRouter({
        manifest: build.manifest,
        history: createMemoryHistory(['/account']),
        modules: { get: () => ({}), load: async () => ({}) },
        data: ({ url, method, body }) =>
          send(url, { method, ...(body !== undefined && { body: body as FormData }) }),
        loadDocument: async () => {},
        skew: { read: () => undefined, write: () => false, clear: () => undefined },
        origin,
        page: { loaderData, reads, query },
      })
      router.fetcherMount('f', 'root')
      return { router, shown: () => ({ ...router.getSnapshot().loaderData }) }
    },
  }
}

async function readHandoff(response: Response) {
  const html = await response.text()
  return JSON.parse(/type="application\/json">(.*?)<\/script>/.exec(html)![1]!)
}

function createForm(does: string, user = 'bob'): FormData {
  const form = new FormData()
  form.append('does', does)
  form.append('user', user)
  return form
}

/** A storage that an app could write itself. */
function createMapStorage(): SessionStorage {
  const records = new Map<string, Record<string, unknown>>()
  return createSessionStorage({
    cookie,
    async createData(record) {
      const id = crypto.randomUUID().replaceAll('-', '')
      records.set(id, { ...record })
      return id
    },
    readData: async (id) => records.get(id) ?? null,
    async updateData(id, record) {
      records.set(id, { ...record })
    },
    async deleteData(id) {
      records.delete(id)
    },
  })
}
