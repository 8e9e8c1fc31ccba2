import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createFetchHandler, createRouter } from './index.ts'

/** Everything that reads a body, by the request or by the context. */
const readers = ['json', 'formData', 'text', 'bytes', 'arrayBuffer', 'blob'] as const

type Read = (request: Request) => Promise<unknown>

/** The same reader in every place where code of an app meets a request. */
function appsThat(read: Read) {
  const done = () => new Response('done')
  const inHandler = createRouter()
  inHandler.map('/x', async ({ request }) => {
    await read(request)
    return done()
  })
  const inMiddleware = createRouter({
    middleware: [
      async ({ request }, next) => {
        await read(request)
        return next()
      },
    ],
  })
  inMiddleware.map('/x', done)
  const afterContext = createRouter({
    middleware: [
      async (context, next) => {
        await context.bytes()
        return next()
      },
    ],
  })
  afterContext.map('/x', async ({ request }) => {
    await read(request)
    return done()
  })
  const inFunction = async (request: Request) => {
    await read(request)
    return done()
  }
  return [inHandler, inMiddleware, afterContext, inFunction]
}

async function statuses(read: Read, url: string, init: RequestInit) {
  const onError = vi.fn()
  const pending = appsThat(read).map(async (app) => {
    const response = await createFetchHandler(app, { onError })(new Request(url, init))
    return response.status
  })
  return { statuses: Array.from(new Set(await Promise.all(pending))), errors: onError.mock.calls }
}

describe('a body that the client got wrong', () => {
  it.each(['{', '', 'undefined', '{"a":1', "{'a':1}", '\u0000'])(
    'is a 400 for request.json() of %j',
    async (body) => {
      const read: Read = (request) => request.json()
      expect(await statuses(read, 'https://x.test/x', { method: 'POST', body })).toEqual({
        statuses: [400],
        errors: [],
      })
    },
  )

  it('is a 400 for request.json() of a request without a body', async () => {
    const read: Read = (request) => request.json()
    for (const method of ['GET', 'POST', 'DELETE']) {
      expect(await statuses(read, 'https://x.test/x', { method })).toEqual({
        statuses: [400],
        errors: [],
      })
    }
  })

  it.each([
    ['a body that is no form', '{}', 'application/json'],
    ['a body without a type', new Uint8Array(3), undefined],
    ['a form that is cut off', '--b\r\nContent-Disp', 'multipart/form-data; boundary=b'],
    ['a form without a boundary', '--b--\r\n', 'multipart/form-data'],
  ])('is a 400 for request.formData() of %s', async (_, body, type) => {
    const read: Read = (request) => request.formData()
    const headers = new Headers(type ? { 'Content-Type': type } : {})
    expect(await statuses(read, 'https://x.test/x', { method: 'POST', body, headers })).toEqual({
      statuses: [400],
      errors: [],
    })
  })

  it('is a 413 for request.formData() of more than 1000 fields', async () => {
    const read: Read = (request) => request.formData()
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const body = 'a=1&'.repeat(2000)
    expect(await statuses(read, 'https://x.test/x', { method: 'POST', body, headers })).toEqual({
      statuses: [413],
      errors: [],
    })
  })

  it('keeps the native error as the cause', async () => {
    const router = createRouter()
    router.post('/x', ({ request }) => request.json())
    const failed = router.fetch('https://x.test/x', { method: 'POST', body: '{' })
    await expect(failed).rejects.toMatchObject({ status: 400, cause: expect.any(SyntaxError) })
  })

  it('is never a 5xx, whatever reads it and however often it is cloned', async () => {
    const types = fc.constantFrom(
      undefined,
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=b',
      'multipart/form-data',
      'nonsense',
    )
    const bodies = fc.oneof(
      fc.uint8Array({ maxLength: 40 }).map((bytes) => new Uint8Array(bytes)),
      fc.constantFrom('', '{', '--b', '--b\r\n\r\n', '--b--', '%zz&=', '&&&'),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...readers),
        fc.boolean(),
        types,
        bodies,
        async (reader, isCloned, type, body) => {
          const read: Read = (request) =>
            (isCloned && !request.bodyUsed ? request.clone() : request)[reader]()
          const headers = new Headers(type ? { 'Content-Type': type } : {})
          const init = { method: 'POST', body, headers }
          const { errors, ...seen } = await statuses(read, 'https://x.test/x', init)
          expect(errors).toEqual([])
          for (const status of seen.statuses) expect(status).toBeLessThan(500)
        },
      ),
    )
  })
})

describe('a request that a handler reads', () => {
  it('is the object that was given to fetch(), a Request like any other', async () => {
    const router = createRouter()
    const seen: unknown[] = []
    router.post('/x', async ({ request }) => {
      seen.push(request, request instanceof Request, Object.prototype.toString.call(request))
      seen.push(await new Request(request.clone()).text(), await request.text(), request.bodyUsed)
      await expect(request.text()).rejects.toThrow(TypeError)
      return new Response()
    })
    const request = new Request('https://x.test/x', { method: 'POST', body: 'sent' })
    await router.fetch(request)
    expect(seen).toEqual([request, true, '[object Request]', 'sent', 'sent', true])
  })
})
