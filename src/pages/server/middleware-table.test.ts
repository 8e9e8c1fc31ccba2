import { jsx } from 'react/jsx-runtime'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { bodyLimit } from '../../middleware/body-limit/index.ts'
import { etag } from '../../middleware/etag/index.ts'
import { createRouter, WaitUntil, type MiddlewareList } from '../../router/fetch-router/index.ts'
import { language } from '../../middleware/language/index.ts'
import { rateLimit } from '../../middleware/rate-limit/index.ts'
import { requestId } from '../../middleware/request-id/index.ts'
import { redirect } from '../../http/response/index.ts'
import { Nonce, secureHeaders } from '../../middleware/secure-headers/index.ts'
import { Deadline, timeout } from '../../middleware/timeout/index.ts'
import { useActionData } from '../react/index.ts'
import { createBuild, root, type FixtureRoute } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

function Page() {
  return jsx('main', { children: `page ${useActionData<string>() ?? ''}` })
}

const routes: Record<string, FixtureRoute> = {
  root,
  page: {
    path: '/page',
    default: Page,
    loader: () => 'data',
    action: async ({ request }) => (await request.formData()).get('name') as string,
  },
  stored: {
    path: '/stored',
    default: Page,
    loader: () => 'data',
    headers: () => ({ 'Cache-Control': 'private, max-age=60' }),
  },
  moved: { path: '/moved', default: Page, loader: () => redirect('/page') },
  broken: {
    path: '/broken',
    default: Page,
    loader: () => {
      throw new Error('broken')
    },
  },
}

/** A function that sends a request to an app with this middleware. */
function createApp(...middleware: MiddlewareList) {
  const handler = createHandler(createBuild(routes), (pages) => {
    const router = createRouter({ middleware })
    router.get('/throws', () => {
      throw new Error('thrown')
    })
    router.map('/*', pages)
    return router
  })
  return (path: string, init: RequestInit = {}) =>
    handler(new Request(`http://x.test${path}`, init))
}

const form = (name = 'Ada') => ({ method: 'POST', body: new URLSearchParams({ name }) })

/** One request for each column of the table: what is asked for, and the status. */
const columns: readonly [name: string, path: string, init: RequestInit, status: number][] = [
  ['a document', '/page', {}, 200],
  ['data', '/page?_data=page', {}, 200],
  ['a mutation by the browser', '/page', form(), 200],
  ['a mutation by the client router', '/page?_data=page', form(), 200],
  ['HEAD', '/page', { method: 'HEAD' }, 200],
  ['a redirect', '/moved', {}, 302],
  ['a page that is not there', '/none', {}, 404],
  ['a page with an error', '/broken', {}, 500],
]

describe.each(columns)('for %s', (_name, path, init, status) => {
  const send = (...middleware: MiddlewareList) => createApp(...middleware)(path, init)

  it('secureHeaders() adds its headers', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const response = await send(secureHeaders({ nonce: true }))
    expect([response.status, response.headers.get('X-Frame-Options')]).toEqual([status, 'DENY'])
    expect(response.headers.get('Content-Security-Policy')).toContain("'nonce-")
  })

  it('requestId() adds the id', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const response = await send(requestId())
    expect(response.status).toBe(status)
    expect(response.headers.get('X-Request-Id')).toMatch(/^[\w-]{36}$/)
  })

  it('rateLimit() counts one request', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const app = createApp(rateLimit({ limit: 1, window: 3600, key: () => 'a' }))
    const first = await app(path, init)
    expect([first.status, first.headers.get('RateLimit-Policy')]).toEqual([
      status,
      '"default";q=1;w=3600',
    ])
    expect((await app('/page')).status).toBe(429)
  })

  it('timeout() and bodyLimit() change nothing', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const response = await send(timeout(60_000), bodyLimit(1000))
    expect(response.status).toBe(status)
    const plain = await send()
    expect(Object.fromEntries(response.headers)).toEqual(Object.fromEntries(plain.headers))
    expect(await response.text()).toBe(await plain.text())
  })

  it('language() says the language of what has a body', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { headers } = await send(language({ supported: ['en'] }))
    expect(headers.get('Content-Language')).toBe(status === 302 ? null : 'en')
    expect(headers.get('Vary')).toContain('Accept-Language')
  })
})

describe('bodyLimit() around pages', () => {
  it.each(['/page', '/page?_data=page'])(
    'refuses a form that is too large for %s',
    async (path) => {
      const app = createApp(bodyLimit(20))
      expect((await app(path, form('Ada'))).status).toBe(200)
      const chunked = () =>
        new ReadableStream({
          start(controller) {
            for (let i = 0; i < 8; i++) controller.enqueue(new TextEncoder().encode('name=AdaAda&'))
            controller.close()
          },
        })
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
      const init = { method: 'POST', body: chunked(), headers, duplex: 'half' }
      expect((await app(path, init as RequestInit)).status).toBe(413)
      const declared = { ...headers, 'Content-Length': '96' }
      const sized = { method: 'POST', body: chunked(), headers: declared, duplex: 'half' }
      expect((await app(path, sized as RequestInit)).status).toBe(413)
    },
  )
})

describe('etag() around pages', () => {
  const app = createApp(etag())
  const tagOf = async (path: string, init?: RequestInit) =>
    (await app(path, init)).headers.get('ETag')

  it('tags documents, and HEAD as the GET', async () => {
    const tag = await tagOf('/page')
    expect(tag).toMatch(/^W\/"[\w-]{43}"$/)
    expect(await tagOf('/page', { method: 'HEAD' })).toBe(tag)
    const headers = { 'If-None-Match': tag! }
    expect((await app('/page', { headers })).status).toBe(304)
  })

  it('tags data only if its policy allows to store it', async () => {
    expect(await tagOf('/page?_data=page')).toBe(null)
    const tag = await tagOf('/stored?_data=stored')
    expect(tag).toMatch(/^W\//)
    expect(tag).not.toBe(await tagOf('/stored'))
  })

  it('tags no mutation, redirect or error', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    for (const [path, init] of [
      ['/page', form()],
      ['/page?_data=page', form()],
      ['/moved', {}],
      ['/none', {}],
      ['/broken', {}],
    ] as const) {
      expect(await tagOf(path, init)).toBe(null)
    }
  })
})

describe('what is thrown', () => {
  it('passes every middleware, and is reported once', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const app = createApp(
      requestId(),
      secureHeaders({ nonce: true }),
      bodyLimit(1000),
      rateLimit({ limit: 9, window: 60, key: () => 'a' }),
      timeout(60_000),
      etag(),
      language({ supported: ['en'] }),
    )
    const response = await app('/throws')
    expect([response.status, await response.text()]).toEqual([500, 'Internal Server Error'])
    expect(log.mock.calls.map(([error]) => String(error))).toEqual(['Error: thrown'])
  })
})

describe('what middleware gives to pages', () => {
  it('is on the context of loaders: the nonce, the deadline and the language', async () => {
    let seen: unknown[] = []
    const handler = createHandler(
      createBuild({
        root,
        page: {
          path: '/page',
          default: Page,
          loader: ({ context }) => {
            const found = context as unknown as { language: string }
            seen = [typeof context.get(Nonce), context.get(Deadline)?.aborted, found.language]
            return null
          },
        },
      }),
      (pages) => {
        const router = createRouter({
          middleware: [
            secureHeaders({ nonce: true }),
            timeout(60_000),
            language({ supported: ['en', 'de'] }),
          ],
        })
        router.map('/*', pages)
        return router
      },
    )
    const headers = { 'Accept-Language': 'de' }
    await handler(new Request('http://x.test/page', { headers }))
    expect(seen).toEqual(['string', false, 'de'])
  })
})

describe('timeout() in a route module', () => {
  it('hands an action that runs on to WaitUntil, until it has ended', async () => {
    const late = Promise.withResolvers<string>()
    const slow: FixtureRoute = {
      path: '/slow',
      middleware: [timeout(5)],
      default: Page,
      action: () => late.promise,
    }
    const handedOver: Promise<unknown>[] = []
    const handler = createHandler(createBuild({ root, slow }), undefined, {
      provide: (context) => context.set(WaitUntil, (work) => void handedOver.push(work)),
    })
    const body = new URLSearchParams({ name: 'a' })
    const sent = await handler(new Request('http://x.test/slow', { method: 'POST', body }))
    expect(sent.status).toBe(503)
    expect(handedOver).toHaveLength(1)

    const order: string[] = []
    void handedOver[0]!.then(() => order.push('work ended'))
    void late.promise.then(() => order.push('action ended'))
    // A whole request comes in between, so a promise that is settled already would be the first.
    await handler(new Request('http://x.test/slow'))
    late.resolve('done')
    await handedOver[0]
    expect(order).toEqual(['action ended', 'work ended'])
  })
})

describe('language() in a route module', () => {
  it('reads the param of the page', async () => {
    const page: FixtureRoute = {
      path: '/:lang/page',
      middleware: [language({ supported: ['en', 'de'], param: 'lang' })],
      default: Page,
    }
    const handler = createHandler(createBuild({ root, page }))
    const { headers } = await handler(new Request('http://x.test/de/page'))
    expect([headers.get('Content-Language'), headers.get('Vary')]).toEqual(['de', null])
  })
})
