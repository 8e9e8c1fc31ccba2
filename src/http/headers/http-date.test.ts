import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { parseHttpDate } from './index.ts'

describe('parseHttpDate', () => {
  const date = new Date(Date.UTC(1994, 10, 6, 8, 49, 37))

  it.each([
    'Sun, 06 Nov 1994 08:49:37 GMT',
    'Sunday, 06-Nov-94 08:49:37 GMT',
    'Sun Nov  6 08:49:37 1994',
    'Sun, 06-Nov-1994 08:49:37 GMT',
  ])('reads %j', (text) => {
    expect(parseHttpDate(text)).toEqual(date)
  })

  it('reads years of two digits from 1970 to 2069', () => {
    expect(parseHttpDate('Sunday, 06-Nov-70 08:49:37 GMT')?.getUTCFullYear()).toBe(1970)
    expect(parseHttpDate('Sunday, 06-Nov-69 08:49:37 GMT')?.getUTCFullYear()).toBe(2069)
  })

  it.each([
    '',
    '0',
    '1994-11-06T08:49:37Z',
    'Sun, 06 Nov 1994 08:49:37',
    'Sun, 06 Nov 1994 08:49:37 +0100',
    'Sun, 6 Nov 1994 08:49:37 GMT',
    'Sun, 31 Feb 1994 08:49:37 GMT',
    'Sun, 00 Nov 1994 08:49:37 GMT',
    'Sun, 06 Anf 1994 08:49:37 GMT',
    'Sun, 06 Xyz 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 24:49:37 GMT',
    'Sun, 06 Nov 1994 08:60:37 GMT',
    'Sun, 06 Nov 1994 08:49:37 GMT ',
  ])('gives null for %j', (text) => {
    expect(parseHttpDate(text)).toBe(null)
  })

  it('gives null for null', () => {
    expect(parseHttpDate(null)).toBe(null)
  })

  it('reads back every date that toUTCString writes', () => {
    fc.assert(
      fc.property(
        fc.date({
          min: new Date(Date.UTC(1000, 0, 1)),
          max: new Date(Date.UTC(9999, 11, 31)),
          noInvalidDate: true,
        }),
        (date) => {
          const seconds = new Date(Math.floor(date.getTime() / 1000) * 1000)
          expect(parseHttpDate(date.toUTCString())).toEqual(seconds)
        },
      ),
    )
  })
})
