import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { explainNonJson } from './explain-non-json.ts'

class Money {
  readonly cents = 100
}

describe('explainNonJson', () => {
  it.each([
    [new Map([['a', 1]]), 'it is an instance of Map, which JSON cannot carry. Use an array'],
    [{ tags: new Set() }, '"tags" is an instance of Set'],
    [{ books: [{ tags: [1, new Map()] }] }, '"books[0].tags[1]" is an instance of Map'],
    [{ user: Promise.resolve(1) }, '"user" is a promise, which JSON cannot carry. Await it.'],
    [{ save() {} }, '"save" is a function, which JSON cannot carry. Leave it out.'],
    [{ id: Symbol('x') }, '"id" is a symbol'],
    [[1n], '"[0]" is a BigInt, which JSON cannot carry. Use a string.'],
    [{ price: new Money() }, '"price" is an instance of Money'],
    [{ error: new TypeError('x') }, '"error" is an instance of TypeError'],
    [{ pattern: /x/ }, '"pattern" is an instance of RegExp'],
    [{ bytes: new Uint8Array(2) }, '"bytes" is an instance of Uint8Array'],
    [{ seen: new WeakSet() }, '"seen" is an instance of WeakSet'],
    [{ x: { toJSON: () => ({ deep: new Map() }) } }, '"x.deep" is an instance of Map'],
    [{ a: new Map(), b: new Set() }, '"a" is'],
    [{ x: new (class {})() }, '"x" is an instance of a class'],
  ])('names the place in %o', (value, expected) => {
    expect(explainNonJson(value)).toContain(expected)
  })

  it('handles what a promise in a Set rejects with, which would end the process', () => {
    const value = { tags: new Set([Promise.reject(new Error('boom'))]) }
    expect(explainNonJson(value)).toContain('"tags" is an instance of Set')
  })

  it('names the place of a value that is there twice', () => {
    const shared = { ok: 1 }
    expect(explainNonJson([shared, { shared, bad: new Map() }])).toContain('"[1].bad"')
  })

  it.each([
    ['a date', { at: new Date(0) }],
    ['undefined', { a: undefined, b: [undefined] }],
    ['NaN', [Number.NaN]],
    ['a URL', new URL('https://a.test')],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 })],
    ['a hole', [1, , 3]], // oxlint-disable-line no-sparse-arrays
    ['an own member called constructor', { constructor: 1 }],
    ['nothing', undefined],
  ])('has nothing to say about %s', (_, value) => {
    expect(explainNonJson(value)).toBe(undefined)
  })

  it('has nothing to say about any JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(explainNonJson(value)).toBe(undefined)
      }),
    )
  })

  it('has something to say whenever a value comes back empty', () => {
    const lost = fc.constantFrom(new Map(), new Set(), Promise.resolve(), new WeakMap(), /x/)
    fc.assert(
      fc.property(fc.array(fc.string()), lost, (path, item) => {
        const value = path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), item)
        if (path.includes('__proto__') || path.includes('toJSON')) return
        expect(explainNonJson(value)).toContain('which JSON cannot carry')
      }),
    )
  })
})
