import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareWithoutBranches, timingSafeEqual } from './timing-safe-equal.ts'

const utf8 = new TextEncoder()

describe('timingSafeEqual', () => {
  it('returns the same as === for everything that is not empty', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'ü', '💩', '\0'), maxLength: 4 })
    fc.assert(
      fc.property(text, text, (left, right) => {
        expect(timingSafeEqual(left, right)).toBe(left === right && left !== '')
        expect(timingSafeEqual(left, left)).toBe(left !== '')
        expect(timingSafeEqual(utf8.encode(left), right)).toBe(timingSafeEqual(left, right))
        expect(timingSafeEqual(left, utf8.encode(right))).toBe(timingSafeEqual(left, right))
      }),
    )
  })

  it('tells texts apart of which one starts with the other', () => {
    expect(timingSafeEqual('', 'a')).toBe(false)
    expect(timingSafeEqual('secret', 'secrets')).toBe(false)
    expect(timingSafeEqual('secrets', 'secret')).toBe(false)
  })

  it('says that an empty secret equals nothing', () => {
    for (const given of ['', 'a', new Uint8Array(), new Uint8Array(1)]) {
      expect(timingSafeEqual(given, '')).toBe(false)
      expect(timingSafeEqual(given, new Uint8Array())).toBe(false)
    }
  })

  it('refuses everything but strings and bytes, so that an unset variable lets nobody in', () => {
    const notSecrets = fc.oneof(
      fc.constantFrom(
        undefined,
        null,
        {},
        [],
        0,
        true,
        1n,
        new ArrayBuffer(1),
        new DataView(new ArrayBuffer(1)),
      ),
      fc.anything().filter((value) => typeof value !== 'string' && !(value instanceof Uint8Array)),
    )
    fc.assert(
      fc.property(notSecrets, fc.constantFrom('', 'undefined', 'null', 'secret'), (value, text) => {
        const message = 'timingSafeEqual() takes strings or bytes'
        expect(() => timingSafeEqual(text, value as never)).toThrow(message)
        expect(() => timingSafeEqual(value as never, text)).toThrow(message)
        expect(() => timingSafeEqual(value as never, value as never)).toThrow(message)
      }),
    )
  })

  it('does not show a secret of a wrong type', () => {
    const secret = { value: 'hunter2' } as never
    expect(() => timingSafeEqual(secret, 'a')).toThrow(/^(?!.*hunter2)/s)
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
