import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasIndexParam, stripIndexParam } from './index-param.ts'
import { isRouteErrorResponse } from './errors.ts'
import { createDataUrl, takeDataParam } from './data-url.ts'
import { decodeResponse, readResult } from './wire.ts'
import { decodeForeignResponse } from './foreign-response.ts'

describe('the fields in the URL of a data request', () => {
  it('are a part of their own, and parts with other names are ignored', () => {
    const url = createDataUrl('/books?q=1', ['root', 'a;b'], ['a;b'])
    expect(url).toBe('/books?q=1&_data=root,a%3Bb;fields=a%3Bb')
    expect(takeDataParam(url)).toEqual({ url: '/books?q=1', ids: ['root', 'a;b'], fields: ['a;b'] })
    expect(takeDataParam('/x?_data=a;at=%2Fy;fields=b;have=c;new=d')).toEqual({
      url: '/x',
      ids: ['a'],
      fields: ['b'],
      at: '%2Fy',
      have: 'c',
    })
    expect(createDataUrl('/x', ['a'], [])).toBe('/x?_data=a')
  })

  it('are found behind a proxy that encodes semicolons, which an id may have too', () => {
    const encode = (url: string) => url.replaceAll(';', '%3B')
    const url = createDataUrl('/books', ['a;b', 'c;at=d'], ['a;b'])
    expect(takeDataParam(encode(url))).toEqual({
      url: '/books',
      ids: ['a;b', 'c;at=d'],
      fields: ['a;b'],
    })
    const { ids, at, have } = takeDataParam('/x?_data=a%3bat=%2Fy%3Bhave=c%3Bb~123456789012')
    expect({ ids, at, have }).toEqual({ ids: ['a'], at: '%2Fy', have: 'c%3Bb~123456789012' })
  })
})

describe('createDataUrl', () => {
  it.each([
    ['/books', ['root', 'routes/books'], '/books?_data=root,routes%2Fbooks'],
    ['/books?q=a+b&r=%20', ['root'], '/books?q=a+b&r=%20&_data=root'],
    ['/books', [], '/books?_data='],
    ['/books?_data=x&q=1', ['root'], '/books?q=1&_data=root'],
    ['/', ['a,b', 'c&d', 'é'], '/?_data=a%2Cb,c%26d,%C3%A9'],
  ])('asks %j for %j by %j', (url, ids, expected) => {
    expect(createDataUrl(url, ids)).toBe(expected)
  })

  it('is undone by takeDataParam, whatever the query and the ids', () => {
    const query = fc
      .stringMatching(/^[!-"$-~]{0,20}$/)
      .filter((text) => !/(^|&)_data(=|&|$)/.test(text))
    const ids = fc.array(fc.string({ minLength: 1, unit: 'grapheme' }))
    fc.assert(
      fc.property(query, ids, (query, ids) => {
        const url = query === '' ? '/x' : `/x?${query}`
        expect(takeDataParam(createDataUrl(url, ids))).toEqual({ url, ids })
      }),
    )
  })
})

describe('takeDataParam', () => {
  it.each([
    ['/x', '/x', undefined],
    ['/x?', '/x?', undefined],
    ['/x?a=1&b', '/x?a=1&b', undefined],
    ['/x?_data=root', '/x', ['root']],
    ['/x?_data', '/x', []],
    ['/x?_data=', '/x', []],
    ['/x?a=%2B+&_data=root&&b', '/x?a=%2B+&&b', ['root']],
    ['/x?_data=a&_data=b', '/x', ['a']],
    ['/x?_data=a,%zz,b', '/x', ['a', 'b']],
    ['/x?x_data=1&_dataset=2', '/x?x_data=1&_dataset=2', undefined],
    ['https://h.test/x?_data=a#_data=b', 'https://h.test/x#_data=b', ['a']],
    ['/x#?_data=a', '/x#?_data=a', undefined],
  ])('takes it off %j', (url, rest, ids) => {
    expect(takeDataParam(url)).toEqual({ url: rest, ids })
  })
})

describe('stripIndexParam', () => {
  it.each([
    ['?index', ''],
    ['?index=', ''],
    ['?index=5', '?index=5'],
    ['/x?a=%20&index&b=+', '/x?a=%20&b=+'],
    ['/x?indexes', '/x?indexes'],
    ['', ''],
  ])('makes %j %j', (url, expected) => {
    expect(stripIndexParam(url)).toBe(expected)
  })

  it('goes with hasIndexParam', () => {
    expect(['?index', '?a&index=', '?index=5', '', '?'].map(hasIndexParam)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })
})

const marked = { 'X-Framework-Response': 'data', 'X-Framework-Version': 'v7' }

describe('decodeResponse', () => {
  it('reads an envelope with its status and version', async () => {
    const response = Response.json({ root: { data: 1 } }, { status: 404, headers: marked })
    expect(await decodeResponse(response)).toEqual({
      type: 'envelope',
      body: { root: { data: 1 } },
      status: 404,
      version: 'v7',
    })
  })

  it('reads a redirect', async () => {
    const redirect = {
      location: '/x',
      status: 302,
      revalidate: true,
      reload: false,
      replace: false,
    }
    const response = Response.json({ redirect }, { status: 202, headers: marked })
    expect(await decodeResponse(response)).toEqual({ type: 'redirect', redirect })
  })

  it('does not take a 202 of a loader, or a route called "redirect", for one', async () => {
    const body = { redirect: { data: 1 } }
    expect(
      await decodeResponse(Response.json(body, { status: 202, headers: marked })),
    ).toMatchObject({
      type: 'envelope',
      body,
    })
    const at200 = { redirect: { location: '/x' } }
    expect(await decodeResponse(Response.json(at200, { headers: marked }))).toMatchObject({
      type: 'envelope',
    })
  })

  it.each(['null', '1', '"text"', '', '{"a":', '<html>'])(
    'does not take %j for an envelope',
    async (text) => {
      const decoded = await decodeResponse(new Response(text, { headers: marked }))
      expect(decoded).toMatchObject({
        type: 'error',
        error: { status: 502, statusText: 'Unexpected response' },
      })
    },
  )

  it('leaves marked lines unread, because their end may come much later', async () => {
    const body = '{"root":{"data":1}}\n'
    const lines = { 'Content-Type': 'application/jsonl; charset=utf-8' }
    const response = new Response(body, { headers: { ...marked, ...lines } })
    expect(await decodeResponse(response)).toEqual({ type: 'lines' })
    expect(response.bodyUsed).toBe(false)
    // Without the mark, they belong to something else.
    expect(await decodeResponse(new Response(body, { headers: lines }))).toMatchObject({
      type: 'error',
      error: { status: 502 },
    })
  })

  it.each([
    [200, 502, 'Unexpected response', ''],
    [401, 401, 'No', 'body'],
    [503, 503, 'No', 'body'],
  ])('reads an unmarked %i as an error %i', async (status, seen, statusText, data) => {
    const decoded = await decodeResponse(new Response('body', { status, statusText: 'No' }))
    expect(decoded).toMatchObject({ type: 'error', error: { status: seen, statusText, data } })
    expect(decoded.type === 'error' && isRouteErrorResponse(decoded.error)).toBe(true)
  })
})

describe('decodeForeignResponse', () => {
  it('reads JSON of any media type parameter', async () => {
    const headers = { 'Content-Type': 'Application/JSON; charset=utf-8' }
    expect(await decodeForeignResponse(new Response('[1]', { headers }))).toMatchObject({
      data: [1],
    })
  })
})

describe('readResult', () => {
  it.each([
    [{ data: null }, { data: null }],
    [{ data: false }, { data: false }],
    [{}, undefined],
    [null, undefined],
    ['text', undefined],
    [{ error: { type: 'value', value: 7 } }, { error: 7 }],
  ])('reads %j', (result, expected) => {
    expect(readResult(result)).toEqual(expected)
  })
})
