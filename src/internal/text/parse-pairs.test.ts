import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePairs } from './parse-pairs.ts'

describe('parsePairs', () => {
  // Node itself does not decode a name that has both of them.
  it.each([
    ['characters', ['é', '😀', '%41', '%C3%A9']],
    ['wrong escapes', ['%', '%4', '%zz', '%26', '%ff', '%C3', '%ED%A0%80', '%EF%BB%BF', '%00']],
  ])('returns what URLSearchParams returns, for short and long texts of %s', (_, own) => {
    const pieces = fc.array(fc.constantFrom('a', '&', '=', '+', '?', '.', ...own), {
      maxLength: 40,
    })
    fc.assert(
      fc.property(pieces, fc.constantFrom(1, 100), (list, times) => {
        const text = list.join('').repeat(times)
        expect([...parsePairs(text)]).toEqual([...new URLSearchParams(`&${text}`)])
      }),
    )
  })

  it('decodes wrong escapes and other characters of many pairs', () => {
    const pairs = [...parsePairs('é%ff=%41%&'.repeat(1_000))]
    expect(pairs).toHaveLength(1_000)
    expect(pairs.at(-1)).toEqual(['é\uFFFD', 'A%'])
  })
})
