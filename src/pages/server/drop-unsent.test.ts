import { Suspense, use, type ReactNode } from 'react'
import { jsx, jsxs } from 'react/jsx-runtime'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createRouter, Nonce, type Middleware } from '../../router/fetch-router/index.ts'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { Outlet, Scripts, useLoaderData } from '../react/index.ts'
import { redirect, text } from '../../http/response/index.ts'
import { createBuild, type FixtureRoute } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'
import { createControlled, type Controlled } from './later.fixture.ts'

afterEach(() => vi.restoreAllMocks())

const root: FixtureRoute = {
  default: () =>
    jsx('html', { children: jsxs('body', { children: [jsx(Outlet, {}), jsx(Scripts, {})] }) }),
}

function Reviews({ of }: { of: Promise<string> }): ReactNode {
  return use(of)
}

function Book(): ReactNode {
  const { reviews } = useLoaderData() as { reviews: Promise<string> }
  return jsx(Suspense, { fallback: 'waiting', children: jsx(Reviews, { of: reviews }) })
}

/** Visits a page with one deferred value, through one middleware. */
async function visit(
  path: string,
  value: Controlled,
  front: Middleware,
  page?: Middleware,
  observe: object = {},
): Promise<Response> {
  const book: FixtureRoute = {
    path: '/book',
    default: Book,
    loader: () => ({ reviews: value.later }),
    ...(page && { middleware: [page] }),
  }
  const nonce: Middleware = (context, next) => {
    context.set(Nonce, 'n0nce')
    return next()
  }
  const handler = createHandler(createBuild({ root, book }), (pages) => {
    const router = createRouter({ middleware: [front, nonce], ...observe })
    router.map('/*', pages)
    return router
  })
  return handler(new Request(`http://x.test${path}`))
}

/** Longer than what waits for middleware to start to read. */
async function wait(): Promise<void> {
  for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setTimeout(resolve, 2))
}

/** A stream that reads another one, but not before it is read itself. */
function readOnDemand(source: ReadableStream): ReadableStream {
  let reader: ReadableStreamDefaultReader | undefined
  return new ReadableStream(
    {
      async pull(controller) {
        reader ??= source.getReader()
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      },
    },
    { highWaterMark: 0 },
  )
}

const pass: Middleware = (_context, next) => next()

describe.each([
  ['a document', '/book'],
  ['a data request', '/book?_data=book'],
])('deferred values of %s', (_name, path) => {
  const replacing: [string, Middleware][] = [
    [
      'text()',
      async (_context, next) => {
        await next()
        return text('other')
      },
    ],
    [
      'a redirect',
      async (_context, next) => {
        await next()
        return redirect('/login')
      },
    ],
    [
      'a Response without a body',
      async (_context, next) => {
        await next()
        return new Response(null, { status: 204 })
      },
    ],
  ]

  it.each(replacing)('are dropped if middleware sends %s instead', async (_, middleware) => {
    const value = createControlled()
    await visit(path, value, middleware)
    expect(value.starts).toBe(1)
    await eventually(() => expect(value.isAborted).toBe(true), 2)
  })

  it.each(replacing)(
    'are dropped if middleware of the page sends %s instead',
    async (_, middleware) => {
      const value = createControlled()
      await visit(path, value, pass, middleware)
      await eventually(() => expect(value.isAborted).toBe(true), 2)
    },
  )

  it('are dropped if middleware fails afterwards', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const value = createControlled()
    const response = await visit(path, value, async (_context, next) => {
      await next()
      throw new Error('broken')
    })
    expect(response.status).toBe(500)
    await eventually(() => expect(value.isAborted).toBe(true), 2)
  })

  it('are dropped in a router with observers too', async () => {
    const value = createControlled()
    const observe = { observe: [{ event: () => {} }] }
    await visit(path, value, replacing[0]![1], undefined, observe)
    await eventually(() => expect(value.isAborted).toBe(true), 2)
  })

  const keeping: [string, Middleware][] = [
    ['nothing', pass],
    [
      'the headers',
      async (_context, next) => {
        const response = await next()
        response.headers.set('X-A', '1')
        return response
      },
    ],
    [
      'the response around the body',
      async (_context, next) => {
        const { body, headers } = await next()
        return new Response(body, { headers })
      },
    ],
    [
      'the bytes',
      async (_context, next) => {
        const { body, headers } = await next()
        const stream = body!.pipeThrough(new TransformStream())
        return new Response(stream, { headers })
      },
    ],
    [
      'the bytes, but starts to read them when it is asked for them',
      async (_context, next) => {
        const { body, headers } = await next()
        return new Response(readOnDemand(body!), { headers })
      },
    ],
    [
      'the bytes on demand, and sets no headers',
      async (_context, next) => new Response(readOnDemand((await next()).body!)),
    ],
    ['the response for a copy', async (_context, next) => (await next()).clone()],
  ]

  it.each(keeping)('arrive if middleware changes %s', async (_, middleware) => {
    const value = createControlled()
    const response = await visit(path, value, middleware)
    await wait()
    expect(value.isAborted).toBe(false)
    value.resolve('five stars')
    expect(await response.text()).toContain('five stars')
  })

  it('arrive if middleware reads the response in the background', async () => {
    const value = createControlled()
    let stored: Promise<string> | undefined
    const response = await visit(path, value, async (_context, next) => {
      stored = next().then((fresh) => fresh.text())
      return text('stale')
    })
    expect(await response.text()).toBe('stale')
    await wait()
    value.resolve('five stars')
    expect(await stored).toContain('five stars')
  })

  it('give an error to middleware that reads the response much later', async () => {
    const value = createControlled()
    let unread: Response | undefined
    await visit(path, value, async (_context, next) => {
      unread = await next()
      return text('other')
    })
    await eventually(() => expect(value.isAborted).toBe(true), 2)
    await expect(unread!.text()).rejects.toThrow('after another response was sent')
  })
})
