import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { ContentRange } from './index.ts'
import { headerText } from './header-text.fixture.ts'

describe('ContentRange', () => {
  it.each([
    ['bytes 0-499/1234', ['bytes', 0, 499, 1234]],
    ['BYTES 0-0/1', ['bytes', 0, 0, 1]],
    ['bytes */1234', ['bytes', null, null, 1234]],
    ['bytes 5-9/*', ['bytes', 5, 9, null]],
    ['items 0-1/2', ['items', 0, 1, 2]],
  ])('reads %j', (header, parts) => {
    const range = ContentRange.from(header)
    expect([range.unit, range.start, range.end, range.size]).toEqual(parts)
    expect(String(range)).toBe(header.toLowerCase())
  })

  it.each([
    null,
    '',
    'bytes',
    'bytes ',
    'bytes 0-499',
    'bytes 0/5',
    'bytes */*',
    'bytes 5-4/10',
    'bytes 0-10/10',
    'bytes 0--1/10',
    'bytes -1/10',
    'bytes 0-/10',
    'bytes 0-1/',
    'bytes 0-1/1e3',
    'bytes 0-1/99999999999999999999',
    'by tes 0-1/2',
    'bytes=0-1/2',
    'bytes  0-1/2',
  ])('reads %j as none', (header) => {
    const range = ContentRange.from(header)
    expect([range.unit, range.start, range.end, range.size]).toEqual(['', null, null, null])
    expect(String(range)).toBe('')
  })

  it('is made from parts, copied and edited', () => {
    expect(String(new ContentRange({ start: 0, end: 499, size: 1234 }))).toBe('bytes 0-499/1234')
    expect(String(new ContentRange({ start: null, end: null, size: 9 }))).toBe('bytes */9')

    const original = ContentRange.from('bytes 0-4/10')
    const copy = ContentRange.from(original)
    copy.end = 5
    copy.size = null
    expect(String(copy)).toBe('bytes 0-5/*')
    expect(String(original)).toBe('bytes 0-4/10')
    expect(String(ContentRange.from(ContentRange.from(null)))).toBe('')
  })

  it('refuses an invalid range', () => {
    expect(() => new ContentRange({ start: 5, end: 4, size: 10 })).toThrow(
      'as a Content-Range header',
    )
    expect(() => new ContentRange({ start: 0, end: 10, size: 10 })).toThrow(TypeError)
    expect(() => new ContentRange({ start: null, end: null, size: null })).toThrow(TypeError)
    expect(() => new ContentRange({ start: 0.5, end: 1, size: 10 })).toThrow(TypeError)
    expect(() => new ContentRange({ unit: 'a\n', start: 0, end: 1, size: 10 })).toThrow(TypeError)

    const range = ContentRange.from('bytes 0-4/10')
    range.start = 7
    expect(() => String(range)).toThrow('0 <= start <= end < size')
  })

  it('reads back every range that it writes', () => {
    const position = fc.nat(Number.MAX_SAFE_INTEGER - 2)
    fc.assert(
      fc.property(position, position, fc.boolean(), (a, b, known) => {
        const [start, end] = a < b ? [a, b] : [b, a]
        const header = String(new ContentRange({ start, end, size: known ? end + 1 : null }))
        const copy = ContentRange.from(header)
        expect([copy.start, copy.end, copy.size]).toEqual([start, end, known ? end + 1 : null])
      }),
    )
  })

  it('writes what it read from any text in a way that reads the same', () => {
    fc.assert(
      fc.property(headerText, (text) => {
        const header = String(ContentRange.from(`bytes ${text}`))
        expect(String(ContentRange.from(header))).toBe(header)
      }),
    )
  })
})
