import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { showValue } from './show-value.ts'

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
