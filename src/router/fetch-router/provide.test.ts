import { describe, expect, it } from 'vitest'
import {
  handleIncoming,
  type IncomingHandler,
  type IncomingRequest,
} from '../../internal/exchange/incoming.ts'
import { createIncoming } from './incoming.fixture.ts'
import {
  addressOf,
  ClientAddress,
  createContextKey,
  createFetchHandler,
  createRouter,
  provided,
  shutdownOf,
  Shutdown,
  RequestContext,
  type FetchHandler,
} from './index.ts'

const Env = createContextKey<{ name: string }>()
const request = (path = '/') => new Request(`https://example.com${path}`)

describe('provide', () => {
  it('gets the context and the further arguments of the runtime, before the first middleware', async () => {
    const order: string[] = []
    const router = createRouter({
      middleware: [
        (context, next) => {
          order.push(`middleware ${context.get(Env)?.name}`)
          return next()
        },
      ],
    })
    router.get('/', (context) => new Response(context.get(Env)?.name))
    const handler = createFetchHandler(router, {
      provide(context, env: { name: string }, number: number) {
        order.push(`provide ${context.url.pathname} ${number}`)
        context.set(Env, env)
      },
    })

    const response = await handler(request(), { name: 'production' }, 7)
    expect(await response.text()).toBe('production')
    expect(order).toEqual(['provide / 7', 'middleware production'])
  })

  it('runs once for each request, and keeps their arguments apart', async () => {
    const router = createRouter()
    router.get('/', async (context) => {
      await new Promise((resolve) => setTimeout(resolve, 1))
      return new Response(context.get(Env)?.name)
    })
    let calls = 0
    const handler = createFetchHandler(router, {
      provide(context, env: { name: string }) {
        calls++
        context.set(Env, env)
      },
    })
    const names = ['a', 'b', 'c']
    const responses = await Promise.all(names.map((name) => handler(request(), { name })))
    expect(await Promise.all(responses.map((response) => response.text()))).toEqual(names)
    expect(calls).toBe(3)
  })

  it('runs for a URL that no route matches', async () => {
    const seen: string[] = []
    const handler = createFetchHandler(createRouter(), {
      provide: (context) => void seen.push(context.url.pathname),
    })
    expect((await handler(request('/none'))).status).toBe(404)
    expect(seen).toEqual(['/none'])
  })

  it('is called without further arguments for a request that arrives without a Request', async () => {
    const router = createRouter()
    router.get('/x', (context) => new Response(context.get(Env)?.name))
    const handler = createFetchHandler(router, {
      provide(context, ...args: unknown[]) {
        context.set(Env, { name: `${args.length} arguments` })
      },
    })
    const response = await (handler as FetchHandler & IncomingHandler)[handleIncoming](incoming())
    expect(await response.text()).toBe('0 arguments')
  })

  it('that throws is one error, and a 500', async () => {
    const seen: unknown[] = []
    const failure = new Error('no binding')
    const handler = createFetchHandler(createRouter(), {
      provide() {
        throw failure
      },
      onError: (error) => void seen.push(error),
    })
    const response = await handler(request())
    expect([response.status, await response.text()]).toEqual([500, 'Internal Server Error'])
    expect(seen).toEqual([failure])
  })

  it('that returns a promise is an error, because the first middleware would not wait for it', async () => {
    const seen: unknown[] = []
    const handler = createFetchHandler(createRouter(), {
      provide: () => Promise.reject(new Error('late')),
      onError: (error) => void seen.push(String(error)),
    })
    expect((await handler(request())).status).toBe(500)
    expect(seen).toEqual([
      expect.stringContaining(
        'Cannot wait for the promise of `provide`. It must return its value at once',
      ),
    ])
  })

  it('is refused at once where the source is not a router', () => {
    const provide = () => {}
    const message =
      'createFetchHandler() can only use `provide` with a router, not with a function. Pass the router, or read the values in the function.'
    expect(() => createFetchHandler(() => new Response(), { provide })).toThrow(
      new TypeError(message),
    )
    const handler = createFetchHandler(createRouter())
    expect(() => createFetchHandler(handler, { provide })).toThrow(message)
  })

  it('is refused at once if it is not a function', () => {
    expect(() => createFetchHandler(createRouter(), { provide: 'env' as never })).toThrow(
      new TypeError('`provide` must be a function from a context, not "env"'),
    )
  })
})

describe('provided', () => {
  const router = createRouter({ middleware: [provided(Env)] })
  router.get('/', (context) => new Response(context.get(Env).name))

  it('lets requests pass for which the key was set', async () => {
    const handler = createFetchHandler(router, {
      provide: (context) => context.set(Env, { name: 'set' }),
    })
    expect(await (await handler(request())).text()).toBe('set')
  })

  it('throws where nothing has set the key', async () => {
    await expect(router.fetch(request())).rejects.toThrow(
      'Nothing was provided for this context key: give createFetchHandler() a `provide`, or export one from app/router.ts',
    )
  })

  it('refuses what is not a key', () => {
    expect(() => provided('env' as never)).toThrow('Cannot use "env" as a context key')
  })
})

describe('addressOf', () => {
  it('is what provide has set', () => {
    const context = new RequestContext(request())
    expect(addressOf(context)).toBe(undefined)
    context.set(ClientAddress, '192.0.2.7')
    expect(addressOf(context)).toBe('192.0.2.7')
  })

  it('is the address that the server knows if an empty string was set', async () => {
    const router = createRouter()
    router.get('/x', (context) => new Response(addressOf(context)))
    const handler = createFetchHandler(router, {
      provide: (context) => context.set(ClientAddress, ''),
    })
    const response = await (handler as FetchHandler & IncomingHandler)[handleIncoming](incoming())
    expect(await response.text()).toBe('198.51.100.1')
  })

  it('does not believe a header', () => {
    const headers = { 'X-Forwarded-For': '192.0.2.7', Forwarded: 'for=192.0.2.7' }
    expect(addressOf(new RequestContext(new Request('https://x.test/', { headers })))).toBe(
      undefined,
    )
  })
})

describe('shutdownOf', () => {
  it('is what provide has set, else what the server knows, else undefined', () => {
    const context = new RequestContext(request())
    expect(shutdownOf(context)).toBe(undefined)
    const { signal } = new AbortController()
    context.set(Shutdown, signal)
    expect(shutdownOf(context)).toBe(signal)
  })
})

/** What a server knows of a request for `/x`. */
function incoming(): IncomingRequest {
  return Object.assign(createIncoming('https://example.com/x'), { clientAddress: '198.51.100.1' })
}
