import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { headerText } from './header-text.fixture.ts'
import { AcceptEncoding } from './index.ts'

describe('AcceptEncoding', () => {
  const offered = ['br', 'gzip', 'deflate', 'identity'] as const

  it.each([
    ['gzip, br', 'br'],
    ['gzip;q=0.9, br;q=0.8', 'gzip'],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0.5, gzip', 'gzip'],
    ['*, gzip', 'gzip'],
    ['*;q=0.5, gzip;q=0.5', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0.001', 'gzip'],
    ['zstd', 'identity'],
    ['gzip;q=0', 'identity'],
    ['identity', 'identity'],
    ['identity, gzip;q=0.5', 'identity'],
    ['identity;q=0.5, gzip', 'gzip'],
    ['*;q=0', null],
    ['identity;q=0', null],
    ['identity;q=0, *;q=0', null],
    ['*;q=0, identity', 'identity'],
    ['*;q=0, gzip', 'gzip'],
    ['', 'identity'],
    [null, 'identity'],
    ['__proto__', 'identity'],
    ['"gzip"', 'identity'],
  ])('negotiates %j to %j', (header, encoding) => {
    expect(AcceptEncoding.from(header).getPreferred(offered)).toBe(encoding)
  })

  it('refuses an explicit coding when the only thing offered is it, whatever * says', () => {
    expect(AcceptEncoding.from('gzip;q=0, *').getPreferred(['gzip'])).toBe(null)
    expect(AcceptEncoding.from('gzip;q=0, *').accepts('gzip')).toBe(false)
  })

  it('takes identity unless it is refused, after everything that is listed', () => {
    const accept = AcceptEncoding.from('gzip;q=0.001')
    expect(accept.accepts('identity')).toBe(true)
    expect(accept.getWeight('identity')).toBeLessThan(accept.getWeight('gzip'))
    expect(AcceptEncoding.from('*;q=0.5').getWeight('identity')).toBe(0.5)
    expect(AcceptEncoding.from(null).getWeight('identity')).toBe(1)
    expect(AcceptEncoding.from(null).getWeight('gzip')).toBe(0)
  })

  it('lists encodings and can be edited', () => {
    const accept = AcceptEncoding.from('gzip;q=0.5, BR')
    expect(accept.encodings).toEqual(['br', 'gzip'])
    accept.set('zstd', 0.7).delete('br')
    expect(String(accept)).toBe('zstd;q=0.7,gzip;q=0.5')
    expect(() => accept.set('a b')).toThrow(TypeError)
    expect(accept.getWeight('a b')).toBe(0)
  })

  it('writes what it read from any text in a way that reads the same', () => {
    fc.assert(
      fc.property(headerText, (text) => {
        const accept = AcceptEncoding.from(text)
        expect([...AcceptEncoding.from(String(accept))]).toEqual([...accept])
      }),
    )
  })
})
