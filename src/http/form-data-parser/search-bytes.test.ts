import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { searchBytes, searchPortably, toSearchable } from './search-bytes.ts'

const encoder = new TextEncoder()

describe('searchBytes', () => {
  it('finds what String.indexOf finds, with and without Buffer', () => {
    const text = fc
      .array(fc.constantFrom('\r', '\n', '-', 'b', '\r\n', '\r\n--b', 'x'), { maxLength: 30 })
      .map((pieces) => pieces.join(''))

    fc.assert(
      fc.property(
        text,
        fc.constantFrom('\r\n--b', '\r\n\r\n', '\r'),
        fc.nat(40),
        (text, needle, from) => {
          const [bytes, pattern] = [encoder.encode(text), encoder.encode(needle)]
          const expected = from > text.length ? -1 : text.indexOf(needle, from)
          expect(searchPortably(bytes, pattern, from)).toBe(expected)
          expect(searchBytes(toSearchable(bytes), pattern, from)).toBe(expected)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('searches only the bytes of a view', () => {
    const bytes = encoder.encode('\r\n--b').subarray(2)
    expect(searchBytes(toSearchable(bytes), encoder.encode('\r\n'), 0)).toBe(-1)
    expect(searchPortably(bytes, encoder.encode('\r\n'), 0)).toBe(-1)
  })
})
