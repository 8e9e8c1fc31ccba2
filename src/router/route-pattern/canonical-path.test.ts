import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { canonicalSegments, decodePathname, markDots } from './canonical-path.ts'

describe('canonicalSegments', () => {
  it('splits at slashes and keeps empty segments', () => {
    expect(canonicalSegments('/')).toEqual([''])
    expect(canonicalSegments('/a/b')).toEqual(['a', 'b'])
    expect(canonicalSegments('/a//b/')).toEqual(['a', '', 'b', ''])
  })

  it('decodes a segment once', () => {
    expect(canonicalSegments('/a%20b/caf%C3%A9/%252e%252e')).toEqual(['a b', 'café', '%2e%2e'])
  })

  it('leaves a plus sign alone', () => {
    expect(canonicalSegments('/a+b')).toEqual(['a+b'])
  })

  it('keeps an encoded slash inside of its segment', () => {
    expect(canonicalSegments('/a%2Fb/c%2f')).toEqual(['a/b', 'c/'])
  })

  it('does not take half of a surrogate pair for an encoded slash', () => {
    expect(canonicalSegments(`/%2F${encodeURIComponent('\u{1F82F}')}`)).toEqual(['/\u{1F82F}'])
  })

  it('decodes NUL and backslash to data that its caller can refuse', () => {
    expect(canonicalSegments('/a%00/b%5Cc')).toEqual(['a\0', 'b\\c'])
  })

  it.each(['/%', '/%zz', '/a/%E0%A4%A', '/%C3', '/%ED%A0%80', '/a%2', '/%%2F', '/%E2%2F'])(
    'reads nothing from the malformed path %s',
    (pathname) => {
      expect(canonicalSegments(pathname)).toBeNull()
    },
  )

  it('reads nothing from unpaired surrogates beside escapes', () => {
    expect(canonicalSegments('/\uDC2F%41')).toBeNull()
    expect(canonicalSegments('/\uDC2F')).toEqual(['\uDC2F'])
  })

  it('gives back the segments that were encoded', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (segments) => {
        fc.pre(segments.every((segment) => segment.isWellFormed()))
        expect(canonicalSegments(`/${segments.map(encodeURIComponent).join('/')}`)).toEqual(
          segments,
        )
      }),
    )
  })
})

describe('decodePathname', () => {
  it('tells encoded dots from others at the same offsets', () => {
    expect(decodePathname('/a%2Eb.c%2e')).toBe('/a.b.c.')
    expect(decodePathname('/a%2Eb.c%2e', markDots)).toBe('/a\uDC2Eb.c\uDC2E')
  })

  it('returns the very string when there is nothing to decode', () => {
    expect(decodePathname('/plain', markDots)).toBe('/plain')
  })
})
