import { describe, expect, it } from 'vitest'
import {
  addressOf,
  ClientAddress,
  createContextKey,
  createFetchHandler,
  createRouter,
  provided,
  Shutdown,
  shutdownOf,
  WaitUntil,
  type Middleware,
  type RequestContext,
} from '../../router/fetch-router/index.ts'
import { text } from '../../http/response/index.ts'
import { createMemoryStorage } from '../../state/storage/index.ts'
import { shared } from './app.fixture.ts'
import { cache } from './index.ts'

interface Claims {
  readonly name: string
}

const Claims = createContextKey<Claims>()
const Other = createContextKey<string>()

type Provide = (context: RequestContext, claims: Claims) => void

/** An app behind a gateway that passes along who has sent a request. */
function createApp(
  handler: (context: RequestContext) => Response | Promise<Response>,
  provide: Provide = (context, claims) => context.set(Claims, claims),
  { before = [], after = [] }: { before?: Middleware<any>[]; after?: Middleware<any>[] } = {},
) {
  const reasons: (string | undefined)[] = []
  let runs = 0
  const router = createRouter({
    observe: [{ event: (event) => void (event.type === 'cache' && reasons.push(event.why)) }],
    middleware: [
      ...before,
      cache({ storage: createMemoryStorage(), routes: ['/*'] }),
      ...after,
    ] as Middleware<any>[],
    defaultHandler(context) {
      runs++
      return handler(context as RequestContext)
    },
  })
  const handle = createFetchHandler(router, { provide })
  return {
    read: async (name: string) =>
      (await handle(new Request('https://example.com/'), { name })).text(),
    get runs() {
      return runs
    },
    reasons,
  }
}

const greet = (context: RequestContext) =>
  text(`Hello ${context.get(Claims)?.name}`, { headers: shared })
const explanation =
  'it is not the same for every visitor: the run read a value that `provide` set. If it is the same for every visitor, set it with { shared: true }'

describe('a value that provide sets', () => {
  it('of one visitor is never in the response of another', async () => {
    const app = createApp(greet)
    expect(await app.read('Alice')).toBe('Hello Alice')
    expect(await app.read('Bob')).toBe('Hello Bob')
    expect(app.reasons).toContain(explanation)
  })

  it('makes a response personal, whichever way it is read', async () => {
    const page = (name: unknown) => text(`Hello ${String(name)}`, { headers: shared })
    const withProperty: Provide = (context, claims) =>
      context.set(Claims, claims, { property: 'claims' })
    const handlers: [(context: RequestContext) => Response, Provide?][] = [
      [({ get }) => page(get(Claims)?.name)],
      [(context) => page((context as unknown as { claims: Claims }).claims.name), withProperty],
      [
        (context) => page(context.has(Claims) ? 'Alice' : 'Bob'),
        (context, claims) => {
          if (claims.name === 'Alice') context.set(Claims, claims)
        },
      ],
    ]
    for (const [handler, provide] of handlers) {
      const app = createApp(handler, provide)
      expect(await app.read('Alice')).toBe('Hello Alice')
      expect(await app.read('Bob')).toBe('Hello Bob')
      expect(app.reasons).toContain(explanation)
    }
  })

  it('makes a response personal if middleware reads it, also before the cache', async () => {
    const copy: Middleware<any> = (context, next) => {
      context.set(Other, context.get(Claims)!.name)
      return next()
    }
    for (const place of ['before', 'after']) {
      const app = createApp(
        (context) => text(String(context.get(Other)), { headers: shared }),
        undefined,
        { [place]: [copy] },
      )
      expect([await app.read('Alice'), await app.read('Bob')]).toEqual(['Alice', 'Bob'])
      expect(app.reasons).toContain(explanation)
    }
  })

  it('makes a response personal if the body reads it late', async () => {
    const app = createApp((context) => {
      const body = new ReadableStream({
        pull(controller) {
          controller.enqueue(new TextEncoder().encode(context.get(Claims)!.name))
          controller.close()
        },
      })
      return new Response(body, { headers: shared })
    })
    expect([await app.read('Alice'), await app.read('Bob')]).toEqual(['Alice', 'Bob'])
  })

  it('does not make a response personal if nothing reads it', async () => {
    const app = createApp(() => text('ok', { headers: shared }), undefined, {
      before: [provided(Claims)],
    })
    expect([await app.read('Alice'), await app.read('Bob')]).toEqual(['ok', 'ok'])
    expect(app.runs).toBe(1)
  })

  it('may be in a stored response if it is shared', async () => {
    const env = { name: 'production' }
    const app = createApp(greet, (context) => context.set(Claims, env, { shared: true }))
    expect([await app.read('Alice'), await app.read('Bob')]).toEqual([
      'Hello production',
      'Hello production',
    ])
    expect(app.runs).toBe(1)
  })

  it('is not shared if provide sets it again without saying so', async () => {
    const app = createApp(greet, (context, claims) => {
      context.set(Claims, { name: 'nobody' }, { shared: true })
      if (context.has(Claims)) context.set(Claims, claims)
    })
    expect([await app.read('Alice'), await app.read('Bob')]).toEqual(['Hello Alice', 'Hello Bob'])
  })

  it('may be in a stored response if middleware has set it again', async () => {
    const app = createApp(greet, undefined, {
      before: [
        (context, next) => {
          context.set(Claims, { name: 'all' })
          return next()
        },
      ],
    })
    expect([await app.read('Alice'), await app.read('Bob')]).toEqual(['Hello all', 'Hello all'])
    expect(app.runs).toBe(1)
  })

  it('does not make a response personal if it belongs to the server: WaitUntil and Shutdown', async () => {
    const { signal } = new AbortController()
    const app = createApp(
      (context) => {
        context.get(WaitUntil)?.(Promise.resolve())
        return text(String(shutdownOf(context) === signal), { headers: shared })
      },
      (context) => {
        context.set(WaitUntil, () => {})
        context.set(Shutdown, signal)
      },
    )
    expect([await app.read('Alice'), await app.read('Bob')]).toEqual(['true', 'true'])
    expect(app.runs).toBe(1)
  })

  it('is missing in a run if it is the address, and reading it makes a response personal', async () => {
    const app = createApp(
      (context) => text(String(addressOf(context)), { headers: shared }),
      (context, { name }) => context.set(ClientAddress, name),
    )
    expect([await app.read('192.0.2.1'), await app.read('192.0.2.2')]).toEqual([
      '192.0.2.1',
      '192.0.2.2',
    ])
  })
})
