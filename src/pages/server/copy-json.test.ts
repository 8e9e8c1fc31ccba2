import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { copyJson } from './result.ts'

const viaJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('copyJson', () => {
  it('copies any JSON value as JSON itself would', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = viaJson(value)
        const copy = copyJson(json)
        // -0 and members named __proto__ are left to JSON.
        if (copy !== undefined) expect(copy).toStrictEqual(json)
        else expect(JSON.stringify(json)).toMatch(/-0|__proto__/)
      }),
    )
  })

  it('returns what JSON would, or nothing, for any value at all', () => {
    fc.assert(
      fc.property(
        fc.anything({
          withDate: true,
          withMap: true,
          withNullPrototype: true,
          withSparseArray: true,
        }),
        (value) => {
          const copy = copyJson(value)
          if (copy !== undefined) expect(copy).toStrictEqual(viaJson(value))
        },
      ),
    )
  })

  it('keeps no object of the value', () => {
    const list = [{ name: 'a', tags: ['x'] }]
    const copy = copyJson(list) as typeof list
    expect(copy).toStrictEqual(list)
    expect(copy).not.toBe(list)
    expect(copy[0]).not.toBe(list[0])
    expect(copy[0]!.tags).not.toBe(list[0]!.tags)
  })

  it.each([
    ['a date', { at: new Date(0) }],
    ['undefined', { a: undefined }],
    ['a hole', [1, , 3]], // oxlint-disable-line no-sparse-arrays
    ['NaN', [Number.NaN]],
    ['an instance', { list: new (class List extends Array {})() }],
    ['toJSON', { toJSON: () => 1 }],
    ['a bigint', 1n],
    ['a prototype', JSON.parse('{"__proto__":{"isAdmin":true}}')],
  ])('leaves %s to JSON', (_, value) => {
    expect(copyJson(value)).toBe(undefined)
  })
})
