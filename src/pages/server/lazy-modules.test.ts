import { jsx, jsxs } from 'react/jsx-runtime'
import { describe, expect, it, vi } from 'vitest'
import { isHydratable } from '../client-router/shared.ts'
import { createPageMatcher } from '../page-protocol/match-pages.ts'
import { RESPONSE_HEADER } from '../page-protocol/wire.ts'
import { Scripts } from '../react/index.ts'
import type { RouteModule } from '../react/shared.ts'
import { createBuild, root, type FixtureRoute } from './app.fixture.ts'
import type { ServerBuild } from './build.ts'
import { createHandler } from './create-handler.ts'

const boundary: FixtureRoute = {
  ...root,
  ErrorBoundary: () =>
    jsx('html', { children: jsxs('body', { children: ['Sorry', jsx(Scripts, {})] }) }),
}

const routes: Record<string, FixtureRoute> = {
  root: boundary,
  shop: { path: '/shop', default: () => 'shop', loader: () => null },
  cart: { path: '/cart', default: () => 'cart', action: () => null },
  api: { path: '/api', loader: () => 'api' },
}

/** An app whose modules, but for the root, are loaded on first use by `load`. */
function lazyApp(load: (id: string, module: RouteModule) => Promise<RouteModule>) {
  const handleError = vi.fn()
  const build = createBuild(routes, { entryServer: { handleError } })
  const modules = build.routes as Record<string, RouteModule>
  const lazy: ServerBuild['routes'] = {}
  for (const [id, module] of Object.entries(modules)) {
    lazy[id] = id === 'root' ? module : () => load(id, module)
  }
  const handler = createHandler({ ...build, routes: lazy })
  const visit = async (path: string, init?: RequestInit) => {
    const response = await handler(new Request(`http://x.test${path}`, init))
    return { response, text: await response.text() }
  }
  return { visit, handleError, manifest: build.manifest }
}

describe('route modules that are loaded on first use', () => {
  it('are loaded when their page is visited, and once', async () => {
    const load = vi.fn(async (_: string, module: RouteModule) => module)
    const { visit } = lazyApp(load)
    expect(load).not.toHaveBeenCalled()

    expect((await visit('/shop')).text).toContain('shop')
    expect((await visit('/shop')).text).toContain('shop')
    expect(load.mock.calls.map(([id]) => id)).toEqual(['shop'])
  })

  it('cause a 500 in the root’s boundary when they cannot be loaded, and the error is reported', async () => {
    const failure = new Error('a file with a secret name is missing')
    const { visit, handleError } = lazyApp(() => Promise.reject(failure))

    const { response, text } = await visit('/shop')
    expect(response.status).toBe(500)
    expect(text).toContain('Sorry')
    expect(text).not.toContain('secret')
    expect(handleError).toHaveBeenCalledExactlyOnceWith(failure, expect.anything())
  })

  it('make a document that the browser does not request again at once', async () => {
    const { visit, manifest } = lazyApp(() => Promise.reject(new Error('missing')))
    const { text } = await visit('/shop')
    const handoff = JSON.parse(/type="application\/json">(.*?)<\/script>/.exec(text)![1]!)
    expect(handoff.matches.map(({ id }: { id: string }) => id)).toEqual(['root'])
    expect(isHydratable(handoff, createPageMatcher(manifest)('/shop'))).toBe(true)
  })

  it('are loaded again by the next request when they could not be loaded', async () => {
    let isMissing = true
    const { visit, handleError } = lazyApp(async (_, module) => {
      if (isMissing) throw new Error('missing')
      return module
    })
    expect((await visit('/shop')).response.status).toBe(500)
    isMissing = false
    expect((await visit('/shop')).response.status).toBe(200)
    expect(handleError).toHaveBeenCalledOnce()
  })

  it('leave the other pages as they are when one cannot be loaded', async () => {
    const { visit } = lazyApp(async (id, module) => {
      if (id === 'shop') throw new Error('missing')
      return module
    })
    expect((await visit('/shop')).response.status).toBe(500)
    expect((await visit('/cart')).response.status).toBe(200)
    expect((await visit('/nothing')).response.status).toBe(404)
  })

  it('make an error of the root for a data request', async () => {
    const { visit } = lazyApp(() => Promise.reject(new Error('secret')))
    const { response, text } = await visit('/shop?_data=shop')
    expect(response.status).toBe(500)
    expect(response.headers.get(RESPONSE_HEADER)).toBe('data')
    expect(JSON.parse(text)).toMatchObject({ root: { error: expect.anything() } })
    expect(text).not.toContain('secret')
  })

  it('make a 500 without a document where the route has none', async () => {
    const failure = new Error('secret')
    const { visit, handleError } = lazyApp(() => Promise.reject(failure))
    const { response, text } = await visit('/api')
    expect(response.status).toBe(500)
    expect(text).not.toContain('<')
    expect(text).not.toContain('secret')
    expect(handleError).toHaveBeenCalledExactlyOnceWith(failure, expect.anything())
  })

  it('make a 500 for a form whose module cannot be loaded, and nothing of it runs', async () => {
    const { visit } = lazyApp(() => Promise.reject(new Error('missing')))
    const { response } = await visit('/cart', {
      method: 'POST',
      body: new URLSearchParams({ _method: 'DELETE' }),
    })
    expect(response.status).toBe(500)
  })
})
