import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseOrigin, readOrigin } from './origin.ts'

describe('parseOrigin', () => {
  it.each([
    ['https://example.com', 'https://example.com'],
    ['https://Example.com', 'https://example.com'],
    ['HTTPS://EXAMPLE.COM', 'https://example.com'],
    ['https://example.com:443', 'https://example.com'],
    ['http://example.com:80', 'http://example.com'],
    ['http://example.com:443', 'http://example.com:443'],
    ['https://example.com:8443', 'https://example.com:8443'],
    ['  https://example.com\n', 'https://example.com'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
    ['https://xn--mnchen-3ya.de', 'https://xn--mnchen-3ya.de'],
    ['chrome-extension://abcdef', 'chrome-extension://abcdef'],
    [
      'moz-extension://2c127fa4-62c7-7e4f-90e5-472b45eecfdc',
      'moz-extension://2c127fa4-62c7-7e4f-90e5-472b45eecfdc',
    ],
    ['capacitor://localhost', 'capacitor://localhost'],
  ])('reads %j as %s', (text, origin) => {
    expect(parseOrigin(text)).toBe(origin)
  })

  it.each([
    '',
    ' ',
    'null',
    '*',
    'https://*.example.com',
    'https://',
    'https:example.com',
    'https:\\\\example.com',
    'https:///example.com',
    '//example.com',
    'example.com',
    'example.com:443',
    'localhost:3000',
    'https://example.com/',
    'https://example.com/path',
    'https://example.com?',
    'https://example.com#',
    'https://example.com:',
    'https://example.com:0443',
    'https://example.com:99999',
    'https://user@example.com',
    'https://user:pass@example.com',
    'https://exa mple.com',
    'https://exa\tmple.com',
    'https://a.test, https://b.test',
    'https://a.test https://b.test',
    'https://münchen.de',
    'http://0x7f.1',
    'http://[0:0::1]',
    'ftp://example.com',
    'wss://example.com',
    'file://host',
    'file:///index.html',
    'data:text/html,x',
    'javascript://example.com',
    'blob:https://example.com',
    'about:blank',
    'chrome-extension://abcdef/',
    'chrome-extension://abcdef/page.html',
  ])('refuses %j', (text) => {
    expect(parseOrigin(text)).toBe(null)
  })

  it('returns what a browser would send for a page of that URL', () => {
    fc.assert(
      fc.property(fc.webUrl(), (href) => {
        const { origin } = new URL(href)
        expect(parseOrigin(origin)).toBe(origin)
        expect(parseOrigin(origin.toUpperCase())).toBe(origin)
        expect(parseOrigin(`${origin}/`)).toBe(null)
      }),
    )
  })

  it('reads its own result as itself, and nothing but one host', () => {
    const unit = fc.constantFrom(...'aZ0.:/@?#%*-[] \t\\,'.split(''), '://', 'https://', 'null')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 20 }), (text) => {
        const origin = parseOrigin(text)
        if (origin === null) return
        expect(parseOrigin(origin)).toBe(origin)
        expect(origin).toMatch(/^[a-z][a-z0-9+.-]*:\/\/[^/?#@*\s,]+$/)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('readOrigin', () => {
  it.each([
    ['https://Example.com/', 'https://example.com'],
    ['https://example.com/path?query', 'https://example.com'],
    ['https://user@example.com', 'https://example.com'],
    ['https://example.com:', 'https://example.com'],
    ['example.com', 'https://example.com'],
    ['https://münchen.de', 'https://xn--mnchen-3ya.de'],
  ])('refuses %j and says how to write it', (text, meant) => {
    expect(() => readOrigin(text, 'Cannot trust origin')).toThrow(
      new TypeError(
        `Cannot trust origin ${JSON.stringify(text)}: it must look like "https://example.com", without a path. Write ${JSON.stringify(meant)}`,
      ),
    )
  })

  it.each(['null', '*', 'https://*.example.com', '', 'https://a.test, https://b.test'])(
    'refuses %j without a guess',
    (text) => {
      expect(() => readOrigin(text, 'Cannot trust origin')).toThrow(/without a path$/)
    },
  )
})
