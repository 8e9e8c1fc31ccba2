import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createContextKey,
  createFetchHandler,
  createRouter,
  type RequestContext,
  Nonce,
} from '../../router/fetch-router/index.ts'
import { formData } from '../../middleware/form-data/index.ts'
import { methodOverride } from '../../middleware/method-override/index.ts'
import { clientAddress, serve, type RunningServer } from '../../edges/node/index.ts'
import { session } from '../../middleware/session/index.ts'
import { createCookieSessionStorage, Session } from '../../state/session/index.ts'
import { createBuild, root } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'

/** Where in an app a request is looked at, and what is seen there. */
interface Sighting {
  readonly where: string
  readonly address: string | undefined
  readonly nonce: string | undefined
  readonly environment: unknown
  readonly hasSession: boolean
  readonly isAborted: boolean
}

const storage = createCookieSessionStorage({
  cookie: { name: 's', secrets: ['a secret of this test'] },
})
const Environment = createContextKey<unknown>()

/** An app that looks at its requests in every place where code of an app runs. */
function watchingApp(environment: () => unknown) {
  const seen: Sighting[] = []
  const look = async (where: string, request: Request, context: RequestContext) => {
    for (const [name, asked] of [
      ['request', request],
      ['context.request', context.request],
      ['a clone', context.request.bodyUsed ? request : context.request.clone()],
    ] as const) {
      seen.push({
        where: `${name} of ${where}`,
        address: clientAddress(asked),
        nonce: context.get(Nonce),
        environment: context.get(Environment),
        hasSession: (await storage.getSession(asked)) === context.get(Session),
        isAborted: asked.signal.aborted,
      })
    }
  }
  type Args = { request: Request; context: RequestContext }
  const handler = (where: string) => async (args: Args) => {
    await look(where, args.request, args.context)
    return where
  }
  const build = createBuild({
    root: {
      ...root,
      loader: handler('the loader of the root'),
      middleware: [
        async (context, next) => {
          await look('middleware of a route module', context.request, context)
          return next()
        },
      ],
    },
    page: {
      path: '/page',
      default: () => null,
      loader: handler('a loader'),
      action: handler('an action'),
    },
    index: {
      path: '/page',
      parent: 'page',
      index: true,
      default: () => null,
      loader: handler('the loader of an index'),
      action: handler('the action of an index'),
    },
    api: {
      path: '/api',
      loader: handler('the loader of a resource'),
      action: handler('the action of a resource'),
    },
  })
  const app = (reads: readonly ('formData' | 'methodOverride' | 'text')[]) =>
    createHandler(build, (pages) => {
      const router = createRouter({
        middleware: [
          session(storage),
          async (context, next) => {
            context.set(Nonce, 'n0nce')
            context.set(Environment, environment())
            if (reads.includes('text')) await context.text()
            await look('middleware of the front router', context.request, context)
            return next()
          },
          ...(reads.includes('formData') ? [formData()] : []),
          ...(reads.includes('methodOverride') ? [methodOverride()] : []),
        ],
      })
      router.map('/router', async (context) => {
        await look('a handler of the router', context.request, context)
        return new Response('done')
      })
      router.map('/*', pages)
      return router
    })
  return { app, seen }
}

type Variant = readonly [path: string, method: string, body: string | undefined]

/** Documents, data requests, forms, overrides, HEAD and resources, as a client can spell them. */
const variants: fc.Arbitrary<Variant> = fc.oneof(
  fc.tuple(
    fc.constantFrom(
      '/page',
      '/page?index',
      '/api',
      '/router',
      '/nowhere',
      '//page',
      '/page?_data=',
    ),
    fc.constantFrom('GET', 'HEAD'),
    fc.constant(undefined),
  ),
  fc.tuple(
    fc.constantFrom(
      '/page?_data=root',
      '/page?_data=root,page,index',
      '/page?a=1&_data=page&index',
      '/api?_data=api',
    ),
    fc.constantFrom('GET', 'HEAD'),
    fc.constant(undefined),
  ),
  fc.tuple(
    fc.constantFrom(
      '/page',
      '/page?index',
      '/page?index&_data=index',
      '/page?_data=page',
      '/api',
      '/api?_data=api',
      '/router',
    ),
    fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE'),
    fc.constantFrom(
      'a=1',
      '_method=PUT&a=1',
      '_method=DELETE',
      '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n',
      '--b\r\nContent-Disposition: form-data; name="_method"\r\n\r\nPATCH\r\n--b--\r\n',
    ),
  ),
)

const middleware = fc.constantFrom(
  [],
  ['text'] as const,
  ['formData'] as const,
  ['formData', 'methodOverride'] as const,
  ['text', 'formData', 'methodOverride'] as const,
)

function initOf([, method, body]: Variant): RequestInit {
  const type = body?.startsWith('--')
    ? 'multipart/form-data; boundary=b'
    : 'application/x-www-form-urlencoded'
  return body === undefined ? { method } : { method, body, headers: { 'Content-Type': type } }
}

function expectSame(seen: readonly Sighting[], same: Omit<Sighting, 'where'>): void {
  expect(seen.length).toBeGreaterThan(0)
  expect(seen).toEqual(seen.map(({ where }) => ({ where, ...same })))
}

describe('the identity of a request', () => {
  describe('on serve()', () => {
    const { app, seen } = watchingApp(() => 'node')
    let server: RunningServer
    let handler: (request: Request) => Promise<Response>
    beforeAll(async () => {
      server = await serve(
        { fetch: (request) => handler(request) },
        { port: 0, host: '127.0.0.1', quiet: true, handleSignals: false },
      )
    })
    afterAll(() => server.close())

    const check = async (variant: Variant) => {
      seen.length = 0
      await fetch(server.url + variant[0], initOf(variant)).then((response) => response.text())
      expectSame(seen, {
        address: '127.0.0.1',
        nonce: 'n0nce',
        environment: 'node',
        hasSession: true,
        isAborted: false,
      })
    }

    it('is the same in every place of the app, whatever the variant', async () => {
      await fc.assert(
        fc.asyncProperty(variants, middleware, async (variant, reads) => {
          handler = app(reads)
          await check(variant)
        }),
        { numRuns: 150 },
      )
    })
  })

  it('is the same without a Request at first', async () => {
    const { app, seen } = watchingApp(() => 'node')
    const server = await serve(app(['text']), {
      port: 0,
      host: '127.0.0.1',
      quiet: true,
      handleSignals: false,
    })
    try {
      for (const path of ['/page', '/page?_data=root', '/api', '/router']) {
        for (const method of ['GET', 'POST']) {
          seen.length = 0
          await fetch(server.url + path, { method }).then((response) => response.text())
          expectSame(seen, {
            address: '127.0.0.1',
            nonce: 'n0nce',
            environment: 'node',
            hasSession: true,
            isAborted: false,
          })
        }
      }
    } finally {
      await server.close()
    }
  })

  it('is the same on a runtime that passes a Request', async () => {
    await fc.assert(
      fc.asyncProperty(variants, middleware, async (variant, reads) => {
        const { app, seen } = watchingApp(() => 'worker')
        const handler = createFetchHandler(app(reads))
        const response = await handler(new Request(`http://x.test${variant[0]}`, initOf(variant)))
        await response.text()
        expectSame(seen, {
          address: undefined,
          nonce: 'n0nce',
          environment: 'worker',
          hasSession: true,
          isAborted: false,
        })
      }),
      { numRuns: 150 },
    )
  })

  it('has the abort of the client, in every copy', async () => {
    const controller = new AbortController()
    const signals: AbortSignal[] = []
    const build = createBuild({
      root,
      page: {
        path: '/page',
        loader: () => null,
        action: ({ request, context }) => {
          signals.push(request.signal, context.request.signal, request.clone().signal)
          controller.abort()
          return null
        },
      },
    })
    const init = { ...initOf(['', 'POST', '_method=PUT&a=1']), signal: controller.signal }
    await createHandler(build)(new Request('http://x.test/page?_data=page', init))
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true])
  })
})
