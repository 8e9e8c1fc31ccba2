import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalUrl, isHost, originOfHost } from './canonical-url.ts'

describe('canonicalUrl', () => {
  it.each([
    'http://example.com/',
    'https://example.com:8443/books/1?page=2&x[]=1',
    'http://[::1]:3000/a%2Fb/%61',
    'http://example.com//a//b/;x=1',
  ])('leaves %s alone', (url) => {
    expect(canonicalUrl(url)).toBe(url)
  })

  it.each([
    ['http://example.com/public/../admin', 'http://example.com/admin'],
    ['http://example.com/x/%2e%2E/admin', 'http://example.com/admin'],
    ['http://example.com/a\\b', 'http://example.com/a/b'],
    ['http://example.com\\@evil/', 'http://example.com/@evil/'],
    ['HTTP://EXAMPLE.com:80/', 'http://example.com/'],
    ['http://example.com', 'http://example.com/'],
    ['http://example.com?q', 'http://example.com/?q'],
    ['http://example.com/caf\u00e9', 'http://example.com/caf%C3%A9'],
    ['http://example.com/a#b', 'http://example.com/a#b'],
  ])('reads %s as %s', (url, canonical) => {
    expect(canonicalUrl(url)).toBe(canonical)
  })

  it.each([
    '',
    '/a',
    'file://hehe?/internal/run',
    'ftp://example.com/',
    'http:///x',
    'http://user@example.com/',
    'http://evil.com:fake@legitimate.com/',
    'http://:/spoofed',
    'http://example.com:/',
    'http://example.com:0/',
    'http://example.com:65536/',
    'http://a..b/',
    'http://a,b/',
    'http://[::g]/',
    'http://256.256.256.256/',
  ])('refuses %j', (url) => {
    expect(canonicalUrl(url)).toBe(null)
  })

  it('agrees with URL if it returns a URL, and does not change it again', () => {
    const path = fc
      .array(
        fc.oneof(
          fc.constantFrom('/', '.', '..', '%2e', '%', '?', '\\', '#', "'", '^', '|'),
          fc.string(),
        ),
      )
      .map((pieces) => pieces.join(''))
    const host = fc.oneof(fc.domain(), fc.ipV4(), fc.string())

    fc.assert(
      fc.property(host, path, (host, path) => {
        const url = `http://${host}/${path}`
        const canonical = canonicalUrl(url)
        if (canonical === null) return

        expect(canonical).toBe(new URL(url).href)
        expect(canonicalUrl(canonical)).toBe(canonical)
      }),
      { numRuns: 3000 },
    )
  })
})

describe('originOfHost', () => {
  it('agrees with URL about every host', () => {
    const label = fc.string({ unit: fc.constantFrom(...'aZ09-x.'), minLength: 1, maxLength: 8 })
    const host = fc.oneof(
      fc.domain(),
      fc.ipV4(),
      fc.ipV4Extended(),
      fc.ipV6().map((ip) => `[${ip}]`),
      fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => labels.join('.')),
    )
    const port = fc.oneof(
      fc.constant(''),
      fc.nat(70_000).map((port) => `:${port}`),
      fc.constantFrom(':80', ':443', ':080'),
    )

    fc.assert(
      fc.property(
        host,
        port,
        fc.constantFrom('http' as const, 'https' as const),
        (name, port, scheme) => {
          const origin = originOfHost(scheme, name + port)
          if (origin !== null) expect(origin).toBe(new URL(`${scheme}://${name}${port}`).origin)
        },
      ),
      { numRuns: 5000 },
    )
  })
})

describe('isHost', () => {
  it('recognizes hosts', () => {
    for (const host of ['a', 'a.b:1', '[::1]:65535', '127.0.0.1']) expect(isHost(host)).toBe(true)
    for (const host of ['', 'a/b', 'a@b', 'a:', 'a:0', 'a:65536', 'a b', 'a,b', '[::1']) {
      expect(isHost(host)).toBe(false)
    }
  })
})
