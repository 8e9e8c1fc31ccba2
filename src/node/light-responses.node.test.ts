import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRouter } from '../fetch-router/index.ts'
import { readLightResponse } from '../internal/exchange/known-body.ts'
import { useLightResponses } from './light-responses.ts'
import { serve } from './serve.ts'

const NativeResponse = Response

describe('useLightResponses', () => {
  let restore: () => void
  beforeEach(() => (restore = useLightResponses()))
  afterEach(() => restore())

  const inits: readonly unknown[] = [
    undefined,
    null,
    {},
    { status: 201, statusText: 'Made' },
    { status: '404' },
    { status: 200.7 },
    { status: 204 },
    { status: 99 },
    { status: 700 },
    { status: Number.NaN },
    { status: undefined, statusText: undefined, headers: undefined },
    { statusText: 'é' },
    { statusText: 'a\nb' },
    { statusText: 7 },
    { headers: null },
    { headers: 5 },
    { headers: { 'X-A': ' 1 ', 'Content-Type': 'text/html' } },
    { headers: { 'X-A': 1 } },
    { headers: { 'not a name': '1' } },
    { headers: { 'X-A': 'a\r\nb' } },
    { headers: { 'X-A': 'ł' } },
    {
      headers: new Headers([
        ['Set-Cookie', 'a=1'],
        ['Set-Cookie', 'b=2'],
      ]),
    },
    {
      headers: [
        ['a', '1'],
        ['A', '2'],
      ],
    },
    { headers: [['a']] },
    new NativeResponse('other', { status: 202, headers: { 'X-A': '1' } }),
    'text',
    7,
  ]

  it.each(inits)('new Response(text, %o) is as without it', async (init) => {
    for (const text of ['abc', '', 'é\ud800', '\ufeffa']) {
      expect(await describeResult(() => new Response(text, init as never))).toEqual(
        await describeResult(() => new NativeResponse(text, init as never)),
      )
    }
  })

  it.each(inits)('Response.json(data, %o) is as without it', async (init) => {
    const cycle: { self?: object } = {}
    cycle.self = cycle
    for (const data of [{ a: [1, 'é'] }, null, undefined, 1n, cycle, () => {}]) {
      expect(await describeResult(() => Response.json(data, init as never))).toEqual(
        await describeResult(() => NativeResponse.json(data, init as never)),
      )
    }
  })

  it('is native for a body that is not a string', () => {
    for (const body of [null, undefined, new Uint8Array(1), new Blob(['a']), new FormData(), 7]) {
      expect(readLightResponse(new Response(body as never))).toBe(null)
    }
    expect(readLightResponse(new Response('abc'))).not.toBe(null)
    expect(readLightResponse(Response.json({}))).not.toBe(null)
  })

  it('keeps static methods, the name, and an error for a call without new', () => {
    expect(Response.redirect('https://a.example/').status).toBe(302)
    expect(Response.error().type).toBe('error')
    expect([Response.name, Response.length]).toEqual(['Response', NativeResponse.length])
    expect(() => (Response as unknown as (text: string) => Response)('a')).toThrow(TypeError)
  })

  it('keeps instanceof true, for responses of both kinds and for classes of the app', async () => {
    class Page extends Response {
      get isPage(): boolean {
        return true
      }
    }
    const page = new Page('abc', { status: 201 })
    expect([page instanceof Page, page instanceof Response, page.isPage]).toEqual([
      true,
      true,
      true,
    ])
    expect(await page.text()).toBe('abc')
    expect(new NativeResponse('a') instanceof Response).toBe(true)
    expect(new Response('a') instanceof NativeResponse).toBe(true)
    expect(new Response('a') instanceof Page).toBe(false)
  })

  it('reads as a stream, as a copy and as a clone', async () => {
    const response = new Response('abc', { status: 201, headers: { 'X-A': '1' } })
    const clone = response.clone()
    const copy = new Response(response.body, response)
    expect([copy.status, copy.headers.get('X-A'), await copy.text()]).toEqual([201, '1', 'abc'])
    expect(await clone.text()).toBe('abc')
    expect(response.bodyUsed).toBe(true)
  })

  it('changes nothing if it is called twice', () => {
    const { Response: light } = globalThis
    useLightResponses()()
    expect(globalThis.Response).toBe(light)
  })
})

describe('serve', () => {
  it('replaces Response while it is listening, and sends the same as without it', async () => {
    const router = createRouter()
    router.get('/text', () => new Response('Hello, é'))
    router.get('/json', () => Response.json({ a: 1 }, { status: 201 }))
    const server = await serve(router, { port: 0, host: '127.0.0.1', quiet: true })
    expect(globalThis.Response).not.toBe(NativeResponse)

    const text = await fetch(`${server.url}/text`)
    expect(text instanceof Response).toBe(true)
    expect(text.headers.get('Content-Type')).toBe('text/plain;charset=UTF-8')
    expect(text.headers.get('Content-Length')).toBe('9')
    expect(await text.text()).toBe('Hello, é')
    const json = await fetch(`${server.url}/json`)
    expect([json.status, json.headers.get('Content-Type'), await json.text()]).toEqual([
      201,
      'application/json',
      '{"a":1}',
    ])

    await server.close()
    expect(globalThis.Response).toBe(NativeResponse)
  })
})

/** What a caller sees of a response, or the name of the error. */
async function describeResult(create: () => Response): Promise<unknown> {
  try {
    const response = create()
    const { status, statusText, ok, type, url, redirected, headers } = response
    return [status, statusText, ok, type, url, redirected, [...headers], await response.text()]
  } catch (error) {
    return (error as Error).name
  }
}
