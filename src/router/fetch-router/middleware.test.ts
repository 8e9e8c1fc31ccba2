import { describe, expect, it } from 'vitest'
import { route } from '../routes/index.ts'
import { createMiddleware, createRouter, type Middleware } from './index.ts'

const url = 'https://example.com/x'

function trace(log: string[], name: string): Middleware {
  return async (_context, next) => {
    log.push(`${name} before`)
    const response = await next()
    log.push(`${name} after`)
    return response
  }
}

describe('middleware', () => {
  it('runs router, mount, controller and action middleware in that order and unwinds in reverse', async () => {
    const log: string[] = []
    const routes = route({ show: '/x' })
    const router = createRouter({ middleware: [trace(log, 'router')] })
    router.mount('/outer', { middleware: [trace(log, 'outer')] }, (outer) => {
      outer.mount('/inner', { middleware: [trace(log, 'inner')] }, (inner) => {
        inner.map(routes, {
          middleware: [trace(log, 'controller')],
          actions: {
            show: {
              middleware: [trace(log, 'action')],
              handler: () => {
                log.push('handler')
                return new Response()
              },
            },
          },
        })
      })
    })

    await router.fetch('https://example.com/outer/inner/x')
    const before = ['router', 'outer', 'inner', 'controller', 'action']
    expect(log).toEqual([
      ...before.map((name) => `${name} before`),
      'handler',
      ...before.reverse().map((name) => `${name} after`),
    ])
  })

  it('runs router middleware for every request, also without routes', async () => {
    const log: string[] = []
    await createRouter({ middleware: [trace(log, 'router')] }).fetch(url)
    expect(log).toEqual(['router before', 'router after'])
  })

  it('runs action middleware of a verb helper and of map for that action only', async () => {
    const log: string[] = []
    const router = createRouter()
    router.get('/x', { middleware: [trace(log, 'get')], handler: () => new Response() })
    router.map('/y', { middleware: [trace(log, 'map')], handler: () => new Response() })
    router.get('/z', () => new Response())
    await router.fetch('https://example.com/z')
    expect(log).toEqual([])
    await router.fetch('https://example.com/y')
    expect(log).toEqual(['map before', 'map after'])
  })

  it('does not run mount middleware for 404 and 405', async () => {
    const log: string[] = []
    const router = createRouter()
    router.mount('/m', { middleware: [trace(log, 'mount')] }, (section) => {
      section.get('/x', () => new Response())
    })
    expect((await router.fetch('https://example.com/m/y')).status).toBe(404)
    expect((await router.fetch('https://example.com/m/x', { method: 'POST' })).status).toBe(405)
    expect(log).toEqual([])
  })

  it('ends the chain if it returns a Response', async () => {
    const router = createRouter({ middleware: [() => new Response('stop', { status: 401 })] })
    let ran = false
    router.get('/x', () => {
      ran = true
      return new Response()
    })
    expect((await router.fetch(url)).status).toBe(401)
    expect(ran).toBe(false)
  })

  it('discards the downstream response when it returns its own', async () => {
    const router = createRouter({
      middleware: [
        async (_context, next) => {
          await next()
          return new Response('mine')
        },
      ],
    })
    router.get('/x', () => new Response('theirs'))
    expect(await (await router.fetch(url)).text()).toBe('mine')
  })

  it('uses the downstream response when nothing is returned but next() was called', async () => {
    const variants: ((next: () => Promise<Response>) => unknown)[] = [
      (next) => void next(),
      async (next) => void (await next()),
      async (next) => void next(),
      async (next) => {
        await Promise.resolve()
        void next()
      },
    ]
    for (const variant of variants) {
      const router = createRouter({
        middleware: [
          ((_context: unknown, next: () => Promise<Response>) => variant(next)) as never,
        ],
      })
      router.get('/x', async () => new Response('theirs'))
      expect(await (await router.fetch(url)).text()).toBe('theirs')
    }
  })

  it('rejects when it neither returns a Response nor calls next()', async () => {
    for (const result of [undefined, null, 'text', 42, {}]) {
      for (const middleware of [() => result, async () => result]) {
        const router = createRouter({ middleware: [middleware as never] })
        await expect(router.fetch(url)).rejects.toThrow(
          'Middleware must return a Response or call next()',
        )
      }
    }
  })

  it('rejects the second next()', async () => {
    const router = createRouter({
      middleware: [
        async (_context, next) => {
          await next()
          return next()
        },
      ],
    })
    router.get('/x', () => new Response())
    await expect(router.fetch(url)).rejects.toThrow('next() called multiple times')
  })

  it('rejects when a middleware returns nothing after a second next() that it did not await', async () => {
    const router = createRouter({
      middleware: [
        ((_context, next) => {
          void next()
          void next()
        }) as Middleware,
      ],
    })
    router.get('/x', () => new Response())
    await expect(router.fetch(url)).rejects.toThrow('next() called multiple times')
  })

  it('keeps the first result for a middleware that catches the second next()', async () => {
    const router = createRouter({
      middleware: [
        async (_context, next) => {
          const first = await next()
          await next().catch(() => {})
          return first
        },
      ],
    })
    router.get('/x', () => new Response('once'))
    expect(await (await router.fetch(url)).text()).toBe('once')
  })

  it('hands a downstream rejection to the middleware that awaits next(), which may return a response', async () => {
    const error = new Error('boom')
    const seen: unknown[] = []
    const router = createRouter({
      middleware: [
        async (_context, next) => {
          try {
            return await next()
          } catch (caught) {
            seen.push(caught)
            return new Response('recovered', { status: 500 })
          }
        },
      ],
    })
    router.get('/x', () => {
      throw error
    })
    expect(await (await router.fetch(url)).text()).toBe('recovered')
    expect(seen).toEqual([error])
  })

  it('leaves no unhandled rejection behind when it returns early and downstream fails later', async () => {
    const router = createRouter({
      middleware: [
        (_context, next) => {
          void next()
          return new Response('early')
        },
      ],
    })
    router.get('/x', async () => {
      await Promise.resolve()
      throw new Error('too late')
    })
    expect(await (await router.fetch(url)).text()).toBe('early')
    await new Promise((resolve) => setTimeout(resolve, 5))
  })

  it('sees empty params before next() and the real ones after it', async () => {
    const seen: unknown[] = []
    const router = createRouter({
      middleware: [
        async (context, next) => {
          const early = context.params
          seen.push({ ...context.params })
          const response = await next()
          seen.push({ ...context.params }, { ...early })
          return response
        },
      ],
    })
    router.get('/:name', () => new Response())
    await router.fetch(url)
    expect(seen).toEqual([{}, { name: 'x' }, {}])
  })

  it('hands one context to all', async () => {
    const contexts = new Set<unknown>()
    const remember: Middleware = (context, next) => {
      contexts.add(context)
      return next()
    }
    const router = createRouter({ middleware: [remember] })
    router.get('/x', {
      middleware: [remember],
      handler: (context) => {
        contexts.add(context)
        expect(context.router).toBe(router)
        return new Response()
      },
    })
    await router.fetch(url)
    expect(contexts.size).toBe(1)
  })

  it('createMiddleware returns the list', () => {
    const first: Middleware = (_context, next) => next()
    expect(createMiddleware(first)).toEqual([first])
  })
})

describe('router.mount', () => {
  it('joins patterns, composes, and hands prefix params to children', async () => {
    const router = createRouter()
    router.mount('/orgs/:org', (orgs) => {
      orgs.get('/', ({ params }) => new Response(`org ${params.org}`))
      orgs.mount('repos', (repos) => {
        repos.get('/:repo', ({ params }) => new Response(`${params.org}/${params.repo}`))
      })
    })
    expect(await (await router.fetch('https://example.com/orgs/a')).text()).toBe('org a')
    expect((await router.fetch('https://example.com/orgs/a/')).status).toBe(404)
    expect(await (await router.fetch('https://example.com/orgs/a/repos/b')).text()).toBe('a/b')
  })

  it("lets the child's value win on a name clash, and keeps the parent's where an optional child is absent", async () => {
    const router = createRouter()
    router.mount('/:id', (section) => {
      section.get('/inner/:id', ({ params }) => new Response(params.id))
      section.get('/maybe(/:id)', ({ params }) => new Response(params.id))
    })
    expect(await (await router.fetch('https://example.com/a/inner/b')).text()).toBe('b')
    expect(await (await router.fetch('https://example.com/a/maybe/b')).text()).toBe('b')
    expect(await (await router.fetch('https://example.com/a/maybe')).text()).toBe('a')
  })

  it('shares the matcher: a mounted route competes with all others', async () => {
    const router = createRouter()
    router.get('/a/*rest', () => new Response('outer'))
    router.mount('/a', (section) => section.get('/b', () => new Response('mounted')))
    expect(await (await router.fetch('https://example.com/a/b')).text()).toBe('mounted')
  })

  it('takes a prefix with search constraints', async () => {
    const router = createRouter()
    router.mount('/v?beta', (section) => section.get('/x', () => new Response('beta')))
    expect((await router.fetch('https://example.com/v/x')).status).toBe(404)
    expect((await router.fetch('https://example.com/v/x?beta')).status).toBe(200)
  })

  it('has no fetch', () => {
    createRouter().mount('/x', (section) => expect(section).not.toHaveProperty('fetch'))
  })
})
