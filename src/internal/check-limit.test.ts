import { describe, expect, it } from 'vitest'

import { checkLimit } from './check-limit.ts'

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
