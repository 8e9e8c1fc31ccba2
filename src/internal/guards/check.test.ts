import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkLimit, showValue } from './check.ts'

describe('checkLimit', () => {
  it.each([0, 1, 0.5, Infinity])('takes %d', (value) => {
    expect(checkLimit('size', value)).toBe(value)
  })

  it.each([
    [-1, 'Cannot use -1 as "size": it must be a number, 0 or more'],
    [Number.NaN, 'Cannot use NaN as "size"'],
    ['5', 'Cannot use "5" as "size"'],
    [null, 'Cannot use null as "size"'],
    [undefined, 'Cannot use undefined as "size"'],
    [5n, 'Cannot use 5n as "size"'],
  ])('refuses %s', (value, message) => {
    expect(() => checkLimit('size', value)).toThrow(message)
    expect(() => checkLimit('size', value)).toThrow(RangeError)
  })

  it('refuses more than what works', () => {
    expect(checkLimit('wait', 10, 10)).toBe(10)
    expect(() => checkLimit('wait', 11, 10)).toThrow('it must be a number, from 0 to 10')
    expect(() => checkLimit('wait', Infinity, 10)).toThrow(RangeError)
  })
})

describe('showValue', () => {
  it.each([
    ['text', '"text"'],
    ['', '""'],
    [undefined, 'undefined'],
    [null, 'null'],
    [Number.NaN, 'NaN'],
    [-1, '-1'],
    [10n, '10n'],
    [Symbol('a'), 'Symbol(a)'],
    [/a+/i, '/a+/i'],
    [new Date(Number.NaN), 'Invalid Date'],
    [['a', 1], '["a",1]'],
    [{ a: 1 }, '{"a":1}'],
    [() => [], '() => []'],
    [{}, '{}'],
    [new Headers(), '[object Headers]'],
    [new Map([[1, 2]]), '[object Map]'],
  ])('writes %s as %s', (value, expected) => {
    expect(showValue(value)).toBe(expected)
  })

  it('writes an object that JSON refuses by its kind', () => {
    const cycle: { self?: unknown } = {}
    cycle.self = cycle
    expect(showValue(cycle)).toBe('[object Object]')
  })

  it('is one short line, whatever the value', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true }), (value) => {
        const text = showValue(value)
        expect(text.length).toBeLessThanOrEqual(80)
        expect(text).not.toMatch(/\n/)
      }),
      { examples: [['x'.repeat(1000)], [`${'\n'.repeat(100)}`]] },
    )
  })
})
