import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createProblemResponse, type Failure, type Schema } from '../contract/index.ts'
import { formData } from '../../middleware/form-data/index.ts'
import { methodOverride } from '../../middleware/method-override/index.ts'
import { json, text } from '../../http/response/index.ts'
import { any, del, form, get, head, options, post, put, resources, route } from '../routes/index.ts'
import { checkReturnsByDefault } from './shared.ts'
import { createFetchHandler, createRouter, type Middleware, type RouterOptions } from './index.ts'
import { type RouteTarget } from './action.ts'

const origin = 'https://example.com'
const NewBook = z.object({ title: z.string().trim().min(1), pages: z.int().min(1) })
const routes = route({
  index: get('/books', { search: z.object({ page: z.int().min(1).default(1) }) }),
  create: post('/books', { body: NewBook }),
  show: get('/books/:id', { params: z.object({ id: z.int() }) }),
  update: put('/books/:id', {
    params: z.object({ id: z.int() }),
    search: z.object({ draft: z.boolean() }),
    body: NewBook,
  }),
})

function createBooks(options: RouterOptions = {}) {
  const router = createRouter(options)
  router.map(routes, {
    actions: {
      index: ({ input }) => json(input),
      create: ({ input }) => json(input, 201),
      show: ({ input, params }) => json({ input, params }),
      update: ({ input }) => json(input),
    },
  })
  return createFetchHandler(router)
}

/** Aborts a request while its input is being checked. `asked` resolves when the check has begun. */
async function abortMidway(
  router: ReturnType<typeof createRouter>,
  sent: Request,
  asked: Promise<void>,
): Promise<void> {
  const controller = new AbortController()
  const response = router.fetch(new Request(sent, { signal: controller.signal }))
  await asked
  controller.abort(new Error('gone'))
  await expect(response).rejects.toThrow('gone')
}

const postJson = (value: unknown, path = '/books', method = 'POST') => {
  const headers = { 'Content-Type': 'application/json' }
  const body = typeof value === 'string' ? value : JSON.stringify(value)
  const init: RequestInit = { method, headers, body }
  return new Request(origin + path, init)
}
const postForm = (fields: Record<string, string>, path = '/books') =>
  new Request(origin + path, { method: 'POST', body: new URLSearchParams(fields) })
const problemOf = async (response: Response) => ({
  status: response.status,
  names: ((await response.json()) as Failure).errors.map(({ in: part, name }) => `${part} ${name}`),
})

describe('a route with a contract', () => {
  const fetch = createBooks()

  it('gives the search to its handler as the schema returns it', async () => {
    expect(await (await fetch(new Request(`${origin}/books?page=2&utm_source=x`))).json()).toEqual({
      search: { page: 2 },
    })
    expect(await (await fetch(new Request(`${origin}/books`))).json()).toEqual({
      search: { page: 1 },
    })
  })

  it('gives the params to its handler, and keeps the raw ones', async () => {
    expect(await (await fetch(new Request(`${origin}/books/7`))).json()).toEqual({
      input: { params: { id: 7 } },
      params: { id: '7' },
    })
  })

  it('takes JSON, urlencoded and multipart bodies', async () => {
    const multipart = new FormData()
    multipart.append('title', ' Dune ')
    multipart.append('pages', '412')
    for (const request of [
      postJson({ title: 'Dune', pages: 412 }),
      postForm({ title: 'Dune', pages: '412' }),
      new Request(`${origin}/books`, { method: 'POST', body: multipart }),
    ]) {
      const response = await fetch(request)
      expect(response.status).toBe(201)
      expect(await response.json()).toEqual({ body: { title: 'Dune', pages: 412 } })
    }
  })

  it('refuses params with a 404, a search with a 400 and a body with a 422', async () => {
    const at = (path: string, body: unknown) => fetch(postJson(body, path, 'PUT'))
    expect(await problemOf(await at('/books/x?draft=maybe', {}))).toEqual({
      status: 404,
      names: ['params id'],
    })
    expect(await problemOf(await at('/books/7?draft=maybe', {}))).toEqual({
      status: 400,
      names: ['search draft'],
    })
    expect(await problemOf(await at('/books/7?draft=on', { title: '', pages: 1 }))).toEqual({
      status: 422,
      names: ['body title'],
    })
    expect((await at('/books/7?draft=on', { title: 'Dune', pages: 1 })).status).toBe(200)
  })

  it('refuses a name that was sent twice', async () => {
    expect(await problemOf(await fetch(new Request(`${origin}/books?page=1&page=2`)))).toEqual({
      status: 400,
      names: ['search page'],
    })
  })

  it('refuses what it cannot read with the status of the mistake', async () => {
    const send = async (type: string, body: string) =>
      (
        await fetch(
          new Request(`${origin}/books`, {
            method: 'POST',
            headers: { 'Content-Type': type },
            body,
          }),
        )
      ).status
    expect(await send('application/json', '{')).toBe(400)
    expect(await send('application/json', '{"__proto__":{}}')).toBe(400)
    expect(await send('application/json', '['.repeat(100_000))).toBe(400)
    expect(await send('text/plain', 'x')).toBe(415)
    expect(await send('multipart/form-data', 'x')).toBe(400)
    expect(await send('application/x-www-form-urlencoded', 'a&'.repeat(1_500))).toBe(413)
  })

  it('refuses what it cannot read with a problem document, also without a server', async () => {
    const names = Array.from({ length: 1_001 }, (_, i) => `n${i}=1`).join('&')
    const router = createRouter()
    router.map(routes.index, () => text('index'))
    router.map(routes.create, () => text('created'))
    const post = (type: string, body: string) =>
      router.fetch(`${origin}/books`, { method: 'POST', headers: { 'Content-Type': type }, body })
    for (const [response, status, message, part] of [
      [await post('application/json', '{"__proto__":{}}'), 400, 'Bad Request', 'body'],
      [await post('text/plain', 'x'), 415, 'Unsupported Media Type', 'body'],
      [await post('multipart/form-data', 'x'), 400, 'Bad Request', 'body'],
      [await router.fetch(`${origin}/books?${names}`), 400, 'Bad Request', 'search'],
    ] as const) {
      expect(response.headers.get('Content-Type')).toBe('application/problem+json')
      expect(await response.json()).toEqual({
        type: 'about:blank',
        title: message,
        status,
        errors: [{ in: part, name: '', path: [], message }],
      })
    }
  })

  it('says where JSON cannot be read, without a part of it', async () => {
    const response = await createBooks()(postJson('{\n  "password": "hunter2",\n  title: 1\n}'))
    const { status, errors } = (await response.json()) as Failure
    expect(status).toBe(400)
    expect(errors).toEqual([
      {
        in: 'body',
        name: '',
        path: [],
        message: 'Cannot read the request body as JSON: there is a mistake in line 3, column 3',
      },
    ])
  })

  it('searches at most a megabyte of JSON for its mistake', async () => {
    const response = await createBooks()(postJson(`["${'a'.repeat(1024 * 1024)}",x]`))
    const { status, errors } = (await response.json()) as Failure
    expect(status).toBe(400)
    expect(errors[0]!.message).toBe(
      'Cannot read the request body as JSON: there is a mistake in it',
    )
  })

  it('passes what it cannot read to onInvalid', async () => {
    const fetch = createBooks({ onInvalid: (_, { status }) => text(`refused: ${status}`, status) })
    expect(await (await fetch(postJson('{'))).text()).toBe('refused: 400')
  })

  it('leaves an error of its handler about another body alone', async () => {
    const seen = vi.fn()
    const router = createRouter({
      middleware: [
        async (_, next) => {
          try {
            return await next()
          } catch (error) {
            seen((error as { status: number }).status)
            throw error
          }
        },
      ],
    })
    router.map(routes.index, async (context) => json(await context.json()))
    await createFetchHandler(router)(new Request(`${origin}/books`))
    expect(seen).toHaveBeenCalledWith(400)
  })

  it('reads a multipart form by the boundary of its type, quoted or not', async () => {
    const form = (boundary: string) =>
      [
        `--${boundary}\r\nContent-Disposition: form-data; name="title"\r\n\r\nDune\r\n`,
        `--${boundary}\r\nContent-Disposition: form-data; name="pages"\r\n\r\n412\r\n`,
        `--${boundary}--\r\n`,
      ].join('')
    for (const [type, boundary] of [
      ['multipart/form-data; boundary=abc', 'abc'],
      ['Multipart/Form-Data; charset=utf-8; boundary="a b:c"', 'a b:c'],
    ] as const) {
      const init = { method: 'POST', headers: { 'Content-Type': type }, body: form(boundary) }
      expect((await fetch(new Request(`${origin}/books`, init))).status).toBe(201)
    }
  })

  it('refuses hostile queries with a 400', async () => {
    const names = Array.from({ length: 1_001 }, (_, i) => `n${i}=1`).join('&')
    expect((await fetch(new Request(`${origin}/books?${names}`))).status).toBe(400)
    for (const harmless of [
      '__proto__=1',
      '__proto__.page=1',
      'page.x=1',
      'page[length]=9',
      'a.'.repeat(5_000),
    ]) {
      const response = await fetch(new Request(`${origin}/books?${harmless}`))
      expect(await response.json()).toEqual({ search: { page: 1 } })
    }
  })

  it('never sends a secret back, and sends at most 64 errors', async () => {
    const router = createRouter()
    router.map(
      post('/login', {
        body: z.object({
          password: z
            .string()
            .refine(() => false, { error: ({ input }) => `${String(input)} is wrong` }),
          codes: z.array(z.int()),
        }),
      }),
      () => json(null),
    )
    const codes = Array.from({ length: 200 }, () => 'x')
    const response = await router.fetch(postJson({ password: 'hunter2', codes }, '/login'))
    const body = await response.text()
    expect(body).not.toContain('hunter2')
    expect((JSON.parse(body) as Failure).errors).toHaveLength(64)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
  })

  it('validates HEAD requests like GET requests', async () => {
    const response = await fetch(new Request(`${origin}/books?page=0`, { method: 'HEAD' }))
    expect(response.status).toBe(400)
    expect(await response.text()).toBe('')
  })

  it('leaves the request readable', async () => {
    const router = createRouter()
    router.post(routes.create, async ({ request, input }) => {
      const isForm = request.headers.get('Content-Type') !== 'application/json'
      const sent = isForm ? Object.fromEntries(await request.formData()) : await request.json()
      return json({ sent, input })
    })
    const jsonFor = async (request: Request) => (await router.fetch(request)).json()
    const input = { body: { title: 'Dune', pages: 1 } }
    expect(await jsonFor(postJson({ title: ' Dune', pages: 1, x: 1 }))).toEqual({
      sent: { title: ' Dune', pages: 1, x: 1 },
      input,
    })
    expect(await jsonFor(postForm({ title: ' Dune', pages: '1', x: '1' }))).toEqual({
      sent: { title: ' Dune', pages: '1', x: '1' },
      input,
    })
    const multipart = new FormData()
    multipart.append('title', ' Dune')
    multipart.append('pages', '1')
    expect(
      await jsonFor(new Request(`${origin}/books`, { method: 'POST', body: multipart })),
    ).toEqual({ sent: { title: ' Dune', pages: '1' }, input })
  })

  it('uses the form that middleware has parsed', async () => {
    for (const middleware of [[formData()], [formData(), methodOverride()]]) {
      const router = createRouter({ middleware })
      router.post(routes.create, ({ input }) => json(input))
      const response = await router.fetch(postForm({ title: 'Dune', pages: '1' }))
      expect(await response.json()).toEqual({ body: { title: 'Dune', pages: 1 } })
      const other = await router.fetch(postJson({ title: 'Dune', pages: 1 }))
      expect(await other.json()).toEqual({ body: { title: 'Dune', pages: 1 } })
    }
  })

  it('uses what middleware has read with the context', async () => {
    const readers: Middleware[] = [
      async (context, next) => {
        await context.text()
        return next()
      },
      async (context, next) => {
        await context.request.clone().text()
        return next()
      },
    ]
    for (const middleware of readers) {
      const router = createBooks({ middleware: [middleware] })
      expect((await router(postForm({ title: 'Dune', pages: '1' }))).status).toBe(201)
      expect((await router(postJson({ title: 'Dune', pages: 1 }))).status).toBe(201)
    }
  })

  it('says so if middleware has read the body where it cannot be read again', async () => {
    const router = createRouter({
      middleware: [
        async ({ request }, next) => {
          await (request.headers.has('X-Form') ? request.formData() : request.text())
          return next()
        },
      ],
    })
    router.post(routes.create, ({ input }) => json(input))
    const form = new FormData()
    form.set('title', 'Dune')
    const forms = [form, new URLSearchParams({ title: 'Dune' })].map(
      (body) =>
        new Request(`${origin}/books`, { method: 'POST', body, headers: { 'X-Form': 'yes' } }),
    )
    for (const request of [...forms, postJson({}), postForm({})]) {
      await expect(router.fetch(request)).rejects.toThrow(
        'Cannot read the body for the contract of POST "/books": middleware has already read it',
      )
    }
  })

  it('takes the media type that middleware has put on the context', async () => {
    const router = createRouter({
      middleware: [
        (context, next) => {
          context.headers.set('Content-Type', 'application/json')
          return next()
        },
      ],
    })
    router.post(routes.create, ({ input }) => json(input))
    const request = new Request(`${origin}/books`, {
      method: 'POST',
      body: '{"title":"a","pages":1}',
    })
    expect((await router.fetch(request)).status).toBe(200)
  })

  it('never gives the handler more than the schema returned', async () => {
    const given: unknown[] = []
    const router = createRouter()
    router.post(routes.create, ({ input }) => {
      given.push(input)
      return json(null)
    })
    await router.fetch(postJson({ title: 'Dune', pages: 1, isAdmin: true }))
    await router.fetch(postForm({ title: 'Dune', pages: '1', isAdmin: 'on' }))
    expect(given).toEqual([
      { body: { title: 'Dune', pages: 1 } },
      { body: { title: 'Dune', pages: 1 } },
    ])
  })
})

describe('an action', () => {
  it('may respond to what does not fit', async () => {
    const handler = vi.fn(() => json(null))
    const router = createRouter()
    router.post(routes.create, {
      handler,
      invalid: ({ method }, failure) =>
        text(
          `${method} ${failure.errors[0]!.name} ${failure.values?.['title']?.[0]}`,
          failure.status,
        ),
    })
    const response = await router.fetch(postForm({ title: 'Dune', pages: 'x' }))
    expect(response.status).toBe(422)
    expect(await response.text()).toBe('POST pages Dune')
    expect(handler).not.toHaveBeenCalled()
  })

  it('comes before `onInvalid` of the router, and keeps its `this`', async () => {
    const router = createRouter({ onInvalid: () => text('the router', 400) })
    router.map(routes, {
      actions: {
        index: {
          handler: () => json(null),
          invalid(this: { name: string }) {
            return text(this.name, 400)
          },
          name: 'the action',
        } as never,
        create: () => json(null),
        show: () => json(null),
        update: () => json(null),
      },
    })
    expect(await (await router.fetch(`${origin}/books?page=x`)).text()).toBe('the action')
    expect(await (await router.fetch(`${origin}/books/x`)).text()).toBe('the router')
  })

  it('is refused if `invalid` is not a function', () => {
    const router = createRouter()
    expect(() =>
      router.get(routes.index, { handler: () => json(null), invalid: 1 } as never),
    ).toThrow('Expected `invalid` to be a function (GET "/books")')
  })
})

describe('onInvalid', () => {
  it('is refused if it is not a function', () => {
    expect(() => createRouter({ onInvalid: 'page' as never })).toThrow(
      new TypeError('createRouter() takes a function as `onInvalid`, not "page"'),
    )
  })

  it('responds for all routes', async () => {
    const fetch = createBooks({
      onInvalid: ({ headers }, failure) =>
        headers.get('Accept') === 'text/html'
          ? text('Something is wrong', failure.status)
          : createProblemResponse(failure),
    })
    const url = `${origin}/books?page=x`
    const page = await fetch(new Request(url, { headers: { Accept: 'text/html' } }))
    expect(await page.text()).toBe('Something is wrong')
    expect(await problemOf(await fetch(new Request(url)))).toEqual({
      status: 400,
      names: ['search page'],
    })
  })
})

describe('the order', () => {
  function createGuarded() {
    const log: string[] = []
    const spy = (name: string): Schema => ({
      '~standard': {
        version: 1,
        vendor: 'test',
        validate(value) {
          log.push(name)
          return { value }
        },
        jsonSchema: { input: () => ({ type: 'object', properties: {} }) },
      },
    })
    const guard =
      (name: string): Middleware =>
      ({ headers }, next) => {
        log.push(name)
        return headers.get('Guard') === name ? text(name, 401) : next()
      }
    const guarded = route({
      save: post('/save/:id', { params: spy('params'), search: spy('search'), body: spy('body') }),
    })
    const router = createRouter({ middleware: [guard('router')] })
    router.mount('/api', { middleware: [guard('mount')] }, (api) =>
      api.map(guarded, {
        middleware: [guard('controller')],
        actions: {
          save: {
            middleware: [guard('action')],
            handler() {
              log.push('handler')
              return text('saved')
            },
          },
        },
      }),
    )
    return { log, router }
  }

  it('is guards, then params, search and body, then the handler', async () => {
    const { log, router } = createGuarded()
    expect((await router.fetch(postJson({}, '/api/save/1'))).status).toBe(200)
    expect(log).toEqual([
      'router',
      'mount',
      'controller',
      'action',
      'params',
      'search',
      'body',
      'handler',
    ])
  })

  const guards = ['router', 'mount', 'controller', 'action']
  for (const [index, name] of guards.entries()) {
    it(`lets a guard of the ${name} refuse before anything is read, and calls it once`, async () => {
      const { log, router } = createGuarded()
      const request = postJson('{', '/api/save/1')
      request.headers.set('Guard', name)
      expect((await router.fetch(request)).status).toBe(401)
      expect(log).toEqual(guards.slice(0, index + 1))
      expect(request.bodyUsed).toBe(false)
    })
  }

  it('holds for a method that a form overrides', async () => {
    const log: string[] = []
    const router = createRouter({ middleware: [formData(), methodOverride()] })
    router.put(routes.update, {
      middleware: [() => (log.push('guard'), text('', 401))],
      handler: () => (log.push('handler'), text('saved')),
    })
    const response = await router.fetch(postForm({ _method: 'PUT', pages: 'x' }, '/books/x'))
    expect([response.status, log]).toEqual([401, ['guard']])
  })

  it('holds for HEAD', async () => {
    const router = createRouter()
    router.get(routes.index, { middleware: [() => text('', 401)], handler: () => json(null) })
    const request = new Request(`${origin}/books?page=x`, { method: 'HEAD' })
    expect((await router.fetch(request)).status).toBe(401)
  })

  it('keeps input from middleware', async () => {
    let error: unknown
    const router = createRouter({
      middleware: [
        async (context, next) => {
          try {
            void (context as unknown as { input: unknown }).input
          } catch (caught) {
            error = caught
          }
          return next()
        },
      ],
    })
    router.get(routes.index, ({ input }) => json(input))
    expect((await router.fetch(`${origin}/books`)).status).toBe(200)
    expect(String(error)).toContain('Cannot read context.input')
  })
})

describe('a schema', () => {
  const failing = (validate: Schema['~standard']['validate']): Schema => ({
    '~standard': { version: 1, vendor: 'test', validate },
  })
  const fail = (): never => {
    throw new Error('no database')
  }
  const throwing = route({
    sync: post('/sync', { body: failing(fail), accepts: ['json'] }),
    later: post('/later', { body: failing(async () => fail()), accepts: ['json'] }),
  })

  for (const name of ['sync', 'later'] as const) {
    it(`that throws is a 500 and one report (${name})`, async () => {
      const errors: unknown[] = []
      const router = createRouter()
      router.map(throwing, { actions: { sync: () => json(null), later: () => json(null) } })
      const fetch = createFetchHandler(router, { onError: (error) => void errors.push(error) })
      expect((await fetch(postJson({}, `/${name}`))).status).toBe(500)
      expect(errors).toHaveLength(1)
      expect(errors[0]).toMatchObject({
        message: `The body schema of POST "/${name}" threw instead of returning issues: look at the cause`,
      })
      expect((errors[0] as Error).cause).toMatchObject({ message: 'no database' })
    })
  }

  it('may be asynchronous, and an abort meanwhile keeps the handler from running', async () => {
    const asked = Promise.withResolvers<void>()
    const opened = Promise.withResolvers<void>()
    const check = async () => {
      asked.resolve()
      await opened.promise
      return true
    }
    const ran: (string | null)[] = []
    const router = createRouter()
    router.map(post('/slow', { body: z.unknown().refine(check) }), ({ url }) => {
      ran.push(url.search)
      return json(null)
    })

    await abortMidway(router, postJson({}, '/slow?gone'), asked.promise)
    opened.resolve()
    // A whole request takes more steps than what is left of the one that was aborted.
    expect((await router.fetch(postJson({}, '/slow?stays'))).status).toBe(200)
    expect(ran).toEqual(['?stays'])
  })

  it('may fail after an abort, and nothing is left unhandled', async () => {
    const asked = Promise.withResolvers<void>()
    const { promise: failed, reject } = Promise.withResolvers<boolean>()
    const check = () => {
      asked.resolve()
      return failed
    }
    const router = createRouter()
    router.map(post('/slow', { body: z.unknown().refine(check) }), () => json(null))
    await abortMidway(router, postJson({}, '/slow'), asked.promise)
    // Vitest fails if this rejection stays unhandled.
    reject(new Error('no database'))
    expect((await router.fetch('https://example.com/nowhere')).status).toBe(404)
  })
})

describe('a multipart form', () => {
  it('ends with the request, and the handler does not run', async () => {
    const handler = vi.fn(() => json(null))
    const router = createRouter()
    router.map(post('/books', { body: NewBook }), handler)
    const controller = new AbortController()
    const cancel = vi.fn()
    const waits = Promise.withResolvers<void>()
    const cancelled = Promise.withResolvers<void>()
    cancel.mockImplementation(cancelled.resolve)
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        start: (stream) => stream.enqueue(new TextEncoder().encode('--x\r\n')),
        pull: () => waits.resolve(), // The parser has taken the first bytes, and wants more.
        cancel,
      },
      { highWaterMark: 1 },
    )
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
      body,
      duplex: 'half',
      signal: controller.signal,
    }
    const response = router.fetch(new Request(`${origin}/books`, init))
    await waits.promise
    controller.abort(new Error('gone'))
    await expect(response).rejects.toThrow('gone')
    await cancelled.promise
    expect(handler).not.toHaveBeenCalled()
    expect(cancel).toHaveBeenCalledTimes(1)
  })
})

describe('registration', () => {
  const body = NewBook
  const register = (target: RouteTarget) => () => createRouter().map(target, () => json(null))

  it('refuses a body where requests have none', () => {
    expect(register(get('/x', { body }))).toThrow(
      new TypeError(
        'Cannot use a body in the contract of GET "/x": GET requests have none. Use params or search.',
      ),
    )
    expect(register(head('/x', { body }))).toThrow('HEAD requests have none')
    expect(register(options('/x', { body }))).toThrow('OPTIONS requests have none')
    expect(register(any('/x', { body }))).toThrow('Cannot use a body in the contract of ANY "/x"')
    expect(register(del('/x', { body }))).not.toThrow()
    expect(() => createRouter().post(any('/x', { body }), () => json(null))).not.toThrow()
  })

  it('refuses params that neither the pattern nor the mount has', () => {
    const router = createRouter()
    const wrong = get('/books/:id', { params: z.object({ idd: z.int() }) })
    expect(() => router.map(wrong, () => json(1))).toThrow(
      new TypeError(
        'Cannot use the param "idd" in the contract of GET "/books/:id": the pattern has "id". Use its names.',
      ),
    )
    expect(() =>
      router.map(get('/all', { params: z.object({ id: z.int() }) }), () => json(1)),
    ).toThrow('Cannot use the param "id" in the contract of GET "/all": the pattern has no params.')
    const inShop = get('/*path', { params: z.object({ shop: z.int(), path: z.string() }) })
    router.mount('/:shop', (shop) => shop.map(inShop, ({ input }) => json(input.params.shop)))
  })

  it('refuses members that a contract does not have, and registers nothing', async () => {
    const router = createRouter()
    const wrong = route({ ok: get('/ok'), wrong: post('/books', { boddy: body } as never) })
    expect(() =>
      router.map(wrong, { actions: { ok: () => json(1), wrong: () => new Response() } }),
    ).toThrow(
      'Cannot use "boddy" in the contract of POST "/books": use params, search, body, returns, accepts, describe or hidden',
    )
    expect((await router.fetch(`${origin}/ok`)).status).toBe(404)
  })

  it('names the whole pattern of a mounted route', () => {
    const router = createRouter()
    expect(() =>
      router.mount('/api', (api) => api.map(get('/x', { body: NewBook }), () => json(null))),
    ).toThrow('GET "/api/x"')
  })

  it('keeps middleware from installing a property named input', async () => {
    const router = createRouter({
      middleware: [
        (context, next) => {
          context.set(FormData, new FormData(), { property: 'input' })
          return next()
        },
      ],
    })
    await expect(router.fetch(`${origin}/`)).rejects.toThrow('already exists on RequestContext')
  })
})

describe('a schema without a JSON Schema', () => {
  const bare: Schema<unknown, { q?: string }> = {
    '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value: value as object }) },
  }
  beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
  afterEach(() => void vi.restoreAllMocks())

  it('gets texts, and one warning names the route', async () => {
    const router = createRouter()
    router.map(get('/bare', { search: bare }), ({ input }) => json(input))
    router.map(post('/bare', { body: bare, accepts: ['json'] }), ({ input }) => json(input))
    expect(console.warn).toHaveBeenCalledTimes(1)
    expect(console.warn).toHaveBeenCalledWith(
      expect.stringContaining('search schema of GET "/bare"'),
    )
    expect(await (await router.fetch(`${origin}/bare?q=1&q=2&__proto__=x`)).json()).toEqual({
      search: { q: ['1', '2'] },
    })
  })
})

describe('OPTIONS', () => {
  it('of a route for any method with a contract does not reach its handler, which would read the input', async () => {
    const router = createRouter()
    router.map(any('/all', { search: z.object({ page: z.int() }) }), ({ input }) =>
      json(input.search.page),
    )
    expect((await router.fetch(`${origin}/all`)).status).toBe(400)
    const response = await router.fetch(`${origin}/all`, { method: 'OPTIONS' })
    expect(response.status).toBe(204)
    expect(response.headers.get('Allow')).toBe(
      'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, QUERY',
    )
  })

  it('validates nothing in its own route', async () => {
    const router = createRouter()
    const route = options('/all', { search: z.object({ page: z.int() }) })
    router.map(route, ({ method }) => text(method))
    const response = await router.fetch(`${origin}/all`, { method: 'OPTIONS' })
    expect(await response.text()).toBe('OPTIONS')
  })

  it('has no input, and says so', async () => {
    const router = createRouter()
    router.map(options('/all', { search: z.object({}) }), ({ input }) => json(input))
    await expect(router.fetch(`${origin}/all`, { method: 'OPTIONS' })).rejects.toThrow(
      'an OPTIONS request is never checked',
    )
  })
})

describe('form() and resources()', () => {
  it('put the contract where it belongs', async () => {
    const login = form('login', {
      contract: {
        search: z.object({ next: z.string().optional() }),
        body: z.object({ name: z.string().min(1) }),
      },
    })
    const books = resources('books', {
      only: ['index', 'create'],
      contracts: { create: { body: NewBook } },
    })
    expect(Object.keys(login.index.contract!)).toEqual(['search'])
    expect(Object.keys(login.action.contract!)).toEqual(['search', 'body'])
    expect(form('login', { contract: { body: NewBook } }).index.contract).toBe(undefined)
    expect(books.index.contract).toBe(undefined)

    const router = createRouter()
    router.map(route({ login }).login, {
      actions: { index: ({ input }) => json(input), action: ({ input }) => json(input) },
    })
    router.map(books, { actions: { index: () => json([]), create: ({ input }) => json(input) } })
    expect(await (await router.fetch(`${origin}/login?next=/a`)).json()).toEqual({
      search: { next: '/a' },
    })
    expect(await (await router.fetch(postForm({ name: 'Ada' }, '/login'))).json()).toEqual({
      search: {},
      body: { name: 'Ada' },
    })
    expect((await router.fetch(postForm({ name: '' }, '/login'))).status).toBe(422)
    expect((await router.fetch(postForm({ title: 'Dune', pages: '1' }))).status).toBe(200)
    expect((await router.fetch(postForm({ title: 'Dune' }))).status).toBe(422)
  })

  it('refuse the name of a route that is not there', () => {
    expect(() => resources('books', { contracts: { creates: {} } as never })).toThrow(
      'Unknown route name "creates" in resources() options',
    )
  })
})

describe('checkReturns', () => {
  const Book = z.object({ title: z.string() })
  const returning = route({
    one: get('/one', { returns: Book }),
    created: post('/created', { returns: { 201: Book } }),
  })
  function createReturning(response: () => Response, checkReturns = true) {
    const router = createRouter({ checkReturns })
    router.map(returning, { actions: { one: response, created: async () => response() } })
    return router
  }

  const fetchOne = (response: () => Response) => createReturning(response).fetch(`${origin}/one`)

  it('lets responses pass that fit', async () => {
    expect(await (await fetchOne(() => json({ title: 'Dune' }))).json()).toEqual({ title: 'Dune' })
  })

  it('refuses a status that is not declared, apart from 304 and the problems of any route', async () => {
    await expect(fetchOne(() => json({ error: 'x' }, 404))).rejects.toThrow(
      'Cannot send the response of GET "/one" with status 404: `returns` has no schema for this status. It has 200.',
    )
    expect((await fetchOne(() => new Response(null, { status: 304 }))).status).toBe(304)
    const failure: Failure = { status: 422, errors: [] }
    expect((await fetchOne(() => createProblemResponse(failure))).status).toBe(422)
  })

  it('refuses a member that is not declared, wherever it is', async () => {
    await expect(fetchOne(() => json({ title: 'Dune', hash: 'x' }))).rejects.toThrow(
      'it does not fit the schema in `returns`. hash: it is not declared',
    )
    const router = createRouter({ checkReturns: true })
    const list = get('/list', { returns: z.array(z.object({ by: Book })) })
    router.map(list, () => json([{ by: { title: 'x', id: 1 } }]))
    await expect(router.fetch(`${origin}/list`)).rejects.toThrow('0.by.id: it is not declared')
  })

  it('refuses a response that the schema would complete or convert, because clients do not', async () => {
    const returns = z.object({
      page: z.number().default(1),
      half: z.string().transform(Number),
      title: z.string().trim(),
      at: z.coerce.date(),
      more: z.record(z.string(), z.number()),
    })
    const router = createRouter({ checkReturns: true })
    const sent = { half: '4', title: ' Dune ', at: new Date(0), more: { a: 1 } }
    router.map(get('/half', { returns }), () => json(sent) as Response)
    await expect(router.fetch(`${origin}/half`)).rejects.toThrow(
      /\. half: it is a string, and the schema turns it into a number; page: it is missing\. Return a value that fits, or change the contract\.$/,
    )
  })

  it('names the status and the path of what does not fit', async () => {
    const router = createReturning(() => json({ title: 1 }, 201))
    await expect(router.fetch(`${origin}/created`, { method: 'POST' })).rejects.toThrow(
      /^Cannot send the response of POST "\/created" with status 201: it does not fit the schema in `returns`\. title: /,
    )
    await expect(createReturning(() => text('x')).fetch(`${origin}/one`)).rejects.toThrow(
      'Cannot send the response of GET "/one" with status 200: its body is not JSON',
    )
  })

  it('takes an empty body as undefined, and lets HEAD leave out the body', async () => {
    const router = createRouter({ checkReturns: true })
    router.map(
      del('/one', { returns: { 204: z.undefined() } }),
      () => new Response(null, { status: 204 }),
    )
    router.map(returning.one, () => new Response())
    expect((await router.fetch(`${origin}/one`, { method: 'DELETE' })).status).toBe(204)
    expect((await router.fetch(`${origin}/one`, { method: 'HEAD' })).status).toBe(200)
    await expect(router.fetch(`${origin}/one`)).rejects.toThrow('does not fit the schema')
  })

  it('can be turned on by a dev server, unless the app says no', async () => {
    const wrong = (): Response => json({ title: 1 })
    const silent = createRouter()
    silent.get(returning.one, wrong)
    checkReturnsByDefault(silent)
    await expect(silent.fetch(`${origin}/one`)).rejects.toThrow('does not fit the schema')

    const refusing = createReturning(wrong, false)
    checkReturnsByDefault(refusing)
    expect((await refusing.fetch(`${origin}/one`)).status).toBe(200)
    checkReturnsByDefault({ fetch: wrong })
  })

  it('is off by default', async () => {
    const silent = createRouter()
    silent.get(returning.one, (): Response => json({ title: 1 }))
    expect((await silent.fetch(`${origin}/one`)).status).toBe(200)
    const router = createReturning(() => json({ title: 1 }), false)
    expect((await router.fetch(`${origin}/one`)).status).toBe(200)
  })
})
