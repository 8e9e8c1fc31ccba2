import { describe, expect, it } from 'vitest'
import { parseFormData } from '../../http/form-data-parser/index.ts'
import { createContextKey, createRouter, RequestContext } from './index.ts'

function createContext(init?: RequestInit & { url?: string }): RequestContext {
  return new RequestContext(new Request(init?.url ?? 'https://example.com/a?b=c', init))
}

describe('RequestContext', () => {
  it('has the request, its method in upper case and its URL', () => {
    const request = new Request('https://example.com/a?b=c', { method: 'patch' })
    const context = new RequestContext(request)
    expect(context.request).toBe(request)
    expect(context.method).toBe('PATCH')
    expect(context.url).toBeInstanceOf(URL)
    expect(context.url.searchParams.get('b')).toBe('c')
    expect(context.url).toBe(context.url)
    expect(context.params).toEqual({})
    expect(context.allowedMethods).toEqual([])
  })

  it('lets method, url and headers be replaced', () => {
    const context = createContext()
    context.method = 'PUT'
    context.url = new URL('https://example.com/other')
    context.headers = new Headers({ A: '1' })
    expect(context.method).toBe('PUT')
    expect(context.url.pathname).toBe('/other')
    expect(context.headers.get('A')).toBe('1')
  })

  it('copies the headers when they are first read', () => {
    const context = createContext({ headers: { A: '1' } })
    context.request.headers.set('B', '2')
    const { headers } = context
    context.request.headers.set('C', '3')
    headers.set('A', 'changed')

    expect(headers.get('B')).toBe('2')
    expect(headers.get('C')).toBe(null)
    expect(context.headers).toBe(headers)
    expect(context.request.headers.get('A')).toBe('1')
  })

  it('throws for the router of a context made by hand', () => {
    expect(() => createContext().router).toThrow('No router found in request context.')
  })

  it('logs method, url and params only', () => {
    const context = createContext()
    context.set(createContextKey<string>(), 'secret')
    expect(JSON.stringify(context)).toBe(
      '{"method":"GET","url":"https://example.com/a?b=c","params":{}}',
    )
    const inspect = Symbol.for('nodejs.util.inspect.custom')
    expect(
      JSON.stringify((context as unknown as Record<symbol, () => unknown>)[inspect]!()),
    ).not.toContain('secret')
  })
})

describe('context values', () => {
  const key = createContextKey<string>()
  const withDefault = createContextKey<string | null>(null)

  it('returns the set value, else the default, else undefined', () => {
    const context = createContext()
    expect(context.get(key)).toBe(undefined)
    expect(context.get(withDefault)).toBe(null)
    context.set(key, 'a')
    context.set(withDefault, 'b')
    expect(context.get(key)).toBe('a')
    expect(context.get(withDefault)).toBe('b')
  })

  it('counts only what was set, also undefined', () => {
    const context = createContext()
    expect(context.has(withDefault)).toBe(false)
    context.set(createContextKey<undefined>(undefined), undefined)
    const optional = createContextKey<string | undefined>('default')
    context.set(optional, undefined)
    expect(context.has(optional)).toBe(true)
    expect(context.get(optional)).toBe(undefined)
  })

  it('takes an explicit undefined as a default', () => {
    expect('defaultValue' in createContextKey<undefined>(undefined)).toBe(true)
    expect('defaultValue' in createContextKey()).toBe(false)
  })

  it('takes a constructor as a key, and does not read its statics as a default', () => {
    class Settings {
      static defaultValue = 'no'
    }
    const context = createContext()
    expect(context.get(Settings)).toBe(undefined)
    const settings = new Settings()
    context.set(Settings, settings)
    context.set(FormData, new FormData())
    expect(context.get(Settings)).toBe(settings)
    expect(context.get(FormData)).toBeInstanceOf(FormData)
  })

  it('compares keys by identity', () => {
    const context = createContext()
    context.set(key, 'a')
    expect(context.get(createContextKey<string>())).toBe(undefined)
  })

  it('refuses a primitive key', () => {
    const context = createContext()
    expect(() => context.set('user' as never, 1 as never)).toThrow(
      new TypeError('Cannot use "user" as a context key. Use createContextKey() or a class.'),
    )
    expect(() => context.get(42 as never)).toThrow(TypeError)
  })

  it('works destructured', () => {
    const { get, set, has } = createContext()
    set(key, 'a')
    expect(get(key)).toBe('a')
    expect(has(key)).toBe(true)
  })
})

describe('context properties', () => {
  const one = createContextKey<string>()
  const two = createContextKey<string>()

  it('installs a read-only, non-enumerable, live accessor', () => {
    const context = createContext() as RequestContext & { message?: string }
    context.set(one, 'hello', { property: 'message' })
    expect(context.message).toBe('hello')
    context.set(one, 'changed')
    expect(context.message).toBe('changed')
    expect('message' in context).toBe(true)
    expect(Object.keys(context)).not.toContain('message')
    expect(() => {
      context.message = 'x'
    }).toThrow(TypeError)
  })

  it('leaves names to an app that it is likely to want', async () => {
    const router = createRouter({
      middleware: [
        (context, next) => {
          for (const property of ['routes', 'href', 'aborted', 'user', 'session', 'query']) {
            context.set(createContextKey<string>(), property, { property })
          }
          return next()
        },
      ],
    })
    router.get('/x', () => new Response('ok'))
    expect(await (await router.fetch('https://example.com/x')).text()).toBe('ok')
  })

  it('takes the same key and name again', () => {
    const context = createContext()
    context.set(one, 'a', { property: 'message' })
    context.set(one, 'b', { property: 'message' })
    expect(context.get(one)).toBe('b')
  })

  const mistakes: readonly [property: unknown, message: string][] = [
    [42, 'Context property name must be a string. Pass one instead of 42.'],
    ['', 'Cannot install an empty context property name.'],
    ['url', 'Cannot install context property "url" because it already exists on RequestContext.'],
    [
      'toString',
      'Cannot install context property "toString" because it already exists on RequestContext.',
    ],
  ]
  for (const [property, message] of mistakes) {
    it(`refuses ${JSON.stringify(property)} before it stores the value`, () => {
      const context = createContext()
      expect(() => context.set(one, 'a', { property: property as never })).toThrow(
        new Error(message),
      )
      expect(context.has(one)).toBe(false)
    })
  }

  it('refuses a second name for a key, and a name of another key', () => {
    const context = createContext()
    context.set(one, 'a', { property: 'one' })
    expect(() => context.set(one, 'b', { property: 'two' })).toThrow(
      new Error(
        'Cannot install context property "two" because this context key already uses "one".',
      ),
    )
    expect(() => context.set(two, 'b', { property: 'one' })).toThrow(
      new Error(
        'Cannot install context property "one" because another context key already uses it.',
      ),
    )
    expect(context.get(one)).toBe('a')
  })

  it('installs nothing for a default alone', () => {
    const context = createContext()
    context.get(createContextKey('default'))
    expect(Object.keys(context)).toEqual(Object.keys(createContext()))
  })
})

describe('context body readers', () => {
  const post = (body: BodyInit, headers?: HeadersInit) =>
    createContext({ method: 'POST', body, headers })

  it('read the body once, however often they are asked', async () => {
    const context = post('{"a":1}', { 'Content-Type': 'application/json' })
    expect(await context.text()).toBe('{"a":1}')
    expect(await context.json()).toEqual({ a: 1 })
    expect(await context.json()).toEqual({ a: 1 })
    expect(new TextDecoder().decode(await context.bytes())).toBe('{"a":1}')
  })

  it("leave the request's own readers working", async () => {
    const context = post('a=1&b=2', { 'Content-Type': 'application/x-www-form-urlencoded' })
    await context.bytes()
    const { request } = context
    expect(await request.text()).toBe('a=1&b=2')
    expect(await request.text()).toBe('a=1&b=2')
    expect([...(await request.formData())]).toEqual([
      ['a', '1'],
      ['b', '2'],
    ])
    expect((await request.arrayBuffer()).byteLength).toBe(7)
    expect((await request.bytes()).byteLength).toBe(7)
    expect((await request.blob()).size).toBe(7)
    expect(request.bodyUsed).toBe(true)
    expect(() => request.clone()).toThrow(TypeError)
  })

  it("leave the request's formData() bounded: more than 1000 fields are refused", async () => {
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const allowed = post(Array.from({ length: 1000 }, () => 'a=1').join('&'), type)
    await allowed.text()
    expect([...(await allowed.request.formData())]).toHaveLength(1000)

    const tooMany = post('&'.repeat(1_000_000), type)
    await tooMany.text()
    await expect(tooMany.request.formData()).rejects.toMatchObject({ status: 413 })

    const noForm = post('a=1', { 'Content-Type': 'text/plain' })
    await noForm.text()
    await expect(noForm.request.formData()).rejects.toMatchObject({ status: 400 })
  })

  it('leave parseFormData() its limits and its upload handler', async () => {
    const body =
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\ncontent\r\n--x--\r\n'
    const context = post(body, { 'Content-Type': 'multipart/form-data; boundary=x' })
    await context.text()
    const { request } = context

    const form = await parseFormData(request, { uploadHandler: (file) => file.name })
    expect([...form]).toEqual([['file', 'a.txt']])
    await expect(parseFormData(request, { maxFileSize: 6 })).rejects.toMatchObject({ status: 413 })
    expect(await ((await request.formData()).get('file') as File).text()).toBe('content')
  })

  it('return separate copies of the bytes', async () => {
    const context = post('abc')
    await context.bytes()
    ;(await context.request.bytes()).fill(0)
    expect(await context.text()).toBe('abc')
  })

  it('drop a byte order mark, as Request.text() does', async () => {
    expect(await post('\uFEFFabc').text()).toBe('abc')
  })

  it('return an empty string for an empty body', async () => {
    expect(await createContext().text()).toBe('')
  })

  it('reject malformed JSON as the mistake of the client', async () => {
    const headers = { 'Content-Type': 'application/json' }
    await expect(post('{', headers).json()).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(
        'Cannot read the request body as JSON: there is a mistake in line 1',
      ),
    })
  })

  it('work in a router', async () => {
    const router = createRouter()
    router.post('/echo', async (context) => Response.json(await context.json()))
    const response = await router.fetch('https://example.com/echo', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"a":[1]}',
    })
    expect(await response.json()).toEqual({ a: [1] })
  })
})
