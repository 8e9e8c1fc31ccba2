import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createUrlReader } from './request-url.ts'

function read(target: string, host = 'example.com'): string | null {
  return createUrlReader()('http', host, target)
}

describe('createUrlReader', () => {
  it('puts scheme, host and target together', () => {
    expect(read('/books/1?page=2')).toBe('http://example.com/books/1?page=2')
    expect(createUrlReader()('https', 'example.com', '/')).toBe('https://example.com/')
  })

  it('returns the same for a host that it knows', () => {
    const reader = createUrlReader()
    for (let i = 0; i < 300; i++) expect(reader('http', `h${i}`, '/')).toBe(`http://h${i}/`)
    for (let i = 0; i < 300; i++) expect(reader('http', `h${i}/`, '/')).toBe(null)
    expect(reader('http', 'h1', '/x')).toBe('http://h1/x')
    expect(reader('https', 'h1', '/x')).toBe('https://h1/x')
  })

  it.each([
    ['EXAMPLE.com', 'http://example.com/'],
    ['example.com:80', 'http://example.com/'],
    ['example.com:8080', 'http://example.com:8080/'],
    ['example.com:65535', 'http://example.com:65535/'],
    ['example.com.', 'http://example.com./'],
    ['localhost:3000', 'http://localhost:3000/'],
    ['127.0.0.1:1', 'http://127.0.0.1:1/'],
    ['0x7f.1', 'http://127.0.0.1/'],
    ['[::1]', 'http://[::1]/'],
    ['[2001:DB8::1]:8080', 'http://[2001:db8::1]:8080/'],
    ['[::ffff:127.0.0.1]', 'http://[::ffff:7f00:1]/'],
    ['xn--bcher-kva.example', 'http://xn--bcher-kva.example/'],
  ])('takes the host %j', (host, url) => {
    expect(read('/', host)).toBe(url)
  })

  it.each([
    '',
    ' ',
    '.',
    '..',
    'a..b',
    '.a',
    ':',
    ':80',
    ':/spoofed',
    'a:',
    'a:0',
    'a:00000',
    'a:65536',
    'a:99999',
    'a:100000',
    'a:-1',
    'a:+1',
    'a:1a',
    'a:0x50',
    'a:1:2',
    'a:1/b@c',
    'a:fake@legitimate.com',
    'evil.com:fake@legitimate.com',
    'user@host',
    'user:pass@host',
    '@host',
    'a/b',
    'a\\b',
    '/a',
    '//a',
    'a?b',
    'a#x',
    '#x',
    'a b',
    'a\tb',
    'a,b',
    'a, b',
    'a;b',
    'a%2e',
    'a%00',
    'a_b',
    'bücher.example',
    'a\u0000',
    'http://a',
    '[',
    ']',
    '[]',
    '[::1',
    '::1',
    '[::1]x',
    '[::1]:',
    '[::1]:65536',
    '[::g]',
    '[1:2:3]',
    '[::1%25eth0]',
    '[v1.x]',
    '1.2.3.4.5',
    '256.256.256.256',
    '1.2.3.999',
  ])('refuses the host %j', (host) => {
    expect(read('/', host)).toBe(null)
  })

  it('refuses a host that is far too long to be one', () => {
    expect(read('/', `${'a.'.repeat(40_000)}/`)).toBe(null)
  })

  it.each([
    ['//x/y', 'http://example.com//x/y'],
    ['///', 'http://example.com///'],
    ['/a/../b', 'http://example.com/b'],
    ['/../../etc/passwd', 'http://example.com/etc/passwd'],
    ['/a/%2e%2E/b', 'http://example.com/b'],
    ['/a/.%2e/b', 'http://example.com/b'],
    ['/a/./b/.', 'http://example.com/a/b/'],
    ['/.well-known/x', 'http://example.com/.well-known/x'],
    ['/a\\b', 'http://example.com/a/b'],
    ['/\\evil.com', 'http://example.com//evil.com'],
    ['/%61dmin', 'http://example.com/%61dmin'],
    ['/admin%2Fsecret', 'http://example.com/admin%2Fsecret'],
    ['/%zz', 'http://example.com/%zz'],
    ['/a"<>`{}^|b', 'http://example.com/a%22%3C%3E%60%7B%7D%5E|b'],
    ["/?q='", 'http://example.com/?q=%27'],
    ['/?a/../b', 'http://example.com/?a/../b'],
    ['/?a[]=1&b={x|y}', 'http://example.com/?a[]=1&b={x|y}'],
    ['/?', 'http://example.com/?'],
    ['/secret;foo=bar', 'http://example.com/secret;foo=bar'],
    ['/caf\u00c3\u00a9', 'http://example.com/caf%C3%A9'],
    ['/\u00ff', 'http://example.com/%FF'],
  ])('reads the target %j', (target, url) => {
    expect(read(target)).toBe(url)
  })

  it.each([
    ['http://other.example/x?y', 'http://other.example/x?y'],
    ['HTTP://OTHER.example', 'http://other.example/'],
    ['http://other.example:80/x', 'http://other.example/x'],
    ['http://other.example:8080?q', 'http://other.example:8080/?q'],
    ['http://other.example/a/../b', 'http://other.example/b'],
    ['http://other.example\\@evil/', 'http://other.example/@evil/'],
    ['https://other.example/x', 'http://other.example/x'],
  ])(
    'takes host and path from the absolute form %j and the scheme from the connection',
    (target, url) => {
      expect(read(target)).toBe(url)
    },
  )

  it.each([
    '',
    '*',
    'example.com:443',
    'books',
    '?q',
    '#',
    '/a#b',
    '/a b',
    '/a\tb',
    '/a\u0000b',
    '/a\u007fb',
    'file://hehe?/internal/run',
    'ftp://example.com/',
    'javascript://example.com/',
    'ws://example.com/',
    'http:/example.com/',
    'http:example.com',
    'http:///x',
    'http://',
    'http://?x',
    'http://user@example.com/',
    'http://user:pass@example.com/',
    'http://a:fake@b/',
    'http://example.com:99999/',
    'http://example.com#x',
    'https:\\\\example.com',
    'http://exa mple.com/',
  ])('refuses the target %j', (target) => {
    expect(read(target)).toBe(null)
  })

  it('agrees with URL about every origin-form target', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '/',
        '.',
        '..',
        '%2e',
        '%2E',
        '%2f',
        '%',
        '?',
        '\\',
        '//',
        ';',
        "'",
        '^',
        '|',
        '`',
      ),
      fc.string({
        unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
      }),
    )
    const target = fc.array(piece).map((pieces) => `/${pieces.join('').replaceAll('#', '')}`)
    const reader = createUrlReader()

    fc.assert(
      fc.property(target, (target) => {
        expect(reader('http', 'example.com', target)).toBe(
          new URL(`http://example.com${target}`).href,
        )
      }),
      { numRuns: 5000 },
    )
  })

  it('agrees with URL about every target, or refuses it', () => {
    const reader = createUrlReader()

    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary-ascii' }), fc.webUrl({ withQueryParameters: true })),
        fc.oneof(
          fc.domain(),
          fc.ipV4(),
          fc.ipV6().map((ip) => `[${ip}]`),
          fc.string(),
        ),
        (target, host) => {
          const url = reader('http', host, target)
          if (url === null) return

          const expected = target.startsWith('/')
            ? new URL(`http://${host}${target}`)
            : new URL(target)
          expected.protocol = 'http:'
          expect(url).toBe(expected.href)
          expect(expected.username + expected.password + expected.hash).toBe('')
        },
      ),
      { numRuns: 5000 },
    )
  })
})
