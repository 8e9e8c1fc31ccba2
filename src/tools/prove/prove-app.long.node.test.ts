import './open-proof.ts'
import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { jsx } from 'react/jsx-runtime'
import * as v from 'valibot'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { cop } from '../../middleware/cop/index.ts'
import { createRouter, type FetchHandlerSource } from '../../router/fetch-router/index.ts'
import { proof } from '../../internal/exchange/proof.ts'
import { isSafeMethod } from '../../internal/http/http.ts'
import { rateLimit } from '../../middleware/rate-limit/index.ts'
import { Outlet } from '../../pages/react/index.ts'
import { json, redirect, text } from '../../http/response/index.ts'
import { get, post } from '../../router/routes/index.ts'
import { createBuild } from '../../pages/server/app.fixture.ts'
import { createHandler } from '../../pages/server/index.ts'
import { createGuardedApp } from '../../pages/server/guarded-app.fixture.ts'
import { proveApp } from './prove-app.ts'
import type { ProveOptions } from './prove-options.ts'
import { createShop } from './shop.fixture.ts'

async function prove(app: FetchHandlerSource, options: Partial<ProveOptions> = {}) {
  return proveApp(app, proof!, { time: 60_000, writes: false, ...options })
}

// Thousands of requests take a while on a busy machine.
describe('a proof', { timeout: 120_000 }, () => {
  beforeEach(() => {
    proof!.routers.length = 0
    proof!.builds.length = 0
  })

  it('finds and changes nothing in an app that is in order', async () => {
    const wrote = vi.fn()
    const { faults, requests, stopped } = await prove(createShop(wrote))
    expect(faults).toEqual([])
    expect(wrote).not.toHaveBeenCalled()
    expect(requests).toBeGreaterThan(500)
    expect(stopped).toBeGreaterThan(100)
  })

  it('changes nothing by a handler that calls another router', async () => {
    const wrote = vi.fn()
    const inner = createRouter()
    inner.map(post('/api/books', { body: z.object({ title: z.string() }) }), () => text('saved'))
    const outer = createRouter()
    outer.map('/api/*', ({ method, request }) => {
      if (!isSafeMethod(method)) wrote(method)
      return inner.fetch(request)
    })
    const { stopped } = await prove(outer)
    expect(wrote).not.toHaveBeenCalled()
    expect(stopped).toBeGreaterThan(20)
  })

  it('knows routes of two routers apart, even if their patterns are the same', async () => {
    const [first, second] = [z.object({ a: z.string().min(1) }), z.object({ b: z.int() })].map(
      (search) => {
        const router = createRouter()
        router.map(get('/items', { search }), () => text('items'))
        return router
      },
    )
    const { faults } = await prove({
      fetch: (request) => (request.url.includes('b=') ? second! : first!).fetch(request),
    })
    expect(faults).toEqual([])
  })

  it('stops before every handler of an unsafe method, with valid input and without a contract', async () => {
    const wrote = vi.fn(() => text('wrote'))
    const passed = vi.fn()
    const router = createRouter({
      middleware: [
        ({ method }, next) => {
          if (!isSafeMethod(method)) passed(method)
          return next()
        },
      ],
    })
    router.post('/books/:id', () => wrote())
    router.map(post('/orders', { body: z.object({ title: z.string() }) }), () => wrote())
    router.post('/*', () => wrote())
    const { stopped } = await prove(router)
    expect(wrote).not.toHaveBeenCalled()
    expect(passed.mock.calls.length).toBeGreaterThan(stopped)
    expect(stopped).toBeGreaterThan(100)
  })

  it('reaches every handler with writes', async () => {
    const wrote = vi.fn()
    const { faults, stopped } = await prove(createShop(wrote), { writes: true })
    expect(faults).toEqual([])
    expect(stopped).toBeLessThan(20)
    const reached = new Set(wrote.mock.calls.flat())
    expect(reached).toEqual(new Set(['create', 'update', 'delete', 'any', 'page', 'open']))
  })

  it('finds no gap in guards of every kind, and reports routes that fail alike as one fault', async () => {
    const app = createGuardedApp()
    const { faults, requests } = await prove(app.handle, { writes: true })
    app.remove()
    expect(requests).toBeGreaterThan(500)
    expect(faults).toMatchObject([
      { rule: 'crash', routes: ['GET /broken', 'GET /broken-page'], error: 'Error: SECRET' },
    ])
  })

  it('does not take the redirect of a handler that has saved something for a guard', async () => {
    const router = createRouter({ middleware: [cop()] })
    router.map(post('/books', { body: z.object({ title: z.string().min(1) }) }), () =>
      redirect('/done', 303),
    )
    expect(await prove(router, { writes: true })).toMatchObject({ faults: [] })
  })

  it('does not take the redirect of a loader after a refused form for a guard', async () => {
    const build = createBuild({
      root: {
        default: () => jsx('html', { children: jsx('body', { children: jsx(Outlet, {}) }) }),
      },
      checkout: {
        path: '/checkout',
        default: () => 'check out',
        contract: { body: z.object({ name: z.string().min(1) }) },
        loader: () => redirect('/cart'),
        action: () => null,
      },
    })
    const app = createHandler(build, (pages) => {
      const router = createRouter({ middleware: [cop()] })
      router.map('/*', pages)
      return router
    })
    expect(await prove(app)).toMatchObject({ faults: [] })
  })

  it('reports routes that fail with other errors one by one', async () => {
    const router = createRouter()
    for (const name of ['one', 'two']) {
      router.get(`/${name}`, () => {
        throw new Error(name)
      })
    }
    const { faults } = await prove(router)
    expect(faults.map(({ curl }) => curl)).toEqual([
      "curl --path-as-is -H 'Accept: text/html' 'http://localhost:3000/one'",
      "curl --path-as-is -H 'Accept: text/html' 'http://localhost:3000/two'",
    ])
  })

  it('finds a response that fails after it has begun', async () => {
    const router = createRouter()
    router.get('/report', ({ url }) => {
      const isBroken = url.searchParams.get('page') === '-1'
      return new Response(
        new ReadableStream({
          pull(controller) {
            controller.enqueue(new TextEncoder().encode('total: '))
            if (isBroken) throw new Error('no such page')
            controller.close()
          },
        }),
      )
    })
    const { faults } = await prove(router)
    expect(faults).toMatchObject([
      {
        rule: 'crash',
        says: 'got a 200 whose body ends with an error',
        curl: expect.stringContaining(`'http://localhost:3000/report?page=-1'`),
      },
    ])
  })

  it('disconnects from a response that never ends', async () => {
    let open = 0
    let aborted = 0
    const router = createRouter()
    router.get('/clock', ({ request }) => {
      open += 1
      request.signal.addEventListener('abort', () => (aborted += 1))
      return new Response(
        new ReadableStream({
          start: (controller) => controller.enqueue(new TextEncoder().encode('tick')),
          cancel: () => void (open -= 1),
        }),
      )
    })
    const { faults } = await prove(router, { time: 1 })
    expect(faults).toEqual([])
    expect([open, aborted]).toEqual([0, 1])
  })

  it('finds a handler that gets what its schema refuses', async () => {
    const { jsonSchema } = z.object({ pages: z.int() })['~standard']
    const body = {
      '~standard': {
        version: 1 as const,
        vendor: 'own',
        jsonSchema,
        validate: (value: unknown) =>
          Number.isInteger((value as { pages?: unknown } | undefined)?.pages)
            ? { value: { pages: '12' } as unknown as { pages: number } }
            : { issues: [{ message: 'not a number', path: ['pages'] }] },
      },
    }
    const router = createRouter({ middleware: [cop()] })
    router.map(post('/books', { body }), ({ input }) => json(input.body))
    const { faults } = await prove(router, { writes: true })
    expect(new Set(faults.map(({ says }) => says))).toEqual(
      new Set(['started the handler with a value in input.body that its contract refuses']),
    )
  })

  it('does not mind that a schema converts, that it has defaults, or that a handler changes its input', async () => {
    const router = createRouter({ middleware: [cop()] })
    const search = z.object({ from: z.coerce.date().optional(), page: z.int().default(1) })
    const body = z.object({
      title: z.string().trim().min(1),
      tags: z.string().transform((list) => list.split(',')),
      id: z.string().default(() => crypto.randomUUID()),
      pages: z.int(),
    })
    router.map(post('/books', { search, body }), ({ input }) => {
      input.body.pages = 'many' as never
      return text('saved')
    })
    expect(await prove(router, { writes: true })).toMatchObject({ faults: [] })
  })

  it('does not mind that a JSON Schema leaves out what a schema converts', async () => {
    const pages = v.pipe(v.string(), v.digits(), v.maxLength(3), v.transform(Number))
    const search = toStandardJsonSchema(v.object({ pages }))
    const { input, output } = search['~standard'].jsonSchema
    const options = { target: 'draft-2020-12', libraryOptions: { errorMode: 'ignore' } } as const
    expect(output(options)).toEqual(input(options))
    const router = createRouter()
    const handler = vi.fn(() => text('books'))
    router.map(get('/books', { search }), handler)
    expect(await prove(router)).toMatchObject({ faults: [] })
    expect(handler).toHaveBeenCalled()
  })

  it('sends lists with gaps, whose buttons start no handler, and does not mind lists for JSON only', async () => {
    const pressed: string[] = []
    const gaps: string[] = []
    const router = createRouter({
      middleware: [
        cop(),
        async (context, next) => {
          const sent = await context.request.clone().text()
          const response = await next()
          if (/&_rows=/.test(sent)) pressed.push(`${response.status}`)
          if (/\.9999\./.test(sent)) gaps.push(`${response.status}`)
          return response
        },
      ],
    })
    const line = z.object({ title: z.string().max(9), gift: z.boolean() })
    const variants = z.union([z.object({ a: z.string() }), z.object({ b: z.int() })])
    const lists = [
      z.object({ lines: z.array(line).max(9) }),
      z.object({ pairs: z.array(z.tuple([line, line])), grid: z.array(z.array(z.int())) }),
      z.object({ any: z.array(variants).min(1) }),
      z.array(line),
    ]
    for (const [at, body] of lists.entries()) {
      router.map(post(`/lists/${at}`, { body: body as (typeof lists)[0] }), () => text('saved'))
    }
    expect(await prove(router, { writes: true })).toMatchObject({ faults: [] })
    expect(new Set(pressed)).toEqual(new Set(['422']))
    expect(gaps).toContain('200')
  })

  it('uploads files that the contract accepts, and files that it does not', async () => {
    const png = [0x89, 0x50, 0x4e, 0x47]
    const isPicture = async (file: File): Promise<boolean> => {
      const bytes = new Uint8Array(await file.slice(0, 4).arrayBuffer())
      return png.every((byte, i) => bytes[i] === byte)
    }
    const cover = z.file().mime('image/png').min(20).max(500).refine(isPicture, 'not a picture')
    const sizes = new Set<number>()
    const refusals = new Set<string>()
    const router = createRouter({
      middleware: [cop()],
      onInvalid: (_, { status, errors }) => {
        for (const { message } of errors) refusals.add(message)
        return text('refused', status)
      },
    })
    router.map(post('/covers', { body: z.object({ title: z.string(), cover }) }), ({ input }) => {
      sizes.add(input.body.cover.size)
      return text('saved')
    })
    const { faults } = await prove(router, { writes: true })
    expect(faults).toEqual([])
    expect([...sizes].sort((a, b) => a - b)).toEqual([20, 500])
    expect([...refusals].join()).toMatch(/not a picture/)
    expect([...refusals].join()).toMatch(/expected file to have <=500 bytes/)
  })

  it('comes from another address with each request', async () => {
    const router = createRouter({ middleware: [rateLimit({ limit: 1, window: 60 })] })
    const handler = vi.fn(() => text('books'))
    router.map(get('/books'), handler)
    const { requests } = await prove(router)
    expect(handler.mock.calls.length).toBeGreaterThan(requests / 2)
  })

  it('stops when its time is over, and says what it did not do', async () => {
    const { requests, unsent } = await prove(
      createShop(() => {}),
      { time: 0 },
    )
    expect(requests).toBeLessThan(50)
    expect(unsent).toBeGreaterThan(500)
  })

  it('can attack one route', async () => {
    const { routes } = await prove(
      createShop(() => {}),
      { only: '/api/books' },
    )
    expect(routes).toBe(2)
    await expect(
      prove(
        createShop(() => {}),
        { only: '/nowhere' },
      ),
    ).rejects.toThrow('Cannot find the route "/nowhere". The routes are: /api/books, ')
  })

  it('lets the app log nothing until it is over', async () => {
    const log = vi.spyOn(console, 'log').mockReturnValue()
    const spied = console.log
    const router = createRouter()
    router.get('/books', () => {
      console.log('a line')
      return text('books')
    })
    await prove(router)
    expect(log).not.toHaveBeenCalled()
    expect(console.log).toBe(spied)
    log.mockRestore()
  })
})
