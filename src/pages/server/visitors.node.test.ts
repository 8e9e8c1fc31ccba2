import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { jsx, jsxs } from 'react/jsx-runtime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compression } from '../../middleware/compression/index.ts'
import { createCookie } from '../../http/cookie/index.ts'
import { csrf, getCsrfToken } from '../../middleware/csrf/index.ts'
import { createRouter } from '../../router/fetch-router/index.ts'
import { formData } from '../../middleware/form-data/index.ts'
import { serve, type RunningServer } from '../../edges/node/index.ts'
import { Outlet, Scripts } from '../react/index.ts'
import { text } from '../../http/response/index.ts'
import { createMemorySessionStorage, Session } from '../../state/session/index.ts'
import { session } from '../../middleware/session/index.ts'
import { createBuild } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'

const cookie = createCookie('session', { secrets: ['a secret of many bytes'] })
const storage = createMemorySessionStorage()
let server: RunningServer

beforeAll(async () => {
  const shared = text('the same for all '.repeat(100))
  const nameOf = async (request: Request) => {
    await wait(Math.random() * 3)
    return String((await storage.getSession(request)).get('name'))
  }
  const build = createBuild({
    root: {
      default: () =>
        jsx('html', { children: jsxs('body', { children: [jsx(Outlet, {}), jsx(Scripts, {})] }) }),
      loader: ({ request }) => nameOf(request),
    },
    page: {
      path: '/page',
      default: () => null,
      loader: ({ request }) => nameOf(request),
      action: ({ request }) => nameOf(request),
    },
  })
  const handle = createHandler(build, (pages) => {
    const router = createRouter({
      middleware: [compression({ threshold: 0 }), session(cookie, storage, { rolling: true })],
    })
    router.post('/login', {
      middleware: [formData()],
      async handler(context) {
        const current = context.get(Session)
        current.set('name', String(context.get(FormData).get('name')))
        current.regenerateId()
        await wait(Math.random() * 3)
        return text('welcome')
      },
    })
    router.get('/token', (context) => text(getCsrfToken(context)))
    router.post('/secure', {
      middleware: [formData(), csrf()],
      handler: (context) => text(String(context.get(Session).get('name'))),
    })
    router.get('/me', async (context) => {
      await wait(Math.random() * 3)
      return text(String(context.get(Session).get('name')))
    })
    router.get('/shared', () => shared)
    router.map('/*', pages)
    return router
  })
  server = await serve(handle, { port: 0, host: '127.0.0.1', quiet: true, handleSignals: false })
})
afterAll(() => server.close())

/** Someone with a browser of their own. */
class Visitor {
  cookie = ''

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (this.cookie !== '') headers.set('Cookie', this.cookie)
    const response = await fetch(server.url + path, { ...init, headers })
    const [set] = response.headers.getSetCookie()
    if (set !== undefined) this.cookie = set.split(';', 1)[0]!
    return response
  }

  async text(path: string, init?: RequestInit): Promise<string> {
    return (await this.fetch(path, init)).text()
  }

  post(path: string, fields: Record<string, string>): Promise<Response> {
    return this.fetch(path, { method: 'POST', body: new URLSearchParams(fields) })
  }
}

describe('many visitors at once', () => {
  it('see nothing of each other, in pages, data, routes and responses that all of them get', async () => {
    const cookies = new Set<string>()
    const visit = async (number: number): Promise<void> => {
      const visitor = new Visitor()
      const name = createHash('sha256').update(String(number)).digest('hex')
      await visitor.post('/login', { name })
      expect(cookies.has(visitor.cookie)).toBe(false)
      cookies.add(visitor.cookie)

      const document = await visitor.fetch('/page')
      expect(document.headers.get('Cache-Control')).toBe('private, no-store')
      const names = (await document.text()).match(/[\da-f]{64}/g)
      const data = await visitor.text('/page?_data=root,page')
      const shared = await visitor.fetch('/shared')
      const token = await visitor.text('/token')
      const secured = await visitor.post('/secure', { _csrf: token })
      expect({
        names,
        data: JSON.parse(data) as unknown,
        me: await visitor.text('/me'),
        action: await visitor.text('/page?_data=page', { method: 'POST' }),
        shared: await shared.text(),
        setCookies: shared.headers.getSetCookie().length,
        head: (await visitor.fetch('/shared', { method: 'HEAD' })).status,
        secured: await secured.text(),
      }).toEqual({
        names: [name, name],
        data: { root: { data: name }, page: { data: name } },
        me: name,
        action: JSON.stringify({ data: name }),
        shared: 'the same for all '.repeat(100),
        setCookies: 1,
        head: 200,
        secured: name,
      })
      await checkStranger(token)
    }
    const checkStranger = async (token: string): Promise<void> => {
      const stranger = new Visitor()
      await stranger.post('/login', { name: 'stranger' })
      expect((await stranger.post('/secure', { _csrf: token })).status).toBe(403)
    }

    await Promise.all(Array.from({ length: 25 }, (_, number) => visit(number)))
  })
})
