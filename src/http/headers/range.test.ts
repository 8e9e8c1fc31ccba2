import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { headerText } from './header-text.fixture.ts'
import { Range } from './index.ts'

describe('Range', () => {
  it.each([
    ['bytes=0-499', [{ start: 0, end: 499 }]],
    ['bytes=500-', [{ start: 500, end: null }]],
    ['bytes=-500', [{ start: null, end: 500 }]],
    ['Bytes=0-0', [{ start: 0, end: 0 }]],
    [
      'bytes=0-1, 5-,-3',
      [
        { start: 0, end: 1 },
        { start: 5, end: null },
        { start: null, end: 3 },
      ],
    ],
    ['bytes=,0-1,', [{ start: 0, end: 1 }]],
    ['bytes=0-99999999999999999999', [{ start: 0, end: Number.MAX_SAFE_INTEGER }]],
  ])('reads %j', (header, ranges) => {
    const range = Range.from(header)
    expect(range.unit).toBe('bytes')
    expect([...range]).toEqual(ranges)
    expect([...Range.from(String(range))]).toEqual(ranges)
  })

  it.each([
    'bytes=',
    'bytes=-',
    'bytes=a-b',
    'bytes=5-4',
    'bytes=0-1,x',
    'bytes=0-1,5-4',
    'bytes=0--1',
    'bytes=1.5-2',
    'bytes=0',
    'bytes=0 - 1',
    'bytes="0-1"',
  ])('has the unit and no ranges for %j', (header) => {
    const range = Range.from(header)
    expect(range.unit).toBe('bytes')
    expect(range.ranges).toEqual([])
    expect(String(range)).toBe('bytes=')
  })

  it.each([null, '', 'bytes', 'bytes 0-1', 'by tes=0-1', '=0-1'])(
    'has no unit for %j',
    (header) => {
      const range = Range.from(header)
      expect(range.unit).toBe('')
      expect(range.ranges).toEqual([])
      expect(String(range)).toBe('')
    },
  )

  it('reads another unit, for a server to ignore', () => {
    expect(Range.from('items=0-5').unit).toBe('items')
  })

  it.each([
    ['bytes=0-499', 1000, [{ start: 0, end: 499 }]],
    ['bytes=0-4999', 1000, [{ start: 0, end: 999 }]],
    ['bytes=999-', 1000, [{ start: 999, end: 999 }]],
    ['bytes=1000-', 1000, []],
    ['bytes=-1', 1000, [{ start: 999, end: 999 }]],
    ['bytes=-5000', 1000, [{ start: 0, end: 999 }]],
    ['bytes=-0', 1000, []],
    ['bytes=0-', 0, []],
    ['bytes=-5', 0, []],
    ['bytes=2000-, 0-0', 1000, [{ start: 0, end: 0 }]],
    ['bytes=99999999999999999999-', 1000, []],
  ])('resolves %j of %j to %j', (header, size, resolved) => {
    expect(Range.from(header).resolve(size)).toEqual(resolved)
  })

  it('is made from parts, copied and edited', () => {
    const original = new Range({ ranges: [{ start: 0, end: 9 }] })
    expect(String(original)).toBe('bytes=0-9')
    const copy = Range.from(original)
    copy.ranges[0]!.end = null
    copy.ranges.push({ start: null, end: 5 })
    expect(String(copy)).toBe('bytes=0-,-5')
    expect(String(original)).toBe('bytes=0-9')
    expect(String(Range.from(Range.from(null)))).toBe('')
  })

  it('refuses an invalid range', () => {
    expect(() => new Range({ ranges: [{ start: null, end: null }] })).toThrow('as a Range header')
    expect(() => new Range({ ranges: [{ start: 2, end: 1 }] })).toThrow(TypeError)
    expect(() => new Range({ ranges: [{ start: -1, end: 1 }] })).toThrow(TypeError)
    expect(() => new Range({ unit: 'a b', ranges: [] })).toThrow(TypeError)
    const range = Range.from('bytes=0-1')
    range.ranges[0]!.start = 0.5
    expect(() => String(range)).toThrow(TypeError)
  })

  it('resolves any range to positions inside', () => {
    fc.assert(
      fc.property(headerText, fc.nat(20), (text, size) => {
        for (const { start, end } of Range.from(`bytes=${text}`).resolve(size)) {
          expect(start).toBeGreaterThanOrEqual(0)
          expect(end).toBeGreaterThanOrEqual(start)
          expect(end).toBeLessThan(size)
        }
      }),
    )
  })

  it('reads back every list of ranges that it writes', () => {
    const spec = fc
      .tuple(fc.nat(), fc.nat(), fc.constantFrom('both', 'start', 'end'))
      .map(([a, b, kind]) => ({
        start: kind === 'end' ? null : Math.min(a, b),
        end: kind === 'start' ? null : Math.max(a, b),
      }))
    fc.assert(
      fc.property(fc.array(spec), (ranges) => {
        expect([...Range.from(String(new Range({ ranges })))]).toEqual(ranges)
      }),
    )
  })
})
