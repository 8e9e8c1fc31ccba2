import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { isSafeRedirect, serializeLocation } from './serialize-location.ts'

const base = 'https://site.example/a/b?c'

describe('serializeLocation', () => {
  it.each([
    ['/', '/'],
    ['/a/b?c=d#e', '/a/b?c=d#e'],
    ['a/b', 'a/b'],
    ['..', '..'],
    ['../x', '../x'],
    ['.', '.'],
    ['?a=b', '?a=b'],
    ['#top', '#top'],
    ['/a:b', '/a:b'],
    ['./a:b', './a:b'],
    ['1a:b', '1a:b'],
    ['https://example.com', 'https://example.com'],
    ['HTTPS://Example.com/%7Ea', 'HTTPS://Example.com/%7Ea'],
    ['http://user:pass@example.com:8080/', 'http://user:pass@example.com:8080/'],
    ['http://[::1]/', 'http://[::1]/'],
  ])('keeps %j', (location, written) => {
    expect(serializeLocation(location)).toBe(written)
  })

  it.each([
    ['/ü', '/%C3%BC'],
    ['/a b', '/a%20b'],
    ['/%C3%BC ü', '/%C3%BC%20%C3%BC'],
    ['/?q=日本', '/?q=%E6%97%A5%E6%9C%AC'],
    ['/\ud800x', '/%EF%BF%BDx'],
    ['/\u2028', '/%E2%80%A8'],
    ['/\u0085', '/%C2%85'],
    ['https://münchen.example/ü', 'https://xn--mnchen-3ya.example/%C3%BC'],
  ])('percent-encodes %j', (location, written) => {
    expect(serializeLocation(location)).toBe(written)
  })

  it.each([
    ['//evil.com', '/evil.com'],
    ['///evil.com', '/evil.com'],
    ['/\\evil.com', '/evil.com'],
    ['\\\\evil.com', '/evil.com'],
    ['\\/evil.com', '/evil.com'],
    ['\\evil.com', '/evil.com'],
    ['//\\//evil.com', '/evil.com'],
    ['  //evil.com  ', '/evil.com'],
    ['//user@evil.com:80/x', '/user@evil.com:80/x'],
    ['/%09/evil.com', '/%09/evil.com'],
    ['\u00a0//evil.com', '%C2%A0//evil.com'],
  ])('keeps %j on this site', (location, written) => {
    expect(serializeLocation(location)).toBe(written)
  })

  it.each([
    ['https:evil.com', 'https://evil.com/'],
    ['https:/evil.com', 'https://evil.com/'],
    ['https:\\\\evil.com', 'https://evil.com/'],
    ['https:///evil.com', 'https://evil.com/'],
  ])('spells out %j', (location, written) => {
    expect(serializeLocation(location)).toBe(written)
  })

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'mailto:a@b.example',
    'ftp://example.com/',
    'file:///etc/passwd',
    'blob:https://example.com/1',
    'a:b',
  ])('refuses the scheme of %j', (location) => {
    expect(() => serializeLocation(location)).toThrow(TypeError)
    expect(() => serializeLocation(location)).toThrow('is neither http: nor https:')
  })

  it('refuses the scheme of a URL', () => {
    expect(() => serializeLocation(new URL('javascript:alert(1)'))).toThrow(TypeError)
  })

  it.each([
    '/a\r\nSet-Cookie: a=b',
    '/a\nb',
    '/\0',
    '/\t/evil.com',
    'java\tscript:alert(1)',
    '\u2028\n',
    '\x01javascript:alert(1)',
    '/\x7f',
  ])('refuses the control character in %j', (location) => {
    expect(() => serializeLocation(location)).toThrow(TypeError)
    expect(() => serializeLocation(location)).toThrow('control character')
  })

  it.each(['', '   '])('refuses %j', (location) => {
    expect(() => serializeLocation(location)).toThrow('it is empty')
  })

  it.each(['http://', 'https://a b/', 'http://[', 'http://a:99999/'])('refuses %j', (location) => {
    expect(() => serializeLocation(location)).toThrow('it is not a valid URL')
  })

  it('writes visible ASCII that leaves the site only by an http(s) URL, whatever it is given', () => {
    const piece = fc.oneof(
      fc.constantFrom('/', '\\', ':', '@', '.', '..', '?', '#', ' ', '%', '\t', '\n', '\0'),
      fc.constantFrom(
        'http',
        'https',
        'HTTP',
        'javascript',
        'data',
        'evil.com',
        '%2F',
        '%5C',
        '%09',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    )
    const location = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))

    fc.assert(
      fc.property(location, (location) => {
        let written: string
        try {
          written = serializeLocation(location)
        } catch (error) {
          expect(error).toBeInstanceOf(TypeError)

          return
        }

        expect(written).toMatch(/^[\x21-\x7e]+$/)
        expect(written).not.toMatch(/^[/\\]{2}/)
        // Nothing is left to normalise: what was written is written the same again.
        expect(serializeLocation(written)).toBe(written)

        const target = URL.parse(written, base)
        if (/^https?:\/\//i.test(written)) {
          expect(target?.href).toBe(URL.parse(written)?.href)
          expect(target?.protocol).toMatch(/^https?:$/)
        } else {
          expect(target?.origin).toBe('https://site.example')
        }
      }),
      { numRuns: 2000 },
    )
  })
})

describe('isSafeRedirect', () => {
  it.each(['/', '/a/b?c=d#e', '/a:b', '/a//b', '/%2F%2Fevil.com', '/ü', '/?next=//evil.com'])(
    'accepts %j',
    (path) => {
      expect(isSafeRedirect(path)).toBe(true)
    },
  )

  it.each([
    '',
    'a',
    '..',
    '?a',
    '//evil.com',
    '///evil.com',
    '/\\evil.com',
    '\\\\evil.com',
    '/a\\b',
    ' /a',
    '/\t/evil.com',
    '/a\n',
    '/.//evil.com',
    '/a/..//evil.com',
    '/%2e//evil.com',
    'https://evil.com',
    'https:evil.com',
    'javascript:alert(1)',
    null,
    undefined,
    5,
  ])('refuses %j', (path) => {
    expect(isSafeRedirect(path)).toBe(false)
  })

  it('refuses a list, which some query parsers return', () => {
    expect(isSafeRedirect(['/a'])).toBe(false)
  })

  it('accepts nothing that leads to another site', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2e',
      '?',
      '#',
      ':',
      '@',
      ' ',
      '\t',
      'a',
      'evil.com',
    )

    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const path = `/${pieces.join('')}`
        if (!isSafeRedirect(path)) return

        const url = new URL(path, base)
        expect(url.origin).toBe('https://site.example')
        expect(url.pathname).not.toMatch(/^[/\\]{2}/)
        expect(new URL(url.pathname, base).origin).toBe('https://site.example')
      }),
      { numRuns: 2000 },
    )
  })
})
