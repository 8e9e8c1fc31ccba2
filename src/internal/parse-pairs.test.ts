import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePairs } from './parse-pairs.ts'

describe('parsePairs', () => {
  it('returns what URLSearchParams returns, for short and long texts', () => {
    const piece = fc.constantFrom('a', '&', '=', '+', '%', '%41', '%zz', '?', 'é', '.')
    const pieces = fc.array(piece, { maxLength: 40 })
    fc.assert(
      fc.property(pieces, fc.constantFrom(1, 100), (list, times) => {
        const text = list.join('').repeat(times)
        expect([...parsePairs(text)]).toEqual([...new URLSearchParams(`&${text}`)])
      }),
    )
  })
})
