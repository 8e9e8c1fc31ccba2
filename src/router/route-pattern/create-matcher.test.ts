import { describe, expect, it } from 'vitest'

import { createMatcher, createMultiMatcher, RoutePattern } from './index.ts'

/** The params of `pattern` for a URL, or `null`. */
function params(pattern: string, url: string): Record<string, unknown> | null {
  const match = createMatcher(pattern).match(
    url.startsWith('/') ? `https://example.com${url}` : url,
  )
  return match && { ...match.params }
}

describe('createMatcher: paths', () => {
  it('matches a relative href with a base URL', () => {
    const baseURL = 'https://example.com/shop/cart'
    const matcher = createMatcher('/books/:slug')
    const many = createMultiMatcher<string>()
    many.add('/books/:slug', 'book')
    for (const href of ['/books/emma?page=2', '../books/emma?page=2']) {
      expect(matcher.match(href, { baseURL })?.params.slug).toBe('emma')
      expect(many.match(href, { baseURL: new URL(baseURL) })?.url.href).toBe(
        'https://example.com/books/emma?page=2',
      )
      expect(many.matchAll(href, { baseURL })).toHaveLength(1)
    }
    expect(matcher.match('https://other.test/books/emma?page=2', { baseURL })).not.toBeNull()
    expect(() => matcher.match('/books/emma')).toThrow('Invalid URL')
  })

  it.each([
    // A trailing slash is significant both ways.
    ['/about', '/about/', null],
    ['/about/', '/about', null],
    ['/about/', '/about/', {}],
    ['/', 'https://example.com', {}],
    ['/', '/', {}],
    ['/', '/x', null],
    // Case.
    ['/f/:x', '/F/x', null],
    ['/f/:x', '/f/X', { x: 'X' }],
    // Encoding.
    ['/f/:n', '/f/a%2Fb', { n: 'a/b' }],
    ['/f/:n', '/f/a%20b', { n: 'a b' }],
    ['/f/:n', '/f/a+b', { n: 'a+b' }],
    ['/f/:n', '/f/%F0%9F%98%80', { n: '😀' }],
    ['/f/:n', '/f/😀', { n: '😀' }],
    ['/f/:n', '/f/%252F', { n: '%2F' }],
    ['/f/:n', '/f/%E0%A4%A', null],
    ['/f/:n', '/f/%zz', null],
    ['/*p', '/%zz', null],
    ['/f/:n', '/f/%F0%9F%A0%AF%2F', { n: '\u{1F82F}/' }],
    // A variable needs a character, a wildcard does not.
    ['/f/:n', '/f/', null],
    ['/w/*p', '/w/', { p: '' }],
    ['/w/*p', '/w', null],
    ['/w/*p', '/w/a%2Fb/c', { p: 'a/b/c' }],
    ['/w/*', '/w/a/b', {}],
    ['/*p', '/', { p: '' }],
    ['/*p', '//a', { p: '/a' }],
    // Empty segments are segments.
    ['/a/b', '/a//b', null],
    ['/a/:x/b', '/a//b', null],
    ['/a//b', '/a//b', {}],
    ['/a/*p/b', '/a//b', { p: '' }],
    // Dot segments are gone before anybody looks.
    ['/f/:n', '/f/%2e%2e', null],
    ['/f/', '/f/x/..', {}],
    // The fragment does not count.
    ['/f/:n', '/f/a#b', { n: 'a' }],
    // Never only a part.
    ['/a', '/a/b', null],
    ['/a/b', '/a', null],
    ['/:a', '/x/y', null],
  ])('%s on %s is %j', (pattern, url, expected) => {
    expect(params(pattern, url)).toEqual(expected)
  })

  it.each([
    ['/naïve', '/naïve'],
    ['/naïve', '/na%C3%AFve'],
    ['/caf%C3%A9', '/café'],
    ['/caf%c3%a9', '/caf%C3%A9'],
    ['/a b', '/a%20b'],
    ['/~x', '/%7Ex'],
    ['/robots.txt', '/robots%2Etxt'],
    ['/100%', '/100%25'],
    ['/a%2Fb', '/a%2fb'],
    ['/a\\:b\\(c\\)', '/a:b(c)'],
    ['/a\\*', '/a*'],
    ['/\\%41', '/%2541'],
  ])('static text %s equals %s', (pattern, url) => {
    expect(params(pattern, url)).toEqual({})
  })

  it('never takes an encoded slash for a separator', () => {
    expect(params('/a/b', '/a%2Fb')).toBeNull()
    expect(params('/a%2Fb', '/a/b')).toBeNull()
    expect(params('/*p/b', '/a%2Fb')).toBeNull()
  })

  it('does not match half of a surrogate pair', () => {
    expect(params('/*w%2Fx', `/${encodeURIComponent('\u{1F82F}x')}`)).toBeNull()
    expect(params('/*w%2Fx', `/${encodeURIComponent('\u{1F82F}/x')}`)).toEqual({ w: '\u{1F82F}' })
  })

  it.each([
    ['/files/:name', '/files/a.b', { name: 'a.b' }],
    ['/v:version', '/v1.2', { version: '1.2' }],
    ['/v:version', '/v', null],
    ['/v:version/x', '/v1/x', { version: '1' }],
    ['/:name.:ext', '/readme.md', { name: 'readme', ext: 'md' }],
    ['/:name.:ext', '/a%2Eb.txt', { name: 'a.b', ext: 'txt' }],
    ['/:name.:ext', '/a.b.c', { name: 'a.b', ext: 'c' }],
    ['/:name.:ext', '/a%2Etxt', null],
    ['/:name.:ext', '/.txt', null],
    ['/:name.:ext', '/txt.', null],
    ['/:name.json', '/a.b.json', { name: 'a.b' }],
    ['/:name.json', '/a.txt', null],
    ['/:name.tar.gz', '/a.tar.gz.tar.gz', { name: 'a.tar.gz' }],
    ['/:a.:b.:c', '/1.2.3.4', { a: '1.2', b: '3', c: '4' }],
    ['/:id(.:format)', '/doc123.pdf', { id: 'doc123', format: 'pdf' }],
    ['/:id(.:format)', '/doc123', { id: 'doc123', format: undefined }],
    ['/:id(.:format)', '/a.b.c', { id: 'a.b', format: 'c' }],
    ['/:id(.:format)', '/a%2Eb', { id: 'a.b', format: undefined }],
    ['/:id(.json)', '/a.txt', { id: 'a.txt' }],
    ['/:id(.json)', '/a.json', { id: 'a' }],
  ])('dots: %s on %s is %j', (pattern, url, expected) => {
    expect(params(pattern, url)).toEqual(expected)
  })

  it.each([
    ['/*a/x/*b/end', '/1/x/2/x/3/end', { a: '1', b: '2/x/3' }],
    ['/*a/x/*b', '/x/x/x', { a: 'x', b: 'x' }],
    ['/files/*path.jpg', '/files/a/b.jpg', { path: 'a/b' }],
    ['/files/*path.:ext', '/files/a/b.jpg', { path: 'a/b', ext: 'jpg' }],
    ['/a*b', '/axyz/c', { b: 'xyz/c' }],
    ['/a*b/c', '/a/c', { b: '' }],
    ['/*p/', '/a/b/', { p: 'a/b' }],
  ])('wildcards: %s on %s is %j', (pattern, url, expected) => {
    expect(params(pattern, url)).toEqual(expected)
  })

  it.each([
    ['/posts(/:id)', '/posts', { id: undefined }],
    ['/posts(/:id)', '/posts/1', { id: '1' }],
    ['/posts(/:id)', '/posts/', null],
    ['/a(/:b(/:c))', '/a/1/2', { b: '1', c: '2' }],
    ['/a(/:b(/:c))', '/a/1', { b: '1', c: undefined }],
    ['/blog(/:lang)/:slug', '/blog/en/x', { lang: 'en', slug: 'x' }],
    ['/blog(/:lang)/:slug', '/blog/x', { lang: undefined, slug: 'x' }],
    ['(/:lang)/promo', '/promo', { lang: undefined }],
    ['(/:lang)/promo', '/en/promo', { lang: 'en' }],
    ['(/:lang)/promo', '//promo', null],
    ['(/:lang)/promo', '//en/promo', null],
    ['(/:lang)', '/', { lang: undefined }],
    ['(/:lang)', '/en', { lang: 'en' }],
    ['(/:a)(/:b)', '/1', { a: '1', b: undefined }],
    ['/(:lang)/promo', '/promo', { lang: undefined }],
    ['/(:lang)/promo', '/en/promo', { lang: 'en' }],
    ['/(:lang)/promo', '//promo', null],
    ['/a/(:b)/c', '/a/c', { b: undefined }],
    ['/a/(b)(c)/d', '/a/d', {}],
    ['/a/(b)(c)/d', '/a/bc/d', {}],
    ['/a(/)', '/a/', {}],
    ['/colo(u)r', '/color', {}],
    ['/colo(u)r', '/colour', {}],
    ['/(*w)/c', '/c', { w: undefined }],
    ['/(*w)/c', '/x//c', { w: 'x/' }],
    ['(/*v)(/a)/:x/', '/a/', { v: undefined, x: 'a' }],
  ])('optionals: %s on %s is %j', (pattern, url, expected) => {
    expect(params(pattern, url)).toEqual(expected)
  })

  it('takes sixteen independent optionals', () => {
    const names = Array.from({ length: 16 }, (_, i) => `p${i}`)
    const pattern = names.map((name) => `(/${name}-:${name})`).join('')
    const present = names.filter((_, i) => i % 3 === 0)
    const found = params(pattern, present.map((name) => `/${name}-x`).join(''))
    expect(found).toEqual(
      Object.fromEntries(names.map((name) => [name, present.includes(name) ? 'x' : undefined])),
    )
  })

  it('lets the last capture that takes part win a repeated name', () => {
    expect(params('/:a/:a', '/1/2')).toEqual({ a: '2' })
    expect(params('/:a(/x/:a)', '/1')).toEqual({ a: '1' })
    expect(params('/:a(/x/:a)', '/1/x/2')).toEqual({ a: '2' })
    expect(params('https://:a.com/:a', 'https://h.com/p')).toEqual({ a: 'p' })
    expect(params('https://:a.com(/:a)', 'https://h.com/')).toEqual({ a: 'h' })
  })

  it('gives params without a prototype, whatever their names', () => {
    const match = createMatcher('/:__proto__/:constructor').match('https://example.com/a/b')!
    expect(Object.getPrototypeOf(match.params)).toBeNull()
    expect(Object.entries(match.params)).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ])
  })

  it('matches in any case with ignoreCase and keeps the case of params', () => {
    const matcher = createMatcher('/Files/:name/ÉTÉ', { ignoreCase: true })
    expect(matcher.match('https://example.com/fILES/ReadMe/été')?.params).toEqual(
      Object.assign(Object.create(null), { name: 'ReadMe' }),
    )
    expect(
      createMatcher('/a/:n(.:f)', { ignoreCase: true }).match('https://h/A/X.PDF')?.params.f,
    ).toBe('PDF')
    expect(createMatcher('/İ/:x', { ignoreCase: true }).match('https://h/İ/y')?.params.x).toBe('y')
    expect(createMatcher('/x?Q', { ignoreCase: true }).match('https://h/x?q')).toBeNull()
  })

  it('matches neither other schemes nor relative references', () => {
    for (const url of [
      'ftp://example.com/x',
      'file:///x',
      'blob:https://example.com/x',
      'httpx://a/x',
    ]) {
      expect(params('/*p', url)).toBeNull()
    }
    expect(() => createMatcher('/x').match('x')).toThrow(TypeError)
  })
})

describe('createMatcher: protocol, host and port', () => {
  it.each([
    ['https://a.com/x', 'https://a.com/x', {}],
    ['https://a.com/x', 'http://a.com/x', null],
    ['http(s)://a.com/x', 'http://a.com/x', {}],
    ['http(s)://a.com/x', 'https://a.com/x', {}],
    ['://a.com/x', 'http://a.com/x', {}],
    ['http:///x', 'http://any.org:99/x', {}],
    ['http:///x', 'https://any.org/x', null],
    ['/x', 'http://any.org:99/x', {}],
    ['://a.com/x', 'https://b.com/x', null],
    ['://A.com/x', 'https://a.COM/x', {}],
    // Ports.
    ['://a.com/x', 'https://a.com:8080/x', null],
    ['://a.com:8080/x', 'https://a.com:8080/x', {}],
    ['://a.com:8080/x', 'https://a.com/x', null],
    ['://a.com:443/x', 'https://a.com/x', {}],
    ['://a.com:443/x', 'http://a.com:443/x', {}],
    ['http://a.com:80/x', 'http://a.com/x', {}],
    ['://a.com:80/x', 'https://a.com/x', null],
    ['://*:8080/x', 'http://any:8080/x', {}],
    ['://*/x', 'http://any:8080/x', {}],
    // Captures.
    ['://:tenant.a.com/x', 'https://acme.a.com/x', { tenant: 'acme' }],
    ['://:tenant.a.com/x', 'https://b.acme.a.com/x', null],
    ['://*sub.a.com/x', 'https://b.acme.a.com/x', { sub: 'b.acme' }],
    ['://(www.)a.com/x', 'https://a.com/x', {}],
    ['://(www.)a.com/x', 'https://www.a.com/x', {}],
    ['://(:sub.)a.com/:p', 'https://a.com/1', { sub: undefined, p: '1' }],
    ['://:host/x', 'https://localhost/x', { host: 'localhost' }],
    ['://v:n.a.com/x', 'https://v2.a.com/x', { n: '2' }],
    ['https://a.com(/:lang)/promo', 'https://a.com/promo', { lang: undefined }],
    ['https://a.com(/:lang)/promo', 'https://a.com/en/promo', { lang: 'en' }],
    ['http://[::1]:3000/x', 'http://[::1]:3000/x', {}],
    // Unicode names
    ['://bücher.example/x', 'https://xn--bcher-kva.example/x', {}],
    ['://xn--bcher-kva.example/x', 'https://bücher.example/x', {}],
    ['://:name.example/x', 'https://bücher.example/x', { name: 'bücher' }],
    ['://:name.example/x', 'https://例え.example/x', { name: '例え' }],
    // Credentials are no part of the host.
    ['://a.com/x', 'https://user:pass@a.com/x', {}],
  ])('%s on %s is %j', (pattern, url, expected) => {
    expect(params(pattern, url)).toEqual(expected)
  })
})

describe('createMatcher: search', () => {
  it.each([
    ['/x?q', '/x?q', true],
    ['/x?q', '/x?q=', true],
    ['/x?q', '/x?q=1', true],
    ['/x?q=', '/x?q=1', true],
    ['/x?q', '/x', false],
    ['/x?q', '/x?Q', false],
    ['/x?q=1', '/x?q=1', true],
    ['/x?q=1', '/x?q=2&q=1', true],
    ['/x?q=1', '/x?q=2', false],
    ['/x?q=1', '/x?q', false],
    ['/x?q=1&q=2', '/x?q=2&r&q=1', true],
    ['/x?q=1&q=2', '/x?q=2', false],
    ['/x?a&b=1', '/x?b=1&c&a=9', true],
    ['/x?q=a+b', '/x?q=a%20b', true],
    ['/x?q=%C3%A9', '/x?q=é', true],
    ['/x', '/x?anything', true],
    ['/x?q', '/x?r#?q', false],
  ])('%s on %s: %j', (pattern, url, isMatch) => {
    expect(params(pattern, url) !== null).toBe(isMatch)
  })
})

describe('createMatcher: the match', () => {
  it('says what was captured where', () => {
    const url = new URL('https://acme.example.com/files/a%20b/c/d')
    const match = createMatcher('https://:tenant.example.com/files/:dir/*rest').match(url)!
    expect(match.url.href).toBe(url.href)
    expect(match.pattern).toEqual(
      RoutePattern.parse('https://:tenant.example.com/files/:dir/*rest'),
    )
    expect(match.paramsMeta).toEqual({
      hostname: [{ type: ':', name: 'tenant', value: 'acme', begin: 0, end: 4 }],
      pathname: [
        { type: ':', name: 'dir', value: 'a b', begin: 7, end: 10 },
        { type: '*', name: 'rest', value: 'c/d', begin: 11, end: 14 },
      ],
    })
  })

  it('captures the whole host of a pattern without one', () => {
    const { paramsMeta } = createMatcher('/x(/:y)').match('https://example.com/x')!
    expect(paramsMeta).toEqual({
      hostname: [{ type: '*', name: '*', value: 'example.com', begin: 0, end: 11 }],
      pathname: [],
    })
  })

  it('takes a parsed pattern and shows it', () => {
    const pattern = RoutePattern.parse('/x/:y')
    expect(createMatcher(pattern).pattern).toBe(pattern)
  })
})
