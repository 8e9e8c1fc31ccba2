import { jsx } from 'react/jsx-runtime'
import { describe, expect, it } from 'vitest'
import {
  createContextKey,
  createRouter,
  provided,
  routeOf,
} from '../../router/fetch-router/index.ts'
import { type MatchedRoute } from '../../router/fetch-router/shared.ts'
import { useActionData, useLoaderData } from '../react/index.ts'
import { createBuild, root, type FixtureRoute } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'

const Env = createContextKey<string>()

const page: FixtureRoute = {
  path: '/page/:id',
  default: Page,
  loader: ({ context }) => ({ env: context.get(Env) }),
  action: ({ context }) => ({ env: context.get(Env) }),
}
function Page() {
  const data = useLoaderData<{ env: string }>()
  const sent = useActionData<{ env: string }>()
  return jsx('main', { children: `${data.env} ${sent?.env ?? ''}` })
}

const api: FixtureRoute = {
  path: '/api',
  loader: ({ context }) => new Response(context.get(Env)),
  action: () => new Response(),
}

function createApp(options: { basename?: string; slow?: boolean } = {}) {
  const { basename = '/', slow = false } = options
  const seen: (MatchedRoute | undefined)[] = []
  const handler = createHandler(
    createBuild({ root, page, api }, { basename }),
    async (pages) => {
      if (slow) await new Promise((resolve) => setTimeout(resolve, 5))
      const router = createRouter({
        middleware: [
          provided(Env),
          async (context, next) => {
            seen.push(routeOf(context))
            const response = await next()
            seen.push(routeOf(context))
            return response
          },
        ],
      })
      router.get('/env', (context) => new Response(context.get(Env)))
      router.map('/*', pages)
      return router
    },
    { provide: (context, env: string) => context.set(Env, env) },
  )
  const send = (path: string, init?: RequestInit, env = 'env') =>
    handler(new Request(`http://x.test${path}`, init), env)
  return { send, seen }
}

describe('provide of an app with pages', () => {
  it('reaches the front router, loaders, actions and data requests', async () => {
    const { send } = createApp()
    expect(await (await send('/env', {}, 'a')).text()).toBe('a')
    expect(await (await send('/api', {}, 'b')).text()).toBe('b')
    expect(await (await send('/page/1', {}, 'c')).text()).toContain('<main>c ')
    expect(await (await send('/page/1?_data=page', {}, 'd')).text()).toContain('"env":"d"')
    const form = { method: 'POST', body: new URLSearchParams({ a: '1' }) }
    expect(await (await send('/page/1', form, 'e')).text()).toContain('<main>e e</main>')
  })

  it('keeps the arguments of requests that arrive before the app is ready', async () => {
    const { send } = createApp({ slow: true })
    const names = ['a', 'b', 'c']
    const paths = ['/env', '/api', '/page/1?_data=page']
    const responses = await Promise.all(names.map((name, i) => send(paths[i]!, {}, name)))
    const texts = await Promise.all(responses.map((response) => response.text()))
    expect(texts).toEqual(['a', 'b', expect.stringContaining('"env":"c"')])
  })

  it('that throws is a 500 with one report', async () => {
    const seen: string[] = []
    const handler = createHandler(
      createBuild(
        { root, page },
        { entryServer: { handleError: (error) => void seen.push(String(error)) } },
      ),
      undefined,
      {
        provide() {
          throw new Error('no binding')
        },
      },
    )
    expect((await handler(new Request('http://x.test/page/1'))).status).toBe(500)
    expect(seen).toEqual(['Error: no binding'])
  })
})

describe('routeOf an app with pages', () => {
  const form = { method: 'POST', body: new URLSearchParams({ a: '1' }) }

  it.each<[string, RequestInit, MatchedRoute | undefined]>([
    ['/page/1', {}, { pattern: '/page/:id', id: 'page', kind: 'document' }],
    ['/page/1', { method: 'HEAD' }, { pattern: '/page/:id', id: 'page', kind: 'document' }],
    ['/page/1?_data=page', {}, { pattern: '/page/:id', id: 'page', kind: 'data' }],
    ['/page/1', form, { pattern: '/page/:id', id: 'page', kind: 'action' }],
    ['/page/1?_data=page', form, { pattern: '/page/:id', id: 'page', kind: 'action' }],
    ['/api', {}, { pattern: '/api', id: 'api', kind: 'resource' }],
    ['/api', form, { pattern: '/api', id: 'api', kind: 'resource' }],
    ['/env', {}, { pattern: '/env', kind: 'route' }],
    ['/none', {}, undefined],
    ['/none?_data=root', {}, undefined],
  ])('%s %j is %j', async (path, init, expected) => {
    const { send, seen } = createApp()
    await send(path, init)
    expect(seen).toEqual([undefined, expected])
  })

  it('includes the basename', async () => {
    const { send, seen } = createApp({ basename: '/shop' })
    await send('/shop/page/1')
    expect(seen.at(-1)).toEqual({ pattern: '/shop/page/:id', id: 'page', kind: 'document' })
    await send('/shop')
    expect(seen.at(-1)).toEqual({ pattern: '/shop', id: 'root', kind: 'document' })
  })
})
