import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bodyLimit } from '../../middleware/body-limit/index.ts'
import { createRouter } from '../../router/fetch-router/index.ts'
import { text } from '../../http/response/index.ts'
import { serve, type RunningServer } from './serve.ts'

const native = { Request, Response, Headers }
const nativeFetch = fetch

describe('serve', () => {
  it('leaves the global Response as it is', async () => {
    const router = createRouter({ defaultHandler: () => new Response('hello') })
    const server = await serve(router, { port: 0, host: '127.0.0.1', quiet: true })
    const response = await fetch(server.url)
    expect([Response, response.constructor]).toEqual([native.Response, native.Response])
    expect(await native.Response.prototype.text.call(response)).toBe('hello')
    await server.close()
  })
})

/** As `install()` of npm's `undici` does it, after the framework was imported. */
describe('an app that replaces the global Request, Response and Headers', () => {
  let server: RunningServer

  beforeAll(async () => {
    Object.assign(globalThis, {
      Request: createOtherClass(native.Request),
      Response: createOtherClass(native.Response),
      Headers: class Headers extends native.Headers {},
    })
    const router = createRouter({ middleware: [bodyLimit(1000)] })
    router.post('/text', async ({ request }) => text(await request.text()))
    router.post('/json', async ({ request }) => text(JSON.stringify(await request.json())))
    router.post('/bytes', async ({ request }) => text(String((await request.bytes()).length)))
    router.post('/blob', async ({ request }) => text(await (await request.blob()).text()))
    router.post('/clone', async ({ request }) => text(await request.clone().text()))
    router.get('/new', () => new Response('abc', { headers: { 'X-Name': 'new' } }))
    router.get('/old', () => new native.Response('abc', { headers: { 'X-Name': 'old' } }))
    router.get('/helper', () => {
      const response = text('abc', { headers: new native.Headers({ 'X-Name': 'helper' }) })
      expect(response).toBeInstanceOf(Response)
      return response
    })
    server = await serve(router, { port: 0, host: '127.0.0.1', quiet: true })
  })

  afterAll(async () => {
    Object.assign(globalThis, native)
    await server.close()
  })

  it.each([
    ['text', '{"a":1}'],
    ['json', '{"a":1}'],
    ['bytes', '7'],
    ['blob', '{"a":1}'],
    ['clone', '{"a":1}'],
  ])('reads a body with %s()', async (name, expected) => {
    const response = await nativeFetch(`${server.url}/${name}`, { method: 'POST', body: '{"a":1}' })
    expect([response.status, await response.text()]).toEqual([200, expected])
  })

  it.each(['new', 'old', 'helper'])('sends a response of the %s kind', async (name) => {
    const response = await nativeFetch(`${server.url}/${name}`)
    expect([response.status, await response.text()]).toEqual([200, 'abc'])
    expect(response.headers.get('X-Name')).toBe(name)
  })

  it('dispatches requests of both classes', async () => {
    const router = createRouter()
    router.post('/', async ({ request }) => text(await request.text()))
    for (const request of [native.Request, Request]) {
      const response = await router.fetch(
        new request('https://a.example/', { method: 'POST', body: 'abc' }),
      )
      expect(await response.text()).toBe('abc')
    }
  })
})

/** A class that does the same as a native one. The methods of each refuse objects of the other. */
function createOtherClass(Native: typeof Request | typeof Response): unknown {
  const originals = new WeakMap<object, object>()

  class Other {
    constructor(...args: [never, never?]) {
      const [first, ...rest] = args
      originals.set(this, new Native((originals.get(Object(first)) ?? first) as never, ...rest))
    }
  }

  for (const [name, member] of Object.entries(Object.getOwnPropertyDescriptors(Native.prototype))) {
    if (name === 'constructor') continue
    const read = function (this: object): unknown {
      const original = originals.get(this)
      if (original === undefined) throw new TypeError('Illegal invocation')
      if (name !== 'clone') return (member.get ?? member.value).call(original)

      const clone = Object.create(Other.prototype)
      originals.set(clone, member.value.call(original))
      return clone
    }
    Object.defineProperty(
      Other.prototype,
      name,
      member.get === undefined ? { value: read, writable: true } : { get: read },
    )
  }
  Object.defineProperty(Other.prototype, Symbol.toStringTag, { value: Native.name })

  return Other
}
