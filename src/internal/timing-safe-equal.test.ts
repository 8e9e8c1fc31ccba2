import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareWithoutBranches, timingSafeEqual } from './timing-safe-equal.ts'

describe('timingSafeEqual', () => {
  it('returns the same as ===', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'ü', '💩', '\0'), maxLength: 4 })
    fc.assert(
      fc.property(text, text, (left, right) => {
        expect(timingSafeEqual(left, right)).toBe(left === right)
        expect(timingSafeEqual(left, left)).toBe(true)
      }),
    )
  })

  it('tells texts apart of which one starts with the other', () => {
    expect(timingSafeEqual('', 'a')).toBe(false)
    expect(timingSafeEqual('secret', 'secrets')).toBe(false)
    expect(timingSafeEqual('secrets', 'secret')).toBe(false)
    expect(timingSafeEqual('', '')).toBe(true)
  })
})

describe('compareWithoutBranches', () => {
  it('returns the same on runtimes without a native comparison', () => {
    const bytes = fc.uint8Array({ minLength: 3, maxLength: 3, max: 2 })
    fc.assert(
      fc.property(bytes, bytes, (left, right) => {
        expect(compareWithoutBranches(left, right)).toBe(String(left) === String(right))
      }),
    )
  })
})
