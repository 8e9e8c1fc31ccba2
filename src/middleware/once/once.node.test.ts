import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createFetchHandler,
  createRouter,
  type ServerEvent,
} from '../../router/fetch-router/index.ts'
import { formData } from '../form-data/index.ts'
import { json } from '../../http/response/index.ts'
import { once, Once } from './index.ts'

let db: DatabaseSync

beforeEach(() => {
  db = new DatabaseSync(':memory:')
  db.exec('CREATE TABLE orders (id INTEGER PRIMARY KEY, book TEXT)')
})

afterEach(() => {
  db.close()
  vi.restoreAllMocks()
})

const keyed = once({ visitor: ({ headers }) => headers.get('X-User') ?? '' })
const events: ServerEvent[] = []

function createApp(before: readonly ReturnType<typeof formData>[] = []) {
  events.length = 0
  const router = createRouter({ observe: [{ event: (event) => void events.push(event) }] })
  const create = (subject?: string) => ({
    middleware: [...before, keyed] as const,
    handler: async (context: any) => {
      const book = before.length > 0 ? 'form' : String(await context.request.text())
      const insert = db.prepare('INSERT INTO orders (book) VALUES (?)')
      const work = () => Number(insert.run(book).lastInsertRowid)
      return json({ id: context.get(Once)(db, work, subject) }, { status: 201 })
    },
  })
  router.post('/orders', create())
  router.post('/books/:id/orders', create())
  router.post('/carts', create('cart-1'))
  router.put('/orders', create())
  router.get('/orders', { middleware: [keyed], handler: () => json('list') })
  return router
}

function post(
  app: ReturnType<typeof createApp>,
  key: string | undefined,
  { body = 'Emma' as BodyInit, path = '/orders', user = 'ada', method = 'POST' } = {},
) {
  const headers = new Headers({ 'X-User': user })
  if (key !== undefined) headers.set('Idempotency-Key', key)
  const init: RequestInit = { method, headers, body }
  return app.fetch(new Request(`http://x.test${path}`, init))
}

function count(): number {
  return (db.prepare('SELECT count(*) AS n FROM orders').get() as { n: number }).n
}

describe('once()', () => {
  it('sends a 503 with Retry-After if SQLite is locked for too long, and the next try runs', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const folder = mkdtempSync(join(tmpdir(), 'once-'))
    const file = join(folder, 'shop.sqlite')
    db.close()
    db = new DatabaseSync(file, { timeout: 0 })
    db.exec('CREATE TABLE orders (id INTEGER PRIMARY KEY, book TEXT)')
    const other = new DatabaseSync(file)
    const app = { fetch: createFetchHandler(createApp()) } as never
    other.exec('BEGIN IMMEDIATE')
    const locked = await post(app, 'key-1')
    expect([locked.status, locked.headers.get('Retry-After')]).toEqual([503, expect.any(String)])
    other.exec('COMMIT')
    expect((await post(app, 'key-1')).status).toBe(201)
    expect(count()).toBe(1)
    other.close()
    rmSync(folder, { recursive: true })
  })

  it('asks nobody for the visitor of a GET', async () => {
    const router = createRouter()
    const strict = once({
      visitor: () => {
        throw new Error('Nobody has signed in')
      },
    })
    router.get('/orders', { middleware: [strict], handler: () => json('list') })
    expect((await router.fetch(new Request('http://x.test/orders'))).status).toBe(200)
  })

  it('compares a form that has another boundary each time', async () => {
    for (const before of [[], [formData()]]) {
      db.exec('DELETE FROM orders; DROP TABLE IF EXISTS framework_once')
      const app = createApp(before)
      const form = (content: string) => {
        const form = new FormData()
        form.set('cover', new File([content], 'a.png'))
        return form
      }
      for (const [content, status] of [
        ['one', 201],
        ['one', 201],
        ['two', 422],
      ] as const) {
        expect((await post(app, 'key-1', { body: form(content) })).status).toBe(status)
      }
      expect(count()).toBe(1)
    }
  })

  it('has one effect for each key, and the handler makes each response anew', async () => {
    const app = createApp()
    for (const key of ['"key-1"', '"key-1"', 'key-1']) {
      const response = await post(app, key)
      expect([response.status, await response.json()]).toEqual([201, { id: 1 }])
    }
    expect(count()).toBe(1)
    const results = events.flatMap((event) => (event.type === 'once' ? [event] : []))
    expect(results.map(({ result }) => result)).toEqual(['first', 'repeat', 'repeat'])
    expect(results[0]!.routeId).toBe('POST /orders')
  })

  it('belongs to the path, the method and the visitor', async () => {
    const app = createApp()
    await post(app, 'k')
    await post(app, 'k', { path: '/books/1/orders' })
    await post(app, 'k', { path: '/books/2/orders' })
    await post(app, 'k', { method: 'PUT' })
    await post(app, 'k', { user: 'bob' })
    expect(count()).toBe(5)
  })

  it('refuses a missing or malformed key', async () => {
    const app = createApp()
    for (const key of [undefined, '', '""', 'a b', '"a', 'é'.normalize(), 'x'.repeat(256), 'a,b']) {
      const response = await post(app, key === 'é' ? '%C3' : key)
      expect(response.status).toBe(400)
      expect(response.headers.get('Content-Type')).toBe('application/problem+json')
      expect(response.headers.get('Cache-Control')).toBe('no-store')
    }
    expect((await post(app, 'x'.repeat(255))).status).toBe(201)
    expect(count()).toBe(1)
  })

  it('refuses a key that was used with another body, and rolls back', async () => {
    const app = createApp()
    await post(app, 'k')
    const other = await post(app, 'k', { body: 'Persuasion' })
    expect([other.status, other.headers.get('Content-Type')]).toEqual([
      422,
      'application/problem+json',
    ])
    expect(await other.json()).toMatchObject({
      status: 422,
      detail: expect.stringContaining('key'),
    })
    expect(count()).toBe(1)
  })

  it('compares a form that was read before', async () => {
    const app = createApp([formData()])
    const form = (book: string): FormData => {
      const body = new FormData()
      body.set('book', book)
      return body
    }
    expect((await post(app, 'k', { body: form('Emma') })).status).toBe(201)
    expect((await post(app, 'k', { body: form('Emma') })).status).toBe(201)
    expect((await post(app, 'k', { body: form('Persuasion') })).status).toBe(422)
    expect(count()).toBe(1)
  })

  it('refuses the subject of another visitor', async () => {
    const app = createApp()
    await post(app, 'a', { path: '/carts' })
    expect((await post(app, 'b', { path: '/carts' })).status).toBe(201)
    expect((await post(app, 'c', { path: '/%63arts' })).status).toBe(201)
    expect(count()).toBe(1)
    expect((await post(app, 'd', { path: '/carts', user: 'bob' })).status).toBe(409)
    expect(count()).toBe(1)
  })

  it('lets GET, HEAD and OPTIONS pass', async () => {
    const app = createApp()
    expect((await app.fetch(new Request('http://x.test/orders'))).status).toBe(200)
    expect((await app.fetch(new Request('http://x.test/orders', { method: 'HEAD' }))).status).toBe(
      200,
    )
  })

  it('needs to know who sent a request', async () => {
    expect(() => once({} as never)).toThrow('once() needs `visitor`')
    expect(() => once({ visitor: 'ada' } as never)).toThrow('takes a function as visitor')
    expect(() => once({ visitor: () => '', key: 1 } as never)).toThrow('has no option "key"')
  })
})
