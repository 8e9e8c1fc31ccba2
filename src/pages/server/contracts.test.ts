import { jsx, jsxs } from 'react/jsx-runtime'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { z } from 'zod'
import { createCookie } from '../../http/cookie/index.ts'
import { createRouter, type Middleware } from '../../router/fetch-router/index.ts'
import { formData } from '../../middleware/form-data/index.ts'
import { CatchView, cookieOfResponse } from './contracts.fixture.ts'
import { Outlet, Scripts } from '../react/index.ts'
import { invalid, redirect } from '../../http/response/index.ts'
import { createMemorySessionStorage, Session } from '../../state/session/index.ts'
import { session } from '../../middleware/session/index.ts'
import { createBuild, visit, type FixtureRoute } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
})

const root: FixtureRoute = {
  default: () =>
    jsx('html', { children: jsxs('body', { children: [jsx(Outlet, {}), jsx(Scripts, {})] }) }),
  CatchBoundary: CatchView,
}

const Book = z.object({
  title: z.string().trim().min(1).max(80),
  pages: z.int().min(1),
  fiction: z.boolean(),
  tag: z.array(z.string()).optional(),
  password: z.string().optional(),
})

function app(module: FixtureRoute, others: Record<string, FixtureRoute> = {}) {
  return createBuild({
    root,
    page: { path: '/books', default: () => 'page', ...module },
    ...others,
  })
}

function post(body: BodyInit, headers?: HeadersInit): RequestInit {
  return { method: 'POST', body, ...(headers && { headers }) }
}

function form(fields: Record<string, string> | [string, string][]): RequestInit {
  return post(new URLSearchParams(fields))
}

function json(value: unknown): RequestInit {
  return post(JSON.stringify(value), { 'Content-Type': 'application/json' })
}

function handoffOf(html: string): Record<string, any> {
  return JSON.parse(/<script[^>]*application\/json[^>]*>(.*?)<\/script>/s.exec(html)![1]!)
}

describe('the contract of a route module', () => {
  it('gives the loader the params and the search as values', async () => {
    const loader = vi.fn(() => null)
    const build = createBuild({
      root,
      page: {
        path: '/books/:id',
        default: () => 'page',
        contract: {
          params: z.object({ id: z.int() }),
          search: z.object({ page: z.int().default(1) }),
          body: Book,
        },
        loader,
      },
    })
    await visit(build, '/books/7?page=2&utm_source=x')
    await visit(build, '/books/7?_data=page')
    await visit(build, '/books/7', { method: 'HEAD' })
    expect(loader.mock.calls.map(([{ input, params }]: any) => [input, params])).toEqual([
      [{ params: { id: 7 }, search: { page: 2 } }, { id: '7' }],
      [{ params: { id: 7 }, search: { page: 1 } }, { id: '7' }],
      [{ params: { id: 7 }, search: { page: 1 } }, { id: '7' }],
    ])
  })

  it('gives the action the body, from a form, a multipart form or JSON, and the request stays readable', async () => {
    const seen: unknown[] = []
    const build = app({
      contract: { body: Book },
      async action({ input, request }) {
        const isJson = request.headers.get('Content-Type') === 'application/json'
        const raw = isJson ? await request.json() : Object.fromEntries(await request.formData())
        seen.push(input, raw)
        return redirect('/books', 303)
      },
    })
    const parts = new FormData()
    for (const [name, value] of Object.entries({ title: 'Dune', pages: '412' }))
      parts.append(name, value)

    expect(
      (await visit(build, '/books', form({ title: ' Dune ', pages: '412', fiction: 'on' })))
        .response.status,
    ).toBe(303)
    await visit(build, '/books', post(parts))
    await visit(build, '/books', json({ title: 'Dune', pages: 412, fiction: true }))
    expect(seen).toEqual([
      { body: { title: 'Dune', pages: 412, fiction: true, tag: undefined } },
      { title: ' Dune ', pages: '412', fiction: 'on' },
      { body: { title: 'Dune', pages: 412, fiction: false, tag: undefined } },
      { title: 'Dune', pages: '412' },
      { body: { title: 'Dune', pages: 412, fiction: true } },
      { title: 'Dune', pages: 412, fiction: true },
    ])
  })

  it('gives handlers without a contract an empty input', async () => {
    const loader = vi.fn(() => null)
    await visit(app({ loader }), '/books')
    expect((loader.mock.calls as any)[0][0].input).toEqual({})
  })

  it('uses the form that formData() has parsed, and the method in _method', async () => {
    const action = vi.fn(() => null)
    const build = app({ contract: { body: Book }, action })
    const handler = createHandler(build, (pages) => {
      const router = createRouter({ middleware: [formData()] })
      router.map('/*', pages)
      return router
    })
    const parts = new FormData()
    for (const [name, value] of Object.entries({ _method: 'PUT', title: 'Dune', pages: '1' }))
      parts.append(name, value)
    for (const body of [
      parts,
      new URLSearchParams({ _method: 'PUT', title: 'Dune', pages: '1' }),
    ]) {
      const response = await handler(new Request('http://x.test/books', { method: 'POST', body }))
      expect(response.status).toBe(200)
    }
    expect(
      action.mock.calls.map(([{ input, request }]: any) => [input.body.title, request.method]),
    ).toEqual([
      ['Dune', 'PUT'],
      ['Dune', 'PUT'],
    ])
  })

  it('is checked by each module of a branch against what was sent', async () => {
    const layout = vi.fn(() => null)
    const leaf = vi.fn(() => null)
    const build = createBuild({
      root,
      layout: {
        path: '/books',
        default: Outlet,
        contract: { search: z.object({ q: z.string().optional() }) },
        loader: layout,
      },
      leaf: {
        path: '/books/all',
        parent: 'layout',
        default: () => 'leaf',
        contract: {
          search: z.object({ q: z.string().toUpperCase().optional(), page: z.int().optional() }),
        },
        loader: leaf,
      },
    })
    await visit(build, '/books/all?q=a&page=2')
    expect((layout.mock.calls as any)[0][0].input).toEqual({ search: { q: 'a' } })
    expect((leaf.mock.calls as any)[0][0].input).toEqual({ search: { q: 'A', page: 2 } })
  })

  it('is joined with the contract of the route in the page tree', async () => {
    const action = vi.fn(() => null)
    const search = z.object({ page: z.int().default(1) })
    const build = { ...app({ contract: { body: Book }, action }), contracts: { page: { search } } }
    await visit(build, '/books?page=3', form({ title: 'Dune', pages: '1' }))
    expect((action.mock.calls as any)[0][0].input).toMatchObject({
      search: { page: 3 },
      body: { title: 'Dune' },
    })
  })

  it('refuses a member that the route has too, at the start or when the module is loaded', async () => {
    const module = { default: () => 'page', contract: { body: Book } }
    const build = { ...app(module), contracts: { page: { body: Book } } }
    const message =
      'Cannot use "body" in the contract of app/page: its route in app/routes.ts has it too. Remove one of them.'
    await expect(visit(build, '/books')).rejects.toThrow(message)

    const lazy = { ...build, routes: { ...build.routes, page: async () => module } }
    const { response } = await visit(lazy, '/books')
    expect(response.status).toBe(500)
    expect(vi.mocked(console.error).mock.calls.at(-1)![0]).toMatchObject({ message })
  })

  it('refuses an unknown member by the name of the module', async () => {
    await expect(visit(app({ contract: { boddy: Book } as object }), '/books')).rejects.toThrow(
      'Cannot use "boddy" in the contract of route "page": use params, search, body',
    )
  })

  it('is not checked for OPTIONS', async () => {
    const loader = vi.fn(() => null)
    const build = createBuild({
      root,
      api: { path: '/api', contract: { search: z.object({ q: z.string() }) }, loader },
    })
    const { response } = await visit(build, '/api', { method: 'OPTIONS' })
    expect([response.status, loader.mock.calls.length]).toEqual([200, 1])
  })

  it('keeps an action from running if the client disconnects meanwhile', async () => {
    const action = vi.fn(() => null)
    const { promise: checked, resolve } = Promise.withResolvers<boolean>()
    const check = vi.fn(() => checked)
    const body = z.object({ title: z.string().refine(check) })
    const handler = createHandler(app({ contract: { body }, action }))
    const send = (init: RequestInit & { duplex?: 'half' }) => {
      const controller = new AbortController()
      const { signal } = controller
      const request = new Request('http://localhost/books', { method: 'POST', ...init, signal })
      return { controller, response: handler(request) }
    }

    const whileChecked = send({ body: new URLSearchParams({ title: 'Dune' }) })
    const cancel = vi.fn()
    const pull = vi.fn()
    const start = (stream: ReadableStreamDefaultController<Uint8Array>): void =>
      stream.enqueue(
        new TextEncoder().encode('--x\r\nContent-Disposition: form-data; name="title"\r\n'),
      )
    const whileSent = send({
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
      body: new ReadableStream({ start, pull, cancel }),
      duplex: 'half',
    })
    // The schema is asked, and the first part of the other form is read. Then the stream is asked for more, once more.
    await eventually(() =>
      expect([check.mock.calls.length, pull.mock.calls.length]).toEqual([1, 2]),
    )
    whileChecked.controller.abort()
    whileSent.controller.abort()
    resolve(true)
    expect((await whileChecked.response).status).toBe(499)
    expect((await whileSent.response).status).toBe(499)
    // It takes more steps than an action that is about to be called.
    await (await handler(new Request('http://localhost/books'))).text()
    expect(action).not.toHaveBeenCalled()
    expect(cancel).toHaveBeenCalledTimes(1)
    expect(console.error).not.toHaveBeenCalled()
  })

  it('ends with a 500 and one report if a schema throws', async () => {
    const action = vi.fn(() => null)
    const body = z.object({ title: z.string() }).transform(() => {
      throw new Error('broken')
    })
    const { response } = await visit(
      app({ contract: { body }, action }),
      '/books',
      form({ title: 'x' }),
    )
    expect(response.status).toBe(500)
    expect(vi.mocked(console.error).mock.calls.map(([error]) => (error as Error).message)).toEqual([
      'The body schema of route "page" threw instead of returning issues: look at the cause',
    ])
    expect(action).not.toHaveBeenCalled()
  })
})

describe('params that do not fit', () => {
  const build = (loader: FixtureRoute['loader'], action?: FixtureRoute['action']) =>
    createBuild({
      root,
      page: {
        path: '/books/:id',
        default: () => 'page',
        contract: { params: z.object({ id: z.int() }), body: Book },
        ...(loader && { loader }),
        ...(action && { action }),
      },
    })

  it('are a 404 in the boundary of a document', async () => {
    const loader = vi.fn(() => null)
    const { response, html } = await visit(build(loader), '/books/x')
    expect([response.status, loader.mock.calls.length]).toEqual([404, 0])
    expect(html).toContain('caught 404')
  })

  it('are an error entry in a data request', async () => {
    const { response } = await visit(
      build(() => null),
      '/books/x?_data=page',
    )
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      page: { error: { type: 'response', status: 404 } },
    })
  })

  it('keep an action from running', async () => {
    const action = vi.fn(() => null)
    const sent = form({ title: 'Dune', pages: '1' })
    expect((await visit(build(undefined, action), '/books/x', sent)).response.status).toBe(404)
    const { response } = await visit(build(undefined, action), '/books/x?_data=page', sent)
    expect([response.status, action.mock.calls.length]).toEqual([404, 0])
  })
})

describe('a search that does not fit', () => {
  const search = z.object({
    page: z.int().min(1).default(1),
    genre: z.array(z.enum(['a', 'b'])).optional(),
    near: z.object({ city: z.string().max(3) }).optional(),
  })

  it.each([
    ['page=x', { page: 1 }],
    ['page=0&genre=a', { page: 1, genre: ['a'] }],
    ['genre=a&genre=z&genre=b', { page: 1, genre: ['a', 'b'] }],
    ['genre=&genre=a&genre=z', { page: 1, genre: ['a'] }],
    ['page=1&page=2', { page: 1 }],
    ['page=1&page=2&genre=z&genre=a&near.city=Paris', { page: 1, genre: ['a'] }],
    ['near.city=Paris&page=2', { page: 2 }],
    ['near.city=Rom&page=x&utm_source=1', { page: 1, near: { city: 'Rom' } }],
  ])('loses only the entries that are wrong: %s', async (query, expected) => {
    const loader = vi.fn(() => null)
    const build = app({ contract: { search }, loader })
    const { response } = await visit(build, `/books?${query}`)
    await visit(build, `/books?${query}&_data=page`)
    expect(response.status).toBe(200)
    expect((loader.mock.calls as any).map(([{ input }]: any) => input.search)).toEqual([
      expected,
      expected,
    ])
  })

  it('is a 400 in the boundary if the rest does not fit either, and the loader does not run', async () => {
    const loader = vi.fn(() => null)
    const action = vi.fn(() => null)
    const build = app({ contract: { search: z.object({ q: z.string().min(2) }) }, loader, action })
    for (const query of ['', 'q=a', 'q=aa&q=bb']) {
      const document = await visit(build, `/books?${query}`)
      expect(document.response.status).toBe(400)
      expect(document.html).toContain('caught 400')
      const data = await visit(build, `/books?${query}&_data=page`)
      expect(data.response.status).toBe(400)
      expect(await data.response.json()).toMatchObject({ page: { error: { status: 400 } } })
      expect((await visit(build, `/books?${query}`, form({}))).response.status).toBe(400)
      expect((await visit(build, `/books?${query}&_data=page`, form({}))).response.status).toBe(400)
    }
    expect([loader.mock.calls.length, action.mock.calls.length]).toEqual([0, 0])
  })

  it('is lenient for an action too', async () => {
    const action = vi.fn(() => null)
    await visit(app({ contract: { search }, action }), '/books?page=x', form({}))
    expect((action.mock.calls as any)[0][0].input).toEqual({ search: { page: 1 } })
  })

  it('is strict for a resource module', async () => {
    const loader = vi.fn(() => null)
    const build = createBuild({ root, api: { path: '/api', contract: { search }, loader } })
    const { response } = await visit(build, '/api?page=x')
    expect([response.status, response.headers.get('Content-Type')]).toEqual([
      400,
      'application/problem+json',
    ])
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    const data = await visit(build, '/api?page=x&_data=api')
    expect(await data.response.json()).toMatchObject({ api: { error: { status: 400 } } })
    expect(loader).not.toHaveBeenCalled()
  })
})

describe('a body that does not fit', () => {
  it('is a 422 page with the errors and what was typed, and the action does not run', async () => {
    const action = vi.fn(() => null)
    const loader = vi.fn(() => 'data')
    const build = app({
      contract: { body: Book },
      action,
      loader,
      headers: { 'Cache-Control': 'public' },
    })
    const sent = form([
      ['title', ''],
      ['pages', '0'],
      ['tag', 'a'],
      ['tag', 'b'],
      ['password', 'hunter2'],
      ['other', 'x'],
    ])
    const { response, html } = await visit(build, '/books', sent)

    expect([response.status, response.headers.get('Cache-Control')]).toEqual([422, 'no-store'])
    expect([action.mock.calls.length, loader.mock.calls.length]).toEqual([0, 1])
    expect(handoffOf(html)).toMatchObject({
      loaderData: { page: 'data' },
      invalid: {
        page: {
          errors: [
            { in: 'body', name: 'title', path: ['title'] },
            { in: 'body', name: 'pages', path: ['pages'] },
          ],
          values: { title: [''], pages: ['0'], tag: ['a', 'b'] },
        },
      },
    })
    expect(Object.keys(handoffOf(html)['invalid'].page.values)).toEqual(['title', 'pages', 'tag'])
    expect(html).not.toContain('hunter2')
    expect(handoffOf(html)).not.toHaveProperty('actionData')
  })

  it('is escaped in the document', async () => {
    const { html } = await visit(
      app({ contract: { body: Book }, action: () => null }),
      '/books',
      form({ title: '</script><b>' }),
    )
    expect(html).not.toContain('</script><b>')
  })

  it('names the form of a union', async () => {
    const body = z.discriminatedUnion('intent', [
      z.object({ intent: z.literal('rename'), title: z.string().min(1) }),
      z.object({ intent: z.literal('remove') }),
    ])
    const build = app({ contract: { body }, action: () => null })
    const { html } = await visit(build, '/books', form({ intent: 'rename', title: '' }))
    expect(handoffOf(html)['invalid'].page.form).toBe('rename')
    const { response } = await visit(
      build,
      '/books?_data=page',
      form({ intent: 'rename', title: '' }),
    )
    expect(await response.json()).toMatchObject({ invalid: { ran: false, form: 'rename' } })
  })

  it('has no values beyond 1 MiB', async () => {
    const build = app({ contract: { body: Book }, action: () => null })
    const { response, html } = await visit(
      build,
      '/books',
      form({ title: 'x'.repeat(1024 * 1024 + 1) }),
    )
    expect(response.status).toBe(422)
    expect(handoffOf(html)['invalid'].page).not.toHaveProperty('values')
  })

  it('is {"invalid"} without values in a data request', async () => {
    const action = vi.fn(() => null)
    const build = app({ contract: { body: Book }, action, headers: { 'Cache-Control': 'public' } })
    const { response } = await visit(
      build,
      '/books?_data=page',
      form({ title: 'Dune', pages: '0' }),
    )
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([422, 'no-store'])
    const body = (await response.json()) as { invalid: object }
    expect(body).toMatchObject({ invalid: { ran: false, errors: [{ name: 'pages' }] } })
    expect(Object.keys(body.invalid)).toEqual(['ran', 'errors'])
    expect(action).not.toHaveBeenCalled()
  })

  it('is a problem document of a resource module, and {"invalid"} in its data requests', async () => {
    const action = vi.fn(() => null)
    const build = createBuild({ root, api: { path: '/api', contract: { body: Book }, action } })
    const { response } = await visit(
      build,
      '/api',
      json({ title: 'Dune', pages: '1', fiction: true }),
    )
    expect([response.status, response.headers.get('Content-Type')]).toEqual([
      422,
      'application/problem+json',
    ])
    expect(await response.json()).toMatchObject({
      status: 422,
      errors: [{ in: 'body', name: 'pages' }],
    })
    const data = await visit(build, '/api?_data=api', form({}))
    expect(data.response.status).toBe(422)
    expect(await data.response.json()).toMatchObject({ invalid: { ran: false } })
    expect(action).not.toHaveBeenCalled()
  })

  it('is a problem document for a resource if it cannot be read', async () => {
    const action = () => null
    const build = createBuild({ root, api: { path: '/api', contract: { body: Book }, action } })
    const broken = post('{', { 'Content-Type': 'application/json' })
    const { response } = await visit(build, '/api', broken)
    expect([response.status, response.headers.get('Content-Type')]).toEqual([
      400,
      'application/problem+json',
    ])
    const data = await visit(build, '/api?_data=api', broken)
    expect(await data.response.json()).toMatchObject({ error: { status: 400 } })
  })

  it('lets a redirect of a loader win', async () => {
    const build = app({
      contract: { body: Book },
      action: () => null,
      loader: () => redirect('/login'),
    })
    const { response } = await visit(build, '/books', form({}))
    expect([response.status, response.headers.get('Location')]).toEqual([302, '/login'])
  })

  it.each([
    ['a type that is not accepted', post('x', { 'Content-Type': 'text/plain' }), 415],
    ['broken JSON', post('{', { 'Content-Type': 'application/json' }), 400],
    ['a key __proto__', post('{"__proto__":1}', { 'Content-Type': 'application/json' }), 400],
    [
      'too many names',
      form(Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`a${i}`, '']))),
      413,
    ],
  ])('is an error in the boundary if it cannot be read: %s', async (_, init, status) => {
    const action = vi.fn(() => null)
    const build = app({ contract: { body: Book }, action })
    const { response, html } = await visit(build, '/books', init)
    expect(response.status).toBe(status)
    expect(html).toContain(`caught ${status}`)
    const data = await visit(build, '/books?_data=page', init)
    expect(data.response.status).toBe(status)
    expect(await data.response.json()).toMatchObject({ error: { status } })
    expect(action).not.toHaveBeenCalled()
  })
})

describe('invalid()', () => {
  it('warns the developer about a param that the path does not have', async () => {
    const warn = vi.fn()
    const contract = (name: string) => ({ params: z.object({ [name]: z.string() }) })
    const page = (name: string) => ({ contract: contract(name), default: () => name })
    const build = createBuild(
      {
        root,
        wrong: { ...page('idd'), path: '/wrong/:id' },
        right: { ...page('id'), path: '/right/:id' },
      },
      { dev: { warn } as never },
    )
    const handler = createHandler(build)
    for (const path of ['/right/1', '/missing', '/wrong/1']) {
      await handler(new Request(`https://example.com${path}`))
    }
    expect(warn.mock.calls).toEqual([
      [
        'The contract of route "wrong" has the param "idd", which is never there: its path has "id". Use its names.',
      ],
    ])
  })

  it('warns the developer about a name that the form does not have', async () => {
    const warn = vi.fn()
    const action = () => invalid({ titel: 'No', title: 'No', 'tag.0': 'No', '': 'No' })
    const module = { contract: { body: Book }, action, path: '/books', default: () => 'page' }
    const build = createBuild({ root, page: module }, { dev: { warn } as never })
    const { response } = await visit(build, '/books', form({ title: 'Dune', pages: '1' }))
    expect(response.status).toBe(422)
    expect(warn.mock.calls).toEqual([[expect.stringContaining('the name "titel"')]])
  })

  const taken = () => invalid({ title: 'There is already one', '': ['No', 'Never'] })
  const sent = form({ title: 'Dune', pages: '1', password: 'hunter2' })

  it.each([
    ['returned', taken],
    [
      'thrown',
      () => {
        throw taken()
      },
    ],
  ])('is the same 422 page with the typed values: %s', async (_, action) => {
    const build = app({ contract: { body: Book }, action })
    const { response, html } = await visit(build, '/books', sent)
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([422, 'no-store'])
    expect(handoffOf(html)['invalid'].page).toEqual({
      errors: [
        { in: 'body', name: 'title', path: ['title'], message: 'There is already one' },
        { in: 'body', name: '', path: [], message: 'No' },
        { in: 'body', name: '', path: [], message: 'Never' },
      ],
      values: { title: ['Dune'], pages: ['1'] },
    })
    const data = await visit(build, '/books?_data=page', sent)
    expect(data.response.status).toBe(422)
    expect(await data.response.json()).toMatchObject({
      invalid: { ran: true, errors: [{ name: 'title' }, {}, {}] },
    })
    expect(console.error).not.toHaveBeenCalled()
  })

  it('does not send a secret back in a message', async () => {
    const action = () => invalid({ password: 'hunter2 is too common' })
    const { html } = await visit(app({ contract: { body: Book }, action }), '/books', sent)
    expect(handoffOf(html)['invalid'].page.errors[0].message).toBe('Invalid value')
  })

  it('works without a body in the contract', async () => {
    const { response, html } = await visit(app({ action: taken }), '/books', sent)
    expect(response.status).toBe(422)
    expect(handoffOf(html)['invalid'].page.errors).toHaveLength(3)
  })

  it('is an error in a loader, of a page and of a resource module', async () => {
    const loader = () => {
      throw invalid({ title: 'No' })
    }
    for (const path of ['/books', '/books?_data=page', '/api', '/api?_data=api']) {
      const { response } = await visit(app({ loader }, { api: { path: '/api', loader } }), path)
      expect([path, response.status]).toEqual([path, 500])
    }
  })

  it('is a problem document in a resource module', async () => {
    for (const action of [
      taken,
      () => {
        throw taken()
      },
    ]) {
      const build = createBuild({ root, api: { path: '/api', contract: { body: Book }, action } })
      const { response } = await visit(build, '/api', sent)
      expect([response.status, response.headers.get('Content-Type')]).toEqual([
        422,
        'application/problem+json',
      ])
    }
  })

  it.each<[string, (session: Session) => void, boolean]>([
    ['nothing changed', () => {}, false],
    ['a flash message', (session) => session.flash('a', 1), false],
    ['the session ended', (session) => session.destroy(), true],
    ['the session has a new id', (session) => session.regenerateId(), true],
  ])(
    'says that every loader is due if the visitor is another one: %s',
    async (_, change, reload) => {
      const storage = createMemorySessionStorage()
      const cookie = createCookie('s', { secrets: ['secret'] })
      const build = app({
        contract: { body: Book },
        action({ context }) {
          change(context.get(Session)!)
          return taken()
        },
        loader({ context }) {
          context.get(Session)!.set('a', 1)
          return null
        },
      })
      const handler = createHandler(build, (pages) => {
        const router = createRouter({ middleware: [session(cookie, storage)] })
        router.map('/*', pages)
        return router
      })
      const first = await handler(new Request('http://x.test/books'))
      const headers = { Cookie: cookieOfResponse(first) }
      const response = await handler(
        new Request('http://x.test/books?_data=page', { ...sent, headers }),
      )
      expect(((await response.json()) as any).invalid.reload ?? false).toBe(reload)
    },
  )

  it('says that every loader is due if the response sets a cookie', async () => {
    const build = app({ contract: { body: Book }, action: taken, headers: { 'Set-Cookie': 'a=1' } })
    const { response } = await visit(build, '/books?_data=page', sent)
    expect(await response.json()).toMatchObject({ invalid: { ran: true, reload: true } })
    const early = await visit(build, '/books?_data=page', form({}))
    expect(((await early.response.json()) as any).invalid).not.toHaveProperty('reload')
  })
})

describe('a guard of a page with a contract', () => {
  const variants: [string, string, RequestInit?][] = [
    ['a document', '/a/b?page=x'],
    ['a data request', '/a/b?page=x&_data=leaf'],
    ['HEAD', '/a/b?page=x', { method: 'HEAD' }],
    ['an action', '/a/b', form({})],
    ['a data POST', '/a/b?_data=leaf', form({})],
    ['a method override', '/a/b', form({ _method: 'PUT' })],
    ['a resource', '/a/api?page=x'],
    ['the action of a resource', '/a/api', json({})],
  ]

  it.each(variants)(
    'refuses before anything is validated, and runs once: %s',
    async (_, path, init) => {
      const validate = vi.fn((value: unknown) => ({ value }))
      const schema = { '~standard': { version: 1 as const, vendor: 'x', validate } }
      const handlers = { loader: () => null, action: () => null }
      const contract = { search: schema, body: schema }
      const guard = vi.fn<Middleware>(() => new Response('stop', { status: 401 }))
      const build = createBuild({
        root,
        guard: { path: '/a', default: Outlet, middleware: [guard] },
        leaf: { path: '/a/b', parent: 'guard', default: () => null, contract, ...handlers },
        api: { path: '/a/api', parent: 'guard', contract, ...handlers },
      })
      expect((await visit(build, path, init)).response.status).toBe(401)
      expect([guard.mock.calls.length, validate.mock.calls.length]).toEqual([1, 0])
    },
  )

  it('leaves the body unread if it is in the front router', async () => {
    const build = app({ contract: { body: Book }, action: () => null })
    const handler = createHandler(build, (pages) => {
      const router = createRouter({ middleware: [() => new Response('stop', { status: 401 })] })
      router.map('/*', pages)
      return router
    })
    const request = new Request('http://x.test/books', form({ title: 'x' }))
    expect((await handler(request)).status).toBe(401)
    expect(request.bodyUsed).toBe(false)
  })

  it('refuses another origin before the body is validated', async () => {
    const build = app({ contract: { body: Book }, action: () => null })
    const headers = { Origin: 'https://evil.test', 'Sec-Fetch-Site': 'cross-site' }
    const { response } = await visit(build, '/books', { ...form({}), headers })
    expect(response.status).toBe(403)
  })
})
