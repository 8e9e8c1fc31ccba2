import { describe, expect, it } from 'vitest'
import { createMemoryBus, type Bus } from '../../state/bus/index.ts'
import { text } from '../../http/response/index.ts'
import { writes } from '../../state/tags/index.ts'
import {
  after,
  createContextKey,
  createFetchHandler,
  createRouter,
  RequestContext,
  WaitUntil,
  type Middleware,
  type Observer,
  type Router,
} from './index.ts'

const url = 'https://example.com/api/books/dune'

/** A router whose handler passes requests to another one. */
function nest(
  api: Router,
  options: { bus?: Bus; observe?: Observer[]; middleware?: Middleware[] } = {},
) {
  const router = createRouter(options)
  router.map('/api/*', ({ request }) => api.fetch(request))
  return router
}

function recordingBus(): { bus: Bus; published: string[][]; next(): Promise<string[]> } {
  const bus = createMemoryBus()
  const published: string[][] = []
  let arrived = Promise.withResolvers<string[]>()
  bus.subscribe({
    write(tags) {
      published.push([...tags])
      arrived.resolve([...tags])
      arrived = Promise.withResolvers()
    },
    gap() {},
  })
  return { bus, published, next: () => arrived.promise }
}

describe('a router that is called by a handler of another router', () => {
  it.each(['at once', 'later'])(
    'publishes what it writes %s on the bus of the outer router',
    async (when) => {
      const { bus, published, next } = recordingBus()
      const api = createRouter()
      api.put('/api/books/:slug', async (context) => {
        if (when === 'later') await Promise.resolve()
        writes(context, `book:${context.params.slug}`)
        return text('written')
      })
      const middleware: Middleware = async (context, proceed) => {
        const response = await proceed()
        writes(context, 'log')
        return response
      }
      const arrived = next()
      const response = await nest(api, { bus, middleware: [middleware] }).fetch(url, {
        method: 'PUT',
      })
      expect(await response.text()).toBe('written')
      expect(await arrived).toEqual(['book:dune', 'log'])
      expect(published).toHaveLength(1)
    },
  )

  it('publishes what it writes before it throws, and after its client has left', async () => {
    const { bus, next } = recordingBus()
    const started = Promise.withResolvers<void>()
    const left = Promise.withResolvers<void>()
    const api = createRouter()
    api.put('/api/books/:slug', (context) => {
      writes(context, 'books')
      throw new Error('This handler fails on purpose.')
    })
    api.post('/api/books/:slug', async (context) => {
      started.resolve()
      await left.promise
      writes(context, 'late')
      return text('written')
    })
    const router = nest(api, { bus })
    const first = next()
    await expect(router.fetch(url, { method: 'PUT' })).rejects.toThrow('on purpose')
    expect(await first).toEqual(['books'])

    const controller = new AbortController()
    const second = next()
    const response = router.fetch(url, { method: 'POST', signal: controller.signal })
    await started.promise
    controller.abort()
    await expect(response).rejects.toThrow('aborted')
    left.resolve()
    expect(await second).toEqual(['late'])
  })

  it('runs after() when the middleware of the outer router has ended', async () => {
    const steps: string[] = []
    const ran = Promise.withResolvers<void>()
    const api = createRouter()
    api.get('/api/books/:slug', (context) => {
      after(context, () => {
        steps.push('after')
        ran.resolve()
      })
      return text('ok')
    })
    const middleware: Middleware = async (_, next) => {
      const response = await next()
      await new Promise((resolve) => setTimeout(resolve))
      steps.push('middleware')
      return response
    }
    await nest(api, { middleware: [middleware] }).fetch(url)
    await ran.promise
    expect(steps).toEqual(['middleware', 'after'])
  })

  it('gets what the runtime provides', async () => {
    const Region = createContextKey<string>('')
    const held: Promise<unknown>[] = []
    const api = createRouter()
    api.get('/api/books/:slug', (context) => {
      after(context, () => {})
      return text(context.get(Region))
    })
    const handle = createFetchHandler(nest(api), {
      provide(context) {
        context.set(Region, 'eu')
        context.set(WaitUntil, (work) => void held.push(work))
      },
    })
    expect(await (await handle(new Request(url))).text()).toBe('eu')
    expect(held).toHaveLength(1)
  })

  it('shows its route and its middleware to the observers of the outer router', async () => {
    const seen: string[] = []
    const observer: Observer = {
      middleware: true,
      event(event) {
        if (event.type === 'route') seen.push(event.pattern)
        if (event.type === 'request') seen.push(event.phase)
        if (event.type === 'middleware' && event.phase === 'start') seen.push(event.name)
      },
    }
    const api = createRouter({
      middleware: [
        function inner(_, next) {
          return next()
        },
      ],
    })
    api.get('/api/books/:slug', () => text('ok'))
    await nest(api, { observe: [observer] }).fetch(url)
    expect(seen).toEqual(['start', '/api/*', 'inner', '/api/books/:slug', 'end'])
  })

  it('is another request if the handler passes a copy', async () => {
    const { bus, published } = recordingBus()
    const api = createRouter()
    api.put('/books/:slug', (context) => {
      writes(context, 'books')
      return text('written')
    })
    const router = createRouter({ bus })
    router.map('/api/*', ({ request }) =>
      api.fetch(new Request('https://example.com/books/dune', request)),
    )
    expect(await (await router.fetch(url, { method: 'PUT' })).text()).toBe('written')
    await new Promise((resolve) => setTimeout(resolve))
    expect(published).toEqual([])
  })

  it('takes the request of a context that was created by hand', async () => {
    const api = createRouter()
    api.get('/api/books/:slug', ({ params }) => text(params.slug))
    const { request } = new RequestContext(new Request(url))
    expect(await (await api.fetch(request)).text()).toBe('dune')
    expect(await (await api.fetch(request)).text()).toBe('dune')
  })
})

describe('router.mount', () => {
  it('says how to mount the routes of another router', () => {
    const other = createRouter()
    expect(() => createRouter().mount('/api', other as never)).toThrow(
      'Cannot mount a router at "/api": mount() takes a function that adds routes.',
    )
    expect(() => createRouter().mount('/api', { middleware: [] }, other as never)).toThrow(
      'Cannot mount a router at "/api"',
    )
    expect(() => createRouter().mount('/api', undefined as never)).toThrow(
      'Cannot mount undefined at "/api": mount() takes a function that adds routes.',
    )
  })
})
