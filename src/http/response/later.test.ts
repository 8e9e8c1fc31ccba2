import { describe, expect, it, vi } from 'vitest'
import { data, json, later } from './index.ts'
import { isLater } from './later.ts'

describe('later', () => {
  it('starts nothing', () => {
    const run = vi.fn()
    const value = later(run)
    expect(run).not.toHaveBeenCalled()
    expect(value.run).toBe(run)
    expect(value.timeout).toBe(10_000)
    expect(later(run, { timeout: 50 }).timeout).toBe(50)
  })

  it('is recognized', () => {
    expect(isLater(later(() => 1))).toBe(true)
    expect(isLater({ run: () => 1, timeout: 1 })).toBe(false)
    expect(isLater(null)).toBe(false)
  })

  it('takes a function, not a promise', () => {
    expect(() => later(Promise.resolve() as never)).toThrow(
      'Cannot defer [object Promise]: it is not a function. Write later(() => …).',
    )
  })

  it('refuses a timeout that timers cannot wait', () => {
    expect(() => later(() => 1, { timeout: -1 })).toThrow(RangeError)
    expect(() => later(() => 1, { timeout: Infinity })).toThrow(RangeError)
    expect(() => later(() => 1, { timeout: 2_147_483_648 })).toThrow('"timeout"')
  })

  it('cannot be a part of JSON, and says where it is', () => {
    const value = { books: [{}, { reviews: later(() => 1) }] }
    expect(() => json(value)).toThrow(TypeError)
    expect(() => json(value)).toThrow('"books[1].reviews" is deferred')
    expect(() => json(later(() => 1))).toThrow('it is deferred')
    expect(() => JSON.stringify(value)).toThrow('"reviews" is deferred')
  })

  it('leaves other errors of JSON as they are', () => {
    const cycle: { self?: object } = {}
    cycle.self = cycle
    expect(() => json(cycle)).toThrow(/circular|cyclic/i)
  })

  it('can be a member of data()', () => {
    expect(isLater(data({ a: later(() => 1) }).data.a)).toBe(true)
  })
})
