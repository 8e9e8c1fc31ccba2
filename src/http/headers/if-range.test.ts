import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { headerText } from './header-text.fixture.ts'
import { IfRange } from './index.ts'

describe('IfRange', () => {
  const text = 'Sun, 06 Nov 1994 08:49:37 GMT'
  const date = new Date(Date.UTC(1994, 10, 6, 8, 49, 37))

  it('reads a tag or a date', () => {
    expect(IfRange.from({ tag: '"a"' }).tag).toBe('"a"')
    expect(IfRange.from({ date: new Date(0) }).date).toEqual(new Date(0))
    expect(IfRange.from('"a"').tag).toBe('"a"')
    expect(IfRange.from('"a"').date).toBe(null)
    expect(IfRange.from(' W/"a" ').tag).toBe('W/"a"')
    expect(IfRange.from(text).date).toEqual(date)
    expect(IfRange.from(text).tag).toBe(null)
  })

  it('matches tags strongly', () => {
    expect(IfRange.from('"a"').matches({ etag: '"a"' })).toBe(true)
    expect(IfRange.from('"a"').matches({ etag: '"b"' })).toBe(false)
    expect(IfRange.from('W/"a"').matches({ etag: 'W/"a"' })).toBe(false)
    expect(IfRange.from('"a"').matches({ etag: 'W/"a"' })).toBe(false)
    expect(IfRange.from('"a"').matches({ etag: null, lastModified: date })).toBe(false)
  })

  it('matches dates by the second', () => {
    expect(IfRange.from(text).matches({ lastModified: date })).toBe(true)
    expect(IfRange.from(text).matches({ lastModified: date.getTime() + 999 })).toBe(true)
    expect(IfRange.from(text).matches({ lastModified: date.getTime() + 1000 })).toBe(false)
    expect(IfRange.from(text).matches({ lastModified: date.getTime() - 1 })).toBe(false)
    expect(IfRange.from(text).matches({ etag: '"a"' })).toBe(false)
  })

  it('always matches without a condition', () => {
    expect(IfRange.from(null).matches({})).toBe(true)
    expect(IfRange.from('').matches({ etag: '"a"' })).toBe(true)
    expect(String(IfRange.from(null))).toBe('')
  })

  it.each(['a', '"a', '*', '"a", "b"', 'yesterday', '0'])(
    'never matches a condition that cannot be read: %j',
    (header) => {
      const ifRange = IfRange.from(header)
      expect(ifRange.tag).toBe(null)
      expect(ifRange.date).toBe(null)
      expect(ifRange.matches({ etag: '"a"', lastModified: date })).toBe(false)
      expect(String(ifRange)).toBe(header)
    },
  )

  it('is made from a Date or another one, and edited', () => {
    const ifRange = IfRange.from(date)
    expect(String(ifRange)).toBe(text)
    const copy = IfRange.from(ifRange)
    copy.tag = '"a"'
    expect(String(copy)).toBe('"a"')
    copy.date = date
    expect(String(copy)).toBe(text)
    copy.date = null
    expect(String(copy)).toBe('')
    copy.tag = null
    expect(String(copy)).toBe('')
    expect(String(ifRange)).toBe(text)
  })

  it('refuses what could not be sent', () => {
    const ifRange = IfRange.from(null)
    expect(() => (ifRange.tag = 'a')).toThrow('must be quoted')
    expect(() => (ifRange.date = new Date(NaN))).toThrow('as an HTTP date')
  })

  it('writes what it read from any text in a way that reads the same', () => {
    fc.assert(
      fc.property(headerText, (text) => {
        const ifRange = IfRange.from(text)
        const copy = IfRange.from(String(ifRange))
        expect([copy.tag, copy.date, String(copy)]).toEqual([
          ifRange.tag,
          ifRange.date,
          String(ifRange),
        ])
      }),
    )
  })
})
