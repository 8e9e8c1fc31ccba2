import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { jsx, jsxs } from 'react/jsx-runtime'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { cache } from '../../middleware/cache/index.ts'
import { createCookie } from '../../http/cookie/index.ts'
import { formData } from '../../middleware/form-data/index.ts'
import { createRouter, type Middleware, type ServerEvent } from '../../router/fetch-router/index.ts'
import { logger } from '../../middleware/logger/index.ts'
import { Form, Outlet, Scripts } from '../react/index.ts'
import type { ActionArgs } from '../react/index.ts'
import { data, redirect } from '../../http/response/index.ts'
import {
  createCookieSessionStorage,
  createMemorySessionStorage,
  Session,
} from '../../state/session/index.ts'
import { session } from '../../middleware/session/index.ts'
import { createMemoryStorage } from '../../state/storage/index.ts'
import { createBuild, root, type FixtureRoute } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'
import type { PagesOptions } from './create-pages.ts'

let db: DatabaseSync
let runs: number

beforeEach(() => {
  db = new DatabaseSync(':memory:')
  db.exec('CREATE TABLE orders (id INTEGER PRIMARY KEY, book TEXT)')
  runs = 0
})

afterEach(() => {
  db.close()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

async function order({ request, once }: ActionArgs): Promise<Response> {
  runs++
  const form = await request.formData()
  if (form.has('_once')) throw new Error('The action sees the key')
  const insert = db.prepare('INSERT INTO orders (book) VALUES (?)')
  const id = once(db, () => insert.run(String(form.get('book'))).lastInsertRowid)
  return redirect(`/orders/${id}`, 303)
}

const page: FixtureRoute = {
  path: '/order',
  once: true,
  action: order,
  default: () =>
    jsxs(Form, { method: 'post', children: [jsx('input', { name: 'book' }), jsx('button', {})] }),
}

interface AppOptions {
  middleware?: Middleware[]
  pages?: PagesOptions
  dev?: boolean
  isStatic?: boolean
  slash?: 'ignore'
  observe?: (event: ServerEvent) => void
}

const warnings: string[] = []

function createApp(
  routes: Record<string, FixtureRoute> = { page },
  { middleware = [], pages = {}, dev = false, isStatic = false, observe, slash }: AppOptions = {},
) {
  warnings.length = 0
  const build = createBuild(
    { root: documentRoot, ...routes },
    {
      ...(dev && { dev: { warn: (message) => void warnings.push(message) } }),
      ...(isStatic && { isStatic }),
      ...(slash && { trailingSlash: slash }),
    },
  )
  return createHandler(build, (all) => {
    const router = createRouter({
      middleware,
      ...(observe && { observe: [{ event: observe }] }),
    })
    router.map('/*', all.with(pages))
    return router
  })
}

const documentRoot: FixtureRoute = {
  ...root,
  default: () =>
    jsx('html', { children: jsxs('body', { children: [jsx(Outlet, {}), jsx(Scripts, {})] }) }),
}

type App = ReturnType<typeof createApp>

async function load(app: App, path = '/order', headers: HeadersInit = {}) {
  const response = await app(new Request(`http://x.test${path}`, { headers }))
  const html = await response.text()
  const keys = Array.from(html.matchAll(/name="_once" value="([^"]*)"/g), ([, key]) => key!)
  const handoff = /"once":"([^"]*)"/.exec(html)?.[1]
  return { response, html, keys, handoff }
}

/** The cookie that tells a browser without a session from others. */
const guest = { Cookie: '_once=a-random-secret' }

/** Submits a form as a browser without JavaScript does. */
function post(
  app: App,
  fields: Record<string, string>,
  headers: HeadersInit = guest,
  path = '/order',
) {
  const init = { method: 'POST', headers, body: new URLSearchParams(fields) }
  return app(new Request(`http://x.test${path}`, init))
}

/** Submits a form as the client router does. */
function send(
  app: App,
  fields: Record<string, string>,
  key: string | undefined,
  { path = '/order', id = 'page', method = 'POST' } = {},
) {
  const body = new URLSearchParams(fields)
  const headers = { ...guest, ...(key !== undefined && { 'Idempotency-Key': `"${key}"` }) }
  const init: RequestInit = { method, headers, body }
  return app(new Request(`http://x.test${path}?_data=${id};once=1`, init))
}

function count(): number {
  return (db.prepare('SELECT count(*) AS n FROM orders').get() as { n: number }).n
}

describe('a submission without JavaScript', () => {
  it('ON-8: has one effect, and each response leads there', async () => {
    const app = createApp()
    const { keys } = await load(app)
    const fields = { _once: keys[0]!, book: 'Emma' }
    for (let i = 0; i < 3; i++) {
      const response = await post(app, fields)
      expect([response.status, response.headers.get('Location')]).toEqual([303, '/orders/1'])
    }
    expect([count(), runs]).toEqual([1, 3])
  })

  it('ON-6: is another one with other fields, another target or another document', async () => {
    const app = createApp()
    const { keys } = await load(app)
    const other = await load(app)
    await post(app, { _once: keys[0]!, book: 'Emma' })
    await post(app, { _once: keys[0]!, book: 'Persuasion' })
    await post(app, { _once: keys[0]!, book: 'Emma' }, guest, '/order?gift')
    await post(app, { _once: keys[0]!, book: 'Emma', _method: 'PUT' })
    await post(app, { _once: other.keys[0]!, book: 'Emma' })
    expect(count()).toBe(5)
  })

  it('ON-6: is the same one if its index route is written in another way', async () => {
    const layout: FixtureRoute = { path: '/order', default: Outlet, action: () => null }
    const app = createApp({ layout, page: { ...page, parent: 'layout', index: true } })
    await post(app, { _once: 'key-1', book: 'Emma' }, guest, '/order?index')
    await post(app, { _once: 'key-1', book: 'Emma' }, guest, '/order?index=')
    expect([count(), runs]).toEqual([1, 2])
  })

  it('ON-6: is the same one with other line breaks', async () => {
    const app = createApp()
    const { keys } = await load(app)
    await post(app, { _once: keys[0]!, book: 'a\r\nb' })
    await post(app, { _once: keys[0]!, book: 'a\nb' })
    expect(count()).toBe(1)
  })

  it('ON-7: that fails is rolled back, and the next try runs', async () => {
    let fails = true
    const failing: FixtureRoute = {
      ...page,
      action: ({ once }) => {
        once(db, () => {
          db.exec("INSERT INTO orders (book) VALUES ('Emma')")
          if (fails) throw redirect('/cart', 303)
        })
        return redirect('/done', 303)
      },
    }
    const app = createApp({ page: failing })
    const { keys } = await load(app)
    const fields = { _once: keys[0]! }
    expect((await post(app, fields)).headers.get('Location')).toBe('/cart')
    expect(count()).toBe(0)
    fails = false
    expect((await post(app, fields)).headers.get('Location')).toBe('/done')
    expect(count()).toBe(1)
  })

  it('ON-11: is refused before the action if the form is older than 24 hours', async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 1), toFake: ['Date'] })
    const app = createApp()
    const { keys } = await load(app)
    const fields = { _once: keys[0]!, book: 'Emma' }
    vi.setSystemTime(Date.UTC(2026, 0, 2))
    expect((await post(app, fields)).status).toBe(303)
    vi.setSystemTime(Date.UTC(2026, 0, 2, 0, 0, 1))
    const late = await post(app, fields)
    expect(late.status).toBe(409)
    expect(await late.text()).toContain('This form is too old. Load the page again.')
    expect(runs).toBe(1)
  })

  it('ON-12: runs each time without a key', async () => {
    const events: unknown[] = []
    const app = createApp(undefined, {
      observe: (event) => void (event.type === 'once' && events.push(event.result)),
    })
    await post(app, { book: 'Emma' })
    await post(app, { book: 'Emma', _once: '' })
    expect(count()).toBe(2)
    expect(events).toEqual(['unkeyed', 'unkeyed'])
  })

  it('ON-5: is refused with a malformed key', async () => {
    const app = createApp()
    expect((await post(app, { book: 'Emma', _once: 'a b' })).status).toBe(400)
    expect((await post(app, { book: 'Emma', _once: 'x'.repeat(256) })).status).toBe(400)
    expect(runs).toBe(0)
  })

  it('ON-13: without a call of once() is reported', async () => {
    const events: unknown[] = []
    const app = createApp(
      { page: { ...page, action: () => redirect('/', 303) } },
      { dev: true, observe: (event) => void (event.type === 'once' && events.push(event.result)) },
    )
    const { keys } = await load(app)
    await post(app, { _once: keys[0]! })
    await post(app, {})
    expect(events).toEqual(['unrecorded'])
    expect(warnings.join()).toContain('returned without a call of once()')
  })
})

describe('a subject', () => {
  const coupon: FixtureRoute = {
    path: '/shops/:shop/coupons',
    once: true,
    async action({ request, once }: ActionArgs) {
      const code = String((await request.formData()).get('code'))
      const insert = db.prepare('INSERT INTO orders (book) VALUES (?)')
      return once(db, () => Number(insert.run(code).lastInsertRowid), code)
    },
    default: () => null,
  }

  it('is used up once, however the path is written', async () => {
    const app = createApp({ coupon }, { slash: 'ignore' })
    const paths = ['/shops/a/coupons', '/shops/%61/%63oupons', '/shops/a/coupons/']
    for (const path of paths) {
      expect((await post(app, { code: 'c1' }, guest, path)).status).toBe(200)
    }
    expect(count()).toBe(1)
  })

  it('is another one with other params', async () => {
    const app = createApp({ coupon })
    for (const path of ['/shops/a/coupons', '/shops/A/coupons', '/shops/a%2F/coupons']) {
      await post(app, { code: 'c1' }, guest, path)
    }
    expect(count()).toBe(3)
  })
})

describe('a form in an app with once', () => {
  it('ON-2: has a key behind its method, and a GET form has none', async () => {
    const forms: FixtureRoute = {
      ...page,
      default: () =>
        jsxs('div', {
          children: [
            jsx(Form, { children: 'find' }),
            jsx(Form, { method: 'put', children: 'change' }),
            jsx(Form, { method: 'post', action: '/elsewhere', children: 'send' }),
          ],
        }),
    }
    const { html, keys, handoff } = await load(createApp({ page: forms }))
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(2)
    for (const key of keys) expect(key).toMatch(/^[\w-]{22}\.[0-9a-z]{6}\.[\w-]+$/)
    expect(handoff).toBe(keys[0]!.split('.', 2).join('.'))
    expect(html).toMatch(/name="_method" value="PUT"\/><input type="hidden" name="_once"/)
  })

  it('ON-5: leads to an action that does not see its key, also without once', async () => {
    const seen: string[][] = []
    const plain: FixtureRoute = {
      path: '/plain',
      default: () => null,
      action: async ({ request }) => {
        seen.push(Array.from((await request.formData()).keys()))
        return null
      },
    }
    for (const middleware of [[], [formData()]]) {
      const app = createApp({ page, plain }, { middleware })
      await post(app, { _method: 'PUT', _once: 'abc', book: 'Emma' }, {}, '/plain')
      const form = new FormData()
      for (const name of ['_method', '_once', 'book']) form.set(name, 'DELETE')
      await app(new Request('http://x.test/plain', { method: 'POST', body: form }))
      const keyed = new FormData()
      for (const name of ['_once', 'book']) keyed.set(name, 'x')
      await app(new Request('http://x.test/plain', { method: 'POST', body: keyed }))
    }
    expect(seen).toEqual(Array.from({ length: 6 }, () => ['book']))
  })

  it('ON-6: with files is compared by names, types and contents', async () => {
    const upload: FixtureRoute = {
      ...page,
      contract: { body: z.object({ book: z.string(), cover: z.file() }) },
      action: ({ once }) =>
        once(db, () => db.exec("INSERT INTO orders (book) VALUES ('a')") ?? null),
    }
    const withFile = (name: string, content: string): FormData => {
      const form = new FormData()
      form.set('_once', 'key-1')
      form.set('book', 'Emma')
      form.set('cover', new File([content], name, { type: 'image/png' }))
      return form
    }
    for (const middleware of [[], [formData()]]) {
      db.exec('DELETE FROM orders; DROP TABLE IF EXISTS framework_once')
      const app = createApp({ page: upload }, { middleware })
      const submit = async (form: FormData) => {
        const init = { method: 'POST', headers: guest, body: form }
        const sent = new Request('http://x.test/order', init)
        expect((await app(sent)).status).toBe(200)
      }
      const large = 'x'.repeat(1024 * 1024)
      for (const content of ['one', '', large + 'a']) {
        await submit(withFile('a.png', content))
        await submit(withFile('a.png', content))
      }
      expect(count()).toBe(3)
      await submit(withFile('a.png', 'two'))
      await submit(withFile('b.png', 'one'))
      await submit(withFile('a.png', large + 'b'))
      expect(count()).toBe(6)
    }
  })

  it('ON-12: whose files are streamed has no key', async () => {
    const streaming: FixtureRoute = {
      ...page,
      action: ({ once }) =>
        once(db, () => db.exec("INSERT INTO orders (book) VALUES ('a')") ?? null),
    }
    const app = createApp({ page: streaming })
    const submit = (url: string, headers: HeadersInit = {}) => {
      const form = new FormData()
      form.set('_once', 'key-1')
      form.set('cover', new File(['one'], 'a.png'))
      return app(new Request(url, { method: 'POST', headers, body: form }))
    }
    await submit('http://x.test/order')
    await submit('http://x.test/order')
    expect(count()).toBe(2)
    const keyed = await submit('http://x.test/order?_data=page;once=1', { 'Idempotency-Key': 'k' })
    expect(keyed.status).toBe(400)
    expect(await keyed.text()).toContain('its files are streamed')
    expect(count()).toBe(2)
  })
})

describe('a data request', () => {
  it('ON-4: has its key in a header', async () => {
    const app = createApp()
    const first = await send(app, { book: 'Emma' }, 'key-1')
    expect(await first.json()).toMatchObject({ redirect: { location: '/orders/1' } })
    expect(await (await send(app, { book: 'Emma' }, 'key-1')).json()).toMatchObject({
      redirect: { location: '/orders/1' },
    })
    expect(count()).toBe(1)
  })

  it('ON-4: that lost its header is refused, because it may be a retry', async () => {
    const app = createApp()
    expect((await send(app, { book: 'Emma' }, undefined)).status).toBe(400)
    expect((await send(app, { book: 'Emma' }, 'a b')).status).toBe(400)
    expect(runs).toBe(0)
  })

  it('ON-4: ignores the header without the part of the URL', async () => {
    const app = createApp()
    for (let i = 0; i < 2; i++) {
      await app(
        new Request('http://x.test/order?_data=page', {
          method: 'POST',
          headers: { 'Idempotency-Key': 'key-1' },
          body: new URLSearchParams({ book: 'Emma' }),
        }),
      )
    }
    expect(count()).toBe(2)
  })

  it('ON-4: may have a proxy that encodes semicolons', async () => {
    const app = createApp()
    const url = 'http://x.test/order?_data=page%3Bonce=1'
    const response = await app(new Request(url, { method: 'POST', body: new URLSearchParams() }))
    expect(response.status).toBe(400)
  })

  it('ON-1: is the same submission as the form before hydration, with any method', async () => {
    const app = createApp()
    const { keys } = await load(app)
    await post(app, { _method: 'PUT', _once: keys[0]!, book: 'Emma' })
    await send(app, { book: 'Emma' }, keys[0]!, { method: 'PUT' })
    expect(count()).toBe(1)
  })

  it('ON-14: is refused if the route does not use once in this build', async () => {
    let ran = false
    const plain: FixtureRoute = {
      path: '/plain',
      default: () => null,
      action: () => (ran = true),
    }
    const app = createApp({ page, plain })
    const response = await send(app, {}, 'key-1', { path: '/plain', id: 'plain' })
    expect([response.status, ran]).toEqual([409, false])
  })

  it('with too many fields is refused without more work than it is long', async () => {
    const digest = vi.spyOn(crypto.subtle, 'digest')
    const body = 'a&'.repeat(50_000)
    const headers = {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Idempotency-Key': '"key-1"',
    }
    const init = { method: 'POST', headers, body }
    const response = await createApp()(new Request('http://x.test/order?_data=page;once=1', init))
    expect(response.status).toBe(413)
    const sizes = digest.mock.calls.map(([, content]) => content.byteLength)
    expect(Math.max(...sizes)).toBeLessThan(body.length * 1.1)
  })

  it('says that the action of a module without once cannot use it', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { once: _, ...plain } = page
    await post(createApp({ page: plain }), { book: 'Emma' })
    expect(String(error.mock.calls[0]?.[0])).toContain('Add: export const once = true')
    expect(count()).toBe(0)
  })

  it('compares text and JSON too', async () => {
    const texts: FixtureRoute = {
      ...page,
      action: async ({ once, request }) => {
        const book = await request.text()
        return once(db, () => db.prepare('INSERT INTO orders (book) VALUES (?)').run(book) && null)
      },
    }
    const app = createApp({ page: texts })
    const submit = (body: string, type: string) =>
      app(
        new Request('http://x.test/order?_data=page;once=1', {
          method: 'POST',
          headers: { ...guest, 'Idempotency-Key': 'key-1', 'Content-Type': type },
          body,
        }),
      )
    for (const body of ['a', 'a', 'b']) await submit(body, 'text/plain')
    for (const body of ['1', '1', '2']) await submit(body, 'application/json')
    expect(count()).toBe(4)
  })
})

describe('a resource route', () => {
  it('uses once as pages do', async () => {
    const { default: _, ...resource } = page
    const app = createApp({ page: resource })
    const fields = { _once: 'key-1', book: 'Emma' }
    await post(app, fields)
    expect((await post(app, fields)).headers.get('Location')).toBe('/orders/1')
    expect(count()).toBe(1)
    expect((await post(app, { ...fields, _once: '' })).headers.get('Location')).toBe('/orders/2')
  })
})

describe("nobody else's result", () => {
  const publicHeaders = { 'Cache-Control': 'public, max-age=60' }
  const cookie = createCookie('s', { secrets: ['a secret of more than 16 bytes'] })
  const record = () => session(cookie, createMemorySessionStorage())
  const start: FixtureRoute = {
    path: '/start',
    loader: ({ context }) => {
      const current = context.get(Session)!
      current.set('started', true)
      return null
    },
    default: () => null,
  }

  async function signIn(app: App): Promise<string> {
    const response = await app(new Request('http://x.test/start'))
    return response.headers.getSetCookie()[0]!.split(';')[0]!
  }

  it('ON-10: is given to another session', async () => {
    const app = createApp({ page, start }, { middleware: [record()] as Middleware[] })
    const [ada, bob] = [await signIn(app), await signIn(app)]
    const fields = { _once: 'key-1', book: 'Emma' }
    expect((await post(app, fields, { Cookie: ada })).status).toBe(303)
    const other = await post(app, fields, { Cookie: bob })
    expect(other.status).toBe(409)
    expect(await other.text()).not.toContain('orders/1')
    expect((await post(app, fields)).status).toBe(409)
    expect((await post(app, fields, { Cookie: ada })).status).toBe(303)
    expect(count()).toBe(1)
  })

  it('ON-10: is given to the same visitor after a login', async () => {
    const login: FixtureRoute = {
      path: '/login',
      action: ({ context }) => {
        context.get(Session)!.regenerateId()
        return null
      },
      default: () => null,
    }
    const app = createApp({ page, start, login }, { middleware: [record()] as Middleware[] })
    const before = await signIn(app)
    const fields = { _once: 'key-1', book: 'Emma' }
    await post(app, fields, { Cookie: before })
    const response = await post(app, {}, { Cookie: before }, '/login')
    const after = response.headers.getSetCookie()[0]!.split(';')[0]!
    expect(after).not.toBe(before)
    expect((await post(app, fields, { Cookie: after })).status).toBe(409)
  })

  it('keeps the owner of a request whose action logs in', async () => {
    const login: FixtureRoute = {
      ...page,
      action: async (args) => {
        const response = await order(args)
        args.context.get(Session)!.regenerateId()
        return response
      },
    }
    const app = createApp({ page: login, start }, { middleware: [record()] as Middleware[] })
    const cookies = await signIn(app)
    const fields = { _once: 'key-1', book: 'Emma' }
    expect((await post(app, fields, { Cookie: cookies })).status).toBe(303)
    // The response was lost, and the record of the old id is gone.
    expect((await post(app, fields, { Cookie: cookies })).status).toBe(409)
    expect(count()).toBe(1)
  })

  /** Loads the document as a new visitor does, and returns the key of its form and the cookies. */
  async function visit(app: App): Promise<{ fields: Record<string, string>; Cookie: string }> {
    const { keys, response } = await load(app)
    return { fields: { _once: keys[0]!, book: 'Emma' }, Cookie: cookiesOf(response) }
  }

  function cookiesOf(response: Response): string {
    return response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
  }

  const leadsTo = (response: Response) => [response.status, response.headers.get('Location')]
  const inCookies = () => session(cookie, createCookieSessionStorage({ cookie }))

  it("is a guest's, with sessions in cookies, in records, or without sessions", async () => {
    for (const middleware of [[], [inCookies()], [record()]] as Middleware[][]) {
      db.exec('DELETE FROM orders; DROP TABLE IF EXISTS framework_once')
      const app = createApp({ page, start }, { middleware })
      const { fields, Cookie } = await visit(app)
      const stranger = await visit(app)
      expect(leadsTo(await post(app, fields, { Cookie }))).toEqual([303, '/orders/1'])
      expect(leadsTo(await post(app, fields, { Cookie }))).toEqual([303, '/orders/1'])

      for (const cookies of [[], [stranger.Cookie], ['_once=']]) {
        const headers = cookies.map((value): [string, string] => ['Cookie', value])
        const other = await post(app, fields, headers)
        expect(other.status).toBe(409)
        expect(await other.text()).not.toContain('orders/1')
      }
      expect(count()).toBe(1)
    }
  })

  it('is given to nobody if the browser keeps no cookies, and the effect still happens once', async () => {
    const app = createApp()
    const { fields } = await visit(app)
    expect((await post(app, fields, {})).status).toBe(303)
    const repeat = await post(app, fields, {})
    expect([repeat.status, await repeat.text()]).toEqual([
      409,
      expect.stringContaining('nothing shows who sent it'),
    ])
    expect((await post(app, fields, guest)).status).toBe(409)
    expect(count()).toBe(1)
  })

  it('is that of a first-time visitor, who repeats with the session that the first response began, or without', async () => {
    const starting: FixtureRoute = {
      ...page,
      action: async (args) => {
        args.context.get(Session)!.set('started', true)
        return order(args)
      },
    }
    for (const middleware of [[inCookies()], [record()]] as Middleware[][]) {
      db.exec('DELETE FROM orders; DROP TABLE IF EXISTS framework_once')
      const app = createApp({ page: starting }, { middleware })
      const { fields, Cookie } = await visit(app)
      const first = await post(app, fields, { Cookie })
      expect(leadsTo(await post(app, fields, { Cookie }))).toEqual([303, '/orders/1'])
      const both = { Cookie: `${Cookie}; ${cookiesOf(first)}` }
      expect(leadsTo(await post(app, fields, both))).toEqual([303, '/orders/1'])
      expect((await post(app, fields, { Cookie: cookiesOf(first) })).status).toBe(409)
      expect(count()).toBe(1)
    }
  })

  it('ON-10: is given to a guest who has logged in since', async () => {
    const login: FixtureRoute = {
      path: '/login',
      action: ({ context }) => {
        context.get(Session)!.regenerateId({ loginAt: new Date() })
        return null
      },
      default: () => null,
    }
    const who: PagesOptions = { visitor: ({ headers }) => headers.get('X-User') ?? '' }
    for (const middleware of [[inCookies()], [record()]] as Middleware[][]) {
      db.exec('DELETE FROM orders; DROP TABLE IF EXISTS framework_once')
      const app = createApp({ page, start, login }, { middleware, pages: who })
      const { fields, Cookie } = await visit(app)
      await post(app, fields, { Cookie })
      const loggedIn = await post(app, {}, { Cookie }, '/login')
      const after = { Cookie: `${Cookie}; ${cookiesOf(loggedIn)}` }
      expect((await post(app, fields, after)).status).toBe(409)
      expect((await post(app, fields, { Cookie, 'X-User': 'ada' })).status).toBe(409)

      // What is sent after the login can be repeated.
      const next = { ...fields, book: 'Persuasion' }
      expect(leadsTo(await post(app, next, after))).toEqual([303, '/orders/2'])
      expect(leadsTo(await post(app, next, after))).toEqual([303, '/orders/2'])
      expect((await post(app, next, { Cookie })).status).toBe(409)
      expect(count()).toBe(2)
    }
  })

  it('comes from a document whose form gives the browser a secret of its own', async () => {
    const shared: FixtureRoute = { ...page, path: '/shared', headers: publicHeaders }
    const reading: FixtureRoute = { path: '/reading', default: () => jsx(Form, {}) }
    const app = createApp({ page, shared, reading })
    const { response } = await load(app)
    const [line] = response.headers.getSetCookie()
    expect(line).toMatch(/^_once=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
    const secure = await app(new Request('https://x.test/order'))
    expect(secure.headers.getSetCookie()[0]).toMatch(/; Secure$/)

    const again = await load(app, '/order', { Cookie: line!.split(';')[0]! })
    expect(again.response.headers.getSetCookie()).toEqual([])
    for (const path of ['/shared', '/reading']) {
      expect((await load(app, path)).response.headers.getSetCookie()).toEqual([])
    }
    const plain = await load(createApp({ page: { ...page, once: false } }))
    expect(plain.response.headers.getSetCookie()).toEqual([])
  })

  it("is a visitor's, with sessions in cookies and pages.with({ visitor })", async () => {
    const who: PagesOptions = { visitor: ({ headers }) => headers.get('X-User') ?? '' }
    const fields = { _once: 'key-1', book: 'Emma' }
    const app = createApp(
      { page, start },
      { middleware: [inCookies()] as Middleware[], pages: who, dev: true },
    )
    const cookies = await signIn(app)
    await post(app, fields, { Cookie: cookies, 'X-User': 'ada' })
    expect((await post(app, fields, { Cookie: cookies, 'X-User': 'bob' })).status).toBe(409)
    expect((await post(app, fields, { Cookie: cookies, 'X-User': 'ada' })).status).toBe(303)
    expect(warnings).toEqual([])
  })

  it('refuses a visitor that is not a string', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    const app = createApp(undefined, { pages: { visitor: (() => 7) as never } })
    expect((await post(app, { _once: 'key-1' })).status).toBe(500)
    expect(String(error.mock.calls[0]?.[0])).toContain('it must be a string')
    const wrong = createApp(undefined, { pages: { visitor: 'ada' as never } })
    await expect(wrong.ready).rejects.toThrow('takes a function as visitor, not "ada"')
  })
})

describe('a session as the place', () => {
  const cookie = createCookie('s', { secrets: ['a secret of more than 16 bytes'] })
  const cart: FixtureRoute = {
    ...page,
    action: ({ context, once }) => {
      const current = context.get(Session)!
      const items = once(current, () => {
        const count = Number(current.get('items') ?? 0) + 1
        current.set('items', count)
        return count
      })
      return data({ items })
    },
  }
  const cookieOf = (response: Response) =>
    response.headers
      .getSetCookie()
      .map((line) => `${guest.Cookie}; ${line.split(';')[0]}`)
      .join()

  it('changes once, in a record and in a cookie', async () => {
    const places = [
      { storage: createMemorySessionStorage(), user: '' },
      { storage: createCookieSessionStorage({ cookie }), user: 'ada' },
    ]
    for (const { storage, user } of places) {
      const app = createApp(
        { page: cart },
        { middleware: [session(cookie, storage)] as Middleware[], pages: { visitor: () => user } },
      )
      const first = await send(app, {}, 'key-1')
      const own = cookieOf(first)
      const repeat = await app(
        new Request('http://x.test/order?_data=page;once=1', {
          method: 'POST',
          headers: { 'Idempotency-Key': 'key-1', Cookie: own },
          body: new URLSearchParams(),
        }),
      )
      expect(await repeat.json()).toMatchObject({ data: { items: 1 } })
      const next = await post(app, { _once: 'key-2' }, { Cookie: cookieOf(repeat) || own })
      expect(next.status).toBe(200)
      const last = await app(
        new Request('http://x.test/order?_data=page;once=1', {
          method: 'POST',
          headers: { 'Idempotency-Key': 'key-3', Cookie: cookieOf(next) || own },
          body: new URLSearchParams(),
        }),
      )
      expect(await last.json()).toMatchObject({ data: { items: 3 } })
    }
  })
})

describe('a locked database', () => {
  let other: DatabaseSync
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'once-'))
    db.close()
    db = new DatabaseSync(join(folder, 'orders.sqlite'))
    db.exec('CREATE TABLE orders (id INTEGER PRIMARY KEY, book TEXT)')
    other = new DatabaseSync(join(folder, 'orders.sqlite'))
    vi.spyOn(console, 'error').mockImplementation(() => {})
  })

  afterEach(() => {
    other.close()
    rmSync(folder, { recursive: true })
  })

  it('ON-9: is a 503 without a mark for the client router, which sends the form again', async () => {
    const app = createApp()
    other.exec('BEGIN IMMEDIATE')
    const refused = await send(app, { book: 'Emma' }, 'a')
    expect(refused.status).toBe(503)
    expect(refused.headers.has('X-Framework-Response')).toBe(false)
    expect(refused.headers.get('Retry-After')).toBe('5')
    expect(refused.headers.get('Cache-Control')).toBe('no-store')
    expect(await refused.text()).toBe('Unexpected Server Error')
    expect(console.error).toHaveBeenCalledOnce()

    other.exec('COMMIT')
    expect((await send(app, { book: 'Emma' }, 'a')).status).toBe(202)
    expect(count()).toBe(1)
  })

  it('is a 503 too if the connection to the database is lost, but not without a key', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const lost = Object.assign(new Error('terminating connection'), { code: '57P01' })
    const app = createApp({
      page: {
        ...page,
        action() {
          throw new Error('Failed query', { cause: lost })
        },
      },
    })
    const { handoff } = await load(app)
    const refused = await send(app, { book: 'Dune' }, handoff)
    expect([refused.status, refused.headers.has('X-Framework-Response')]).toEqual([503, false])
    const { keys } = await load(app)
    expect((await post(app, { book: 'Dune', _once: keys[0]! })).status).toBe(503)
    expect((await post(app, { book: 'Dune' })).status).toBe(500)
  })

  it('ON-9: is a 503 in the boundary without JavaScript, and as text in a resource route', async () => {
    const app = createApp({ page, resource: { path: '/api', once: true, action: order } })
    other.exec('BEGIN IMMEDIATE')
    const document = await post(app, { _once: 'a', book: 'Emma' })
    expect([document.status, document.headers.get('Content-Type')]).toEqual([
      503,
      'text/html; charset=utf-8',
    ])
    const text = await post(app, { _once: 'a', book: 'Emma' }, guest, '/api')
    expect([text.status, text.headers.get('Retry-After')]).toEqual([503, '5'])
    other.exec('ROLLBACK')
    expect((await post(app, { _once: 'a', book: 'Emma' })).status).toBe(303)
  })
})

describe('a session that cannot be saved', () => {
  const cookie = createCookie('s', { secrets: ['a secret of more than 16 bytes'] })

  /** An app whose storage fails to save once, after the first visit. */
  async function createFailing(route: FixtureRoute) {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const memory = createMemorySessionStorage()
    let fails = false
    const storage: typeof memory = {
      ...memory,
      save(...args) {
        if (!fails) return memory.save(...args)
        fails = false
        return Promise.reject(new Error('the storage is down'))
      },
    }
    const start: FixtureRoute = {
      path: '/start',
      loader: ({ context }) => context.get(Session)!.set('items', 0) ?? null,
      default: () => null,
    }
    const app = createApp(
      { page: route, start },
      { middleware: [session(cookie, storage)] as Middleware[] },
    )
    const started = await app(new Request('http://x.test/start'))
    const headers = { Cookie: started.headers.getSetCookie()[0]!.split(';')[0]! }
    fails = true
    return () => post(app, { _once: 'key-1' }, headers)
  }

  it('has not changed, and the next try changes it once', async () => {
    const counts: unknown[] = []
    const submit = await createFailing({
      ...page,
      action: ({ context, once }) => {
        const current = context.get(Session)!
        const items = once(current, () => {
          const items = Number(current.get('items')) + 1
          current.set('items', items)
          return items
        })
        counts.push([items, ++runs])
        return redirect('/cart', 303)
      },
    })
    expect((await submit()).status).toBe(503)
    expect((await submit()).status).toBe(303)
    expect((await submit()).status).toBe(303)
    expect(counts).toEqual([
      [1, 1],
      [1, 2],
      [1, 3],
    ])
  })

  it('is changed by the next try, which finds the effect in the database', async () => {
    const seen: unknown[] = []
    const submit = await createFailing({
      ...page,
      action: ({ context, once }) => {
        const current = context.get(Session)!
        seen.push(current.get('last'))
        const insert = db.prepare("INSERT INTO orders (book) VALUES ('Emma')")
        const id = once(db, () => Number(insert.run().lastInsertRowid))
        current.set('last', id)
        return redirect('/orders', 303)
      },
    })
    const failed = await submit()
    // The client router sends the form again after such a response.
    expect([failed.status, failed.headers.has('X-Framework-Response')]).toEqual([503, false])
    expect([count(), db.isTransaction]).toEqual([1, false])
    expect((await submit()).status).toBe(303)
    expect((await submit()).status).toBe(303)
    expect(seen).toEqual([undefined, undefined, 1])
    expect(count()).toBe(1)
  })
})

describe('no key for many', () => {
  it('ON-3: a document with a key is private and checked again', async () => {
    const { response } = await load(createApp())
    expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
  })

  it('ON-3: a document with a key and a cookie is not stored', async () => {
    const setting: FixtureRoute = {
      ...page,
      loader: () => data(null, { headers: { 'Set-Cookie': 'a=b' } }),
    }
    const { response } = await load(createApp({ page: setting }))
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
  })

  it('ON-3: a document that its page makes public has no key', async () => {
    for (const policy of ['public, max-age=60', 's-maxage=60']) {
      const shared: FixtureRoute = { ...page, headers: { 'Cache-Control': policy } }
      const { response, keys, handoff } = await load(createApp({ page: shared }))
      expect(keys).toEqual([''])
      expect(handoff).toBe('')
      expect(response.headers.get('Cache-Control')).toBe(policy)
    }
  })

  it('ON-3: a document that its page gives to shared caches has no key', async () => {
    for (const name of ['CDN-Cache-Control', 'Surrogate-Control']) {
      const shared: FixtureRoute = {
        ...page,
        headers: { 'Cache-Control': 'private, no-cache', [name]: 'max-age=60' },
      }
      const { response, keys, handoff } = await load(createApp({ page: shared }))
      expect([keys, handoff]).toEqual([[''], ''])
      expect(response.headers.get(name)).toBe('max-age=60')
    }
  })

  it('ON-3: a document that the browser may use again has no key, because the first use may have used it up', async () => {
    for (const policy of ['private, max-age=60', 'private, max-age=0, stale-while-revalidate=60']) {
      const stored: FixtureRoute = { ...page, headers: { 'Cache-Control': policy } }
      const { response, keys, handoff } = await load(createApp({ page: stored }))
      expect([keys, handoff]).toEqual([[''], ''])
      expect(response.headers.get('Cache-Control')).toBe(policy)
    }
    for (const name of ['ETag', 'Last-Modified']) {
      const headers = { [name]: '"1"' }
      const { keys, handoff } = await load(createApp({ page: { ...page, headers } }))
      expect([keys, handoff]).toEqual([[''], ''])
    }
    for (const policy of ['no-store', 'private, max-age=0', 'max-age=60, no-cache']) {
      const checked: FixtureRoute = { ...page, headers: { 'Cache-Control': policy } }
      expect((await load(createApp({ page: checked }))).keys[0]).toMatch(/./)
    }
  })

  it('ON-3: a document that middleware lets the browser use again is checked again, and development warns', async () => {
    const store: Middleware = async (_context, next) => {
      const response = await next()
      response.headers.set('Cache-Control', 'private, max-age=60')
      return response
    }
    const { response, keys } = await load(createApp(undefined, { middleware: [store], dev: true }))
    expect(keys[0]).not.toBe('')
    expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
    expect(warnings.join()).toContain('State the policy in `headers`')
  })

  it('ON-3: a document that middleware gives an ETag is not sent with it, because its key would come back after a 304', async () => {
    const tag: Middleware = async (_context, next) => {
      const response = await next()
      response.headers.set('ETag', '"v1"')
      response.headers.set('Last-Modified', 'Tue, 17 Nov 2026 10:00:00 GMT')
      return response
    }
    const { response, keys } = await load(createApp(undefined, { middleware: [tag] }))
    expect(keys[0]).not.toBe('')
    expect(response.headers.has('ETag') || response.headers.has('Last-Modified')).toBe(false)
    const other = await load(createApp({ page: { ...page, once: false } }, { middleware: [tag] }))
    expect(other.response.headers.get('ETag')).toBe('"v1"')
  })

  it('ON-3: a document that middleware gives to shared caches is private, and development warns', async () => {
    const share: Middleware = async (_context, next) => {
      const response = await next()
      response.headers.set('CDN-Cache-Control', 'max-age=60')
      return response
    }
    const { response, keys } = await load(createApp(undefined, { middleware: [share], dev: true }))
    expect(keys[0]).not.toBe('')
    expect(response.headers.get('CDN-Cache-Control')).toBeNull()
    expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
    expect(warnings.join()).toContain('CDN-Cache-Control: max-age=60')
  })

  it('ON-3: a document that middleware makes public is private, and development warns', async () => {
    const makePublic: Middleware = async (_context, next) => {
      const response = await next()
      response.headers.set('Cache-Control', 'public, max-age=60')
      return response
    }
    const app = createApp(undefined, { middleware: [makePublic], dev: true })
    const { response, keys } = await load(app)
    expect(keys[0]).not.toBe('')
    expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
    expect(warnings.join()).toContain('State the policy in `headers`')
  })

  it('ON-3: a document that cache() stores for many has no key, and others keep theirs', async () => {
    const shared: FixtureRoute = { ...page, headers: { 'Cache-Control': 'public, s-maxage=60' } }
    const app = createApp(
      { page: shared, own: { ...page, path: '/own' } },
      { middleware: [cache({ storage: createMemoryStorage(), routes: ['/*'] })] as Middleware[] },
    )
    for (let i = 0; i < 2; i++) {
      const { keys, handoff, response } = await load(app)
      expect([keys, handoff]).toEqual([[''], ''])
      expect(response.headers.get('Cache-Control')).toMatch(/^public/)
    }
    const [first, second] = [await load(app, '/own'), await load(app, '/own')]
    expect(first.keys[0]).toMatch(/./)
    expect(second.keys[0]).not.toBe(first.keys[0])
    expect(second.response.headers.get('Cache-Control')).toBe('private, no-cache')
  })

  it('ON-3: a document of a static export has no trace of it', async () => {
    const app = createApp({ page }, { isStatic: true })
    const { html, response } = await load(app)
    expect(html).toContain('<form')
    expect(html).not.toContain('once')
    expect(response.headers.has('Cache-Control')).toBe(false)
  })

  it('ON-3: a refused form is not stored', async () => {
    const strict: FixtureRoute = {
      ...page,
      contract: { body: z.object({ book: z.string().min(1) }) },
    }
    const response = await post(createApp({ page: strict }), { book: '' })
    expect(response.status).toBe(422)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
  })
})

describe('an app without once', () => {
  it('has no trace of it, and leaves _once to its actions', async () => {
    let names: string[] = []
    const plain: FixtureRoute = {
      ...page,
      once: false,
      action: async ({ request }) => {
        names = Array.from((await request.formData()).keys())
        return null
      },
    }
    const app = createApp({ page: plain })
    const { html, response } = await load(app)
    expect(html).not.toContain('once')
    expect(response.headers.has('Cache-Control')).toBe(false)
    await post(app, { _once: 'a' })
    expect(names).toEqual(['_once'])
  })
})

describe('a submission in events and logs', () => {
  it('is the result, and never the key', async () => {
    const lines: string[] = []
    const events: ServerEvent[] = []
    const app = createApp(undefined, {
      middleware: [logger({ format: 'json', log: (line) => void lines.push(line) })] as never,
      observe: (event) => void events.push(event),
    })
    for (let i = 0; i < 2; i++) await post(app, { _once: 'the-secret-key', book: 'Emma' })
    await app(new Request('http://x.test/order'))
    const logged = lines.map((line) => (JSON.parse(line) as { once?: string }).once)
    expect(logged).toEqual(['first', 'repeat', undefined])
    const seen = events.filter(({ type }) => type === 'once')
    expect(seen).toMatchObject([
      { routeId: 'page', result: 'first' },
      { routeId: 'page', result: 'repeat' },
    ])
    expect(JSON.stringify([lines, events])).not.toContain('the-secret-key')
  })
})
