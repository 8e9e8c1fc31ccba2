import { describe, expect, it } from 'vitest'

import { json } from './json.ts'

describe('json', () => {
  it('sends data as JSON', async () => {
    const response = json({ a: [1, 'ü'] })
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
    expect(await response.text()).toBe('{"a":[1,"ü"]}')
  })

  it('takes a status', () => {
    expect(json({}, 422).status).toBe(422)
  })

  it('takes status, status text and headers', () => {
    const response = json({}, { status: 201, statusText: 'Made', headers: { 'X-One': '1' } })
    expect([response.status, response.statusText]).toEqual([201, 'Made'])
    expect(response.headers.get('X-One')).toBe('1')
    expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
  })

  it('keeps a Content-Type, whatever its case and whatever holds it', () => {
    const type = 'application/problem+json'
    expect(json({}, { headers: { 'CONTENT-TYPE': type } }).headers.get('Content-Type')).toBe(type)
    expect(json({}, { headers: [['content-type', type]] }).headers.get('Content-Type')).toBe(type)
    expect(
      json({}, { headers: new Headers({ 'Content-Type': type }) }).headers.get('Content-Type'),
    ).toBe(type)
  })

  it('keeps several Set-Cookie headers apart', () => {
    const headers = new Headers()
    headers.append('Set-Cookie', 'a=1')
    headers.append('Set-Cookie', 'b=2')
    expect(json({}, { headers }).headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(
      json(
        {},
        {
          headers: [
            ['Set-Cookie', 'a=1'],
            ['Set-Cookie', 'b=2'],
          ],
        },
      ).headers.getSetCookie(),
    ).toEqual(['a=1', 'b=2'])
  })

  it('does not change the init it is given', () => {
    const init = Object.freeze({ headers: new Headers({ 'X-One': '1' }) })
    json({}, init).headers.set('X-One', '2')
    expect([...init.headers]).toEqual([['x-one', '1']])
  })

  it.each([undefined, () => 1, Symbol('s')])('sends null for %s', async (value) => {
    expect(await json(value).text()).toBe('null')
  })

  it.each([
    [null, 'null'],
    [0, '0'],
    ['', '""'],
    [false, 'false'],
  ])('sends %j', async (value, text) => {
    expect(await json(value).text()).toBe(text)
  })

  it.each([204, 205, 304])('has no body with status %i', (status) => {
    const response = json({ a: 1 }, status)
    expect(response.status).toBe(status)
    expect(response.body).toBe(null)
  })

  it('refuses a promise in a Map or a Set, and what it rejects with does not end the process', () => {
    const rejected = (): Promise<never> => Promise.reject(new Error('boom'))
    expect(() => json({ tags: new Set([rejected()]) })).toThrow('"tags[0]" is a promise')
    expect(() => json({ a: { b: new Map([['x', rejected()]]) } })).toThrow(
      '"a.b[0][1]" is a promise',
    )
    expect(() => json({ a: new Set([{ c: [new Map([[rejected(), 1]])] }]) })).toThrow(
      '"a[0].c[0][0][0]" is a promise',
    )
  })

  it('throws what JSON.stringify throws', () => {
    const cycle: { self?: unknown } = {}
    cycle.self = cycle
    expect(() => json(cycle)).toThrow(TypeError)
    expect(() => json(1n)).toThrow(TypeError)
  })

  it('refuses a status that no response can have', () => {
    expect(() => json({}, 99)).toThrow(RangeError)
    expect(() => json({}, 600)).toThrow(RangeError)
  })

  it('refuses headers that no response can have', () => {
    expect(() => json({}, { headers: { 'X-One': 'a\nb' } })).toThrow(TypeError)
  })
})
