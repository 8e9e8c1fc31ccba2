import { describe, expect, it, vi } from 'vitest'
import { createMemoryBus, type Bus } from '../../state/bus/index.ts'
import { createCookie } from '../../http/cookie/index.ts'
import { createRouter, type Middleware } from '../../router/fetch-router/index.ts'
import { session, type SessionOptions } from '../../middleware/session/index.ts'
import {
  createCookieSessionStorage,
  createMemorySessionStorage,
  Session,
  type SessionStorage,
} from '../../state/session/index.ts'
import { createBuild, root } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'

const tagSecret = '0123456789abcdef'
const cookie = createCookie('sid', { secrets: ['secret of this test'] })

const requireUser: Middleware = (context, next) =>
  context.get(Session)?.get('user') === undefined ? new Response(null, { status: 401 }) : next()

interface Given {
  readonly bus?: Bus
  readonly storage?: SessionStorage
  readonly options?: SessionOptions
  /** Called before the guard of the page. */
  readonly before?: () => Promise<void>
}

/** An app with one live page, `/orders`, for users only. */
function createApp({ bus = createMemoryBus(), options = {}, ...given }: Given = {}) {
  const { storage = createMemorySessionStorage(), before = async () => {} } = given
  const wait: Middleware = async (context, next) => {
    if (context.url.pathname === '/orders') await before()
    return next()
  }
  const build = createBuild({
    root,
    orders: {
      path: '/orders',
      default: () => null,
      middleware: [wait, requireUser],
      reads: () => ['orders'],
      live: true,
      loader: () => null,
    },
  })
  const handler = createHandler(build, (pages) => {
    const router = createRouter({ bus, middleware: [session(cookie, storage, options)] })
    router.post('/login', ({ session }) => {
      session.regenerateId({ loginAt: new Date() })
      session.set('user', 'ada')
      return new Response()
    })
    router.post('/logout', ({ session }) => {
      session.destroy()
      return new Response()
    })
    router.post('/cart', ({ session }) => {
      session.set('cart', 1)
      return new Response()
    })
    router.map('/*', pages.with({ tagSecret }))
    return router
  })

  return { createVisitor: () => new Visitor(handler) }
}

/** A browser that keeps its cookie. */
class Visitor {
  readonly #handler: (request: Request) => Promise<Response>
  #cookie = ''

  constructor(handler: (request: Request) => Promise<Response>) {
    this.#handler = handler
  }

  /** The same browser, in another process of the app. */
  at({ createVisitor }: { createVisitor(): Visitor }): Visitor {
    const other = createVisitor()
    other.#cookie = this.#cookie
    return other
  }

  async send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...(init.headers as Record<string, string>), Cookie: this.#cookie }
    const response = await this.#handler(new Request(`http://x.test${path}`, { ...init, headers }))
    const [sent] = response.headers.getSetCookie()
    if (sent !== undefined) this.#cookie = sent.split(';')[0]!
    return response
  }

  async post(path: string): Promise<void> {
    const response = await this.send(path, { method: 'POST', headers: { Origin: 'http://x.test' } })
    expect(response.status).toBe(200)
  }

  async streamUrl(): Promise<string> {
    const response = await this.send('/orders?_data=orders')
    const { orders } = (await response.json()) as { orders: { reads: string; live: number } }
    return `/orders?_data=;live=${orders.live};have=orders~${orders.reads}`
  }

  /** Opens the stream of the page, and returns a promise of its end. */
  async follow(url?: string) {
    const response = await this.send(url ?? (await this.streamUrl()))
    expect(response.status).toBe(200)
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    await reader.read() // The time to connect again.
    let isOver = (await reader.read()).done // The state at the start.
    const end = (async () => {
      while (!isOver) isOver = (await reader.read()).done
    })()
    return { end, isOver: () => isOver, close: () => reader.cancel() }
  }
}

describe('LV-17: the stream of a live page', () => {
  it.each([
    ['in memory', createMemorySessionStorage],
    ['in the cookie', createCookieSessionStorage],
  ])('ends when its session is destroyed, with a session %s', async (_, createStorage) => {
    const visitor = createApp({ storage: createStorage() }).createVisitor()
    await visitor.post('/login')
    const url = await visitor.streamUrl()
    const stream = await visitor.follow(url)
    await visitor.post('/logout')
    await stream.end
    // The browser connects again, and the guard refuses.
    expect((await visitor.send(url)).status).toBe(401)
  })

  it.each([
    ['in memory', createMemorySessionStorage],
    ['in the cookie', createCookieSessionStorage],
  ])('ends when its session gets another id, with a session %s', async (_, createStorage) => {
    const visitor = createApp({ storage: createStorage() }).createVisitor()
    await visitor.post('/login')
    const stream = await visitor.follow()
    vi.setSystemTime(Date.now() + 1000) // A session in the cookie knows its login by its time.
    await visitor.post('/login')
    vi.useRealTimers()
    await stream.end
  })

  it('ends when its session is too old, once another request notices', async () => {
    const shared = { bus: createMemoryBus(), storage: createMemorySessionStorage() }
    const visitor = createApp(shared).createVisitor()
    await visitor.post('/login')
    const stream = await visitor.follow()
    vi.setSystemTime(Date.now() + 61_000)
    await visitor.at(createApp({ ...shared, options: { maxLoginAge: 60 } })).send('/orders')
    vi.useRealTimers()
    await stream.end
  })

  it('ends in every process that the bus reaches', async () => {
    const bus = createMemoryBus()
    const storage = createMemorySessionStorage()
    const visitor = createApp({ bus, storage }).createVisitor()
    await visitor.post('/login')
    const stream = await visitor.follow()
    await visitor.at(createApp({ bus, storage })).post('/logout')
    await stream.end
  })

  it('does not open if its session ends while the middleware of the page runs', async () => {
    const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let isHeld = false
    const before = async () => {
      if (!isHeld) return
      reached.resolve()
      await held.promise
    }
    const visitor = createApp({ before }).createVisitor()
    await visitor.post('/login')
    const url = await visitor.streamUrl()
    isHeld = true
    const opening = visitor.follow(url)
    await reached.promise
    await visitor.post('/logout')
    held.resolve()
    await (
      await opening
    ).end
  })

  it('goes on when its session only changes, and when another visitor leaves', async () => {
    const app = createApp()
    const [ann, bob] = [app.createVisitor(), app.createVisitor()]
    await ann.post('/login')
    await bob.post('/login')
    const [annsStream, bobsStream] = [await ann.follow(), await bob.follow()]
    await ann.post('/cart')
    await bob.post('/logout')
    await bobsStream.end
    expect(annsStream.isOver()).toBe(false)
    await annsStream.close()
  })

  it('ends without telling anyone the id of the session', async () => {
    const bus = createMemoryBus()
    const heard: string[] = []
    bus.subscribe({ write: (tags) => void heard.push(...tags), gap() {} })
    const storage = createMemorySessionStorage()
    const ids: string[] = []
    const { read } = storage
    storage.read = async (value) => {
      const found = await read(value)
      ids.push(found.id)
      return found
    }
    const visitor = createApp({ bus, storage }).createVisitor()
    await visitor.post('/login')
    const stream = await visitor.follow()
    await visitor.post('/logout')
    await stream.end
    expect(heard).toEqual([expect.stringMatching(/^framework-session:[0-9a-f]{64}$/)])
    for (const id of ids.filter((id) => id !== '')) expect(heard.join()).not.toContain(id)
  })
})
