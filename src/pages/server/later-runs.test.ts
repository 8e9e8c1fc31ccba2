import { Suspense, use, type ReactNode } from 'react'
import { jsx } from 'react/jsx-runtime'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cache } from '../../middleware/cache/index.ts'
import { createRouter, type Middleware } from '../../router/fetch-router/index.ts'
import { createAnonymousRequest, noticesOf } from '../../internal/exchange/anonymous-run.ts'
import { sendInner } from '../../router/fetch-router/shared.ts'
import { Outlet, Scripts, useLoaderData } from '../react/index.ts'
import { data, later, type Later } from '../../http/response/index.ts'
import { secureHeaders } from '../../middleware/secure-headers/index.ts'
import { createMemoryStorage } from '../../state/storage/index.ts'
import { createBuild, type FixtureRoute } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
})

const soon = <Value>(value: Value): Later<Value> =>
  later(() => new Promise<Value>((resolve) => setTimeout(resolve, 2, value)))

function Reviews({ of }: { of: Promise<unknown> }): ReactNode {
  return jsx('p', { children: JSON.stringify(use(of)) })
}

function createShop(reviews: () => Later<unknown>, middleware: Middleware<any>[] = []) {
  let runs = 0
  const routes: Record<string, FixtureRoute> = {
    root: {
      default: () =>
        jsx('html', {
          children: jsx('body', { children: [jsx(Outlet, {}, 1), jsx(Scripts, {}, 2)] }),
        }),
    },
    book: {
      path: '/book',
      headers: () => ({ 'Cache-Control': 'public, s-maxage=60' }),
      loader: () => ({ run: ++runs, reviews: reviews() }),
      ErrorBoundary: () => jsx('p', { children: 'sorry' }),
      default() {
        const { reviews } = useLoaderData() as { reviews: Promise<unknown> }
        return jsx(Suspense, { fallback: 'waiting', children: jsx(Reviews, { of: reviews }) })
      },
    },
  }
  const handler = createHandler(createBuild(routes), (pages) => {
    const router = createRouter({ middleware: [secureHeaders({ nonce: true }), ...middleware] })
    router.map('/*', pages)
    return router
  })
  return { handler, runs: () => runs }
}

describe('deferred values behind cache()', () => {
  const createCached = (reviews: () => Later<unknown>) => {
    const { handler, runs } = createShop(reviews, [
      cache({ storage: createMemoryStorage(), routes: ['/*'] }),
    ])
    const read = async (path: string): Promise<string> =>
      (await handler(new Request(`https://example.com${path}`))).text()
    return { read, runs }
  }

  it('are awaited in documents that every visitor gets', async () => {
    const { read, runs } = createCached(() => soon(['good']))
    const html = await read('/book')
    expect(html).toContain('<p>[&quot;good&quot;]</p>')
    expect(html).not.toMatch(/waiting|noscript|\$R|data-framework="later"/)
    expect(html).toContain('"late":[{"later":["book","reviews"],"data":["good"]}]')
    expect(await read('/book')).toBe(html)
    expect(runs()).toBe(1)
  })

  it('are awaited in data, which is one object', async () => {
    const { read, runs } = createCached(() => soon(['good']))
    const text = await read('/book?_data=book')
    expect(JSON.parse(text)).toEqual({
      book: {
        data: { run: 1 },
        later: ['reviews'],
        late: [{ later: ['book', 'reviews'], data: ['good'] }],
      },
    })
    expect(await read('/book?_data=book')).toBe(text)
    expect(runs()).toBe(1)
  })

  it.each([
    ['an error', () => Promise.reject(new Error('broken'))],
    ['a response', () => Promise.reject(data('closed', 503))],
    ['a timeout', () => new Promise(() => {})],
  ])('are not stored after %s', async (_, run) => {
    for (const path of ['/book', '/book?_data=book']) {
      const { read, runs } = createCached(() => later(run, { timeout: 5 }))
      await read(path)
      await read(path)
      expect(runs()).toBeGreaterThan(1)
    }
  })
})

describe('deferred values in a static export', () => {
  const visit = async (reviews: () => Later<unknown>, path: string) => {
    const request = createAnonymousRequest(`https://example.com${path}`)
    const response = await sendInner(createShop(reviews).handler, request)
    return { response, text: await response.text(), notices: noticesOf(request) }
  }

  it('are in the file', async () => {
    const page = await visit(() => soon('good'), '/book')
    expect(page.text).toContain('good')
    expect(page.notices).toEqual([])
    const loaded = await visit(() => soon('good'), '/book?_data=book')
    expect(loaded.response.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
    expect(loaded.text).toContain('"late":[')
    expect(loaded.notices).toEqual([])
  })

  it('make the export fail if they are rejected', async () => {
    for (const path of ['/book', '/book?_data=book']) {
      const { notices } = await visit(() => later(() => Promise.reject(data('x', 404))), path)
      expect(notices).toContain('failed in part')
    }
  })
})
