import { describe, expect, it } from 'vitest'

import {
  createHref,
  createMatcher,
  createMultiMatcher,
  joinPatterns,
  ParseError,
  RoutePattern,
} from './index.ts'
import { erasePattern } from './shared.ts'

describe('RoutePattern', () => {
  it.each([
    ['', '/'],
    ['/', '/'],
    ['about', '/about'],
    ['/about', '/about'],
    ['/about/', '/about/'],
    [':id', '/:id'],
    ['*', '/*'],
    ['(a/)b', '/(a/)b'],
    ['(/:lang)/promo', '(/:lang)/promo'],
    ['((/:lang)/x)', '((/:lang)/x)'],
    ['?q', '/?q'],
    ['about?q=1&r', '/about?q=1&r'],
    ['/x?', '/x'],
    ['/:a?b', '/:a?b'],
    ['/\\:a?', '/\\:a'],
    ['https://example.com', 'https://example.com/'],
    ['https://example.com?q', 'https://example.com/?q'],
    ['http(s)://example.com:8080/x', 'http(s)://example.com:8080/x'],
    ['://example.com/x', '://example.com/x'],
    ['://*/x', '://*/x'],
    ['https:///x', 'https:///x'],
    [':t.example.com/x', '/:t.example.com/x'],
    ['/x?to=http://y', '/x?to=http://y'],
    ['/caf%C3%A9', '/caf%C3%A9'],
  ])('normalises %j to %j', (source, normal) => {
    expect(RoutePattern.parse(source).toString()).toBe(normal)
    expect(String(new RoutePattern(source))).toBe(normal)
    expect(new RoutePattern(normal)).toEqual(new RoutePattern(source))
  })

  it('leaves a parsed pattern as it is', () => {
    const pattern = RoutePattern.parse('/books/:slug')
    expect(RoutePattern.parse(pattern)).toBe(pattern)
  })

  it('refuses a value that is not a string, and says so', () => {
    for (const value of [undefined, null, 1, {}]) {
      expect(() => RoutePattern.parse(value as never)).toThrow(
        new TypeError(
          `Cannot read ${String(value)} as a pattern. Use a string such as "/books/:slug".`,
        ),
      )
    }
  })

  it('is refused in the same words by what takes patterns', () => {
    const message = 'Cannot read undefined as a pattern'
    expect(() => createMatcher(undefined as never)).toThrow(message)
    expect(() => createMultiMatcher().add(undefined as never, null)).toThrow(message)
    expect(() => createHref(undefined as unknown as string)).toThrow(message)
    expect(() => joinPatterns('/a', undefined as never)).toThrow(message)
  })

  it('shows its parts', () => {
    expect({
      ...RoutePattern.parse('https://:tenant.example.com:8080/blog(/:lang)/:slug?a=1&b'),
    }).toEqual({
      source: 'https://:tenant.example.com:8080/blog(/:lang)/:slug?a=1&b',
      protocol: 'https',
      hostname: [':tenant', '=.example.com'],
      port: '8080',
      pathname: ['=/blog', '?2', '=/', ':lang', '=/', ':slug'],
      search: [
        ['a', '1'],
        ['b', null],
      ],
    })
  })

  it('has no host, port and search unless they are written', () => {
    const { protocol, hostname, port, search } = RoutePattern.parse('/x')
    expect({ protocol, hostname, port, search }).toEqual({
      protocol: '',
      hostname: null,
      port: '',
      search: [],
    })
  })

  it('reads names as long as they go', () => {
    expect(RoutePattern.parse('/:a_$9B/*_x').pathname).toEqual(['=/', ':a_$9B', '=/', '*_x'])
  })

  it('takes escaped characters as text', () => {
    expect(RoutePattern.parse('/a\\:b\\(c\\)\\*\\\\d').pathname).toEqual(['=/a:b(c)*\\d'])
    expect(RoutePattern.parse('/a\\?b?c').pathname).toEqual(['=/a?b'])
    expect(RoutePattern.parse('/\\%41').pathname).toEqual(['=/%41'])
  })

  it('decodes static text and keeps a stray percent sign', () => {
    expect(RoutePattern.parse('/caf%C3%A9/100%/%zz').pathname).toEqual(['=/café/100%/%zz'])
  })

  it('reads an IPv6 address as a host', () => {
    expect(RoutePattern.parse('http://[::1]:3000/x')).toMatchObject({
      hostname: ['=[::1]'],
      port: '3000',
    })
  })

  it('treats a fragment as text', () => {
    expect(RoutePattern.parse('/a#b').pathname).toEqual(['=/a#b'])
  })

  it('reads sixteen optionals without writing them out', () => {
    const source = Array.from({ length: 16 }, (_, i) => `(/:p${i})`).join('')
    expect(RoutePattern.parse(source).pathname).toHaveLength(1 + 16 * 3)
  })

  it('reads deeply nested optionals', () => {
    const depth = 20_000
    const pattern = RoutePattern.parse(`/${'(a'.repeat(depth)}${')'.repeat(depth)}`)
    expect(pattern.pathname).toHaveLength(1 + depth * 2)
  })
})

describe('ParseError', () => {
  it.each([
    ['/a(b', 'unmatched (', 2],
    ['/a(b(c)', 'unmatched (', 2],
    ['/a)b', 'unmatched )', 2],
    ['/:', 'missing variable name', 1],
    ['/:9', 'missing variable name', 1],
    ['/a:/b', 'missing variable name', 2],
    ['/a\\', 'dangling escape', 2],
    ['ftp://x/', 'invalid protocol', 0],
    ['HTTP://x/', 'invalid protocol', 0],
    ['://:8080/x', 'missing hostname', 3],
    ['https://:80', 'missing hostname', 8],
    ['/**', 'adjacent wildcards', 2],
    ['/*a*b', 'adjacent wildcards', 3],
    ['/:a-x', 'invalid param delimiter', 3],
    ['/:a:b', 'invalid param delimiter', 3],
    ['/:year-:month', 'invalid param delimiter', 6],
    ['/:a*b', 'invalid param delimiter', 3],
    ['/*a:b', 'invalid param delimiter', 3],
    ['/(:a)b', 'invalid param delimiter', 5],
    ['/:a(x)', 'invalid param delimiter', 4],
    ['/:a(.b)c', 'invalid param delimiter', 7],
    ['http://:a-b.com/', 'invalid param delimiter', 9],
    ['/a()', 'empty optional', 2],
    ['/a(())', 'empty optional', 3],
    ['/books/:page?', 'optional without parentheses', 12],
    ['/:lang?/books', 'optional without parentheses', 6],
    ['https://example.com/:a?', 'optional without parentheses', 22],
    ['/(:a)(:b)', 'invalid param delimiter', 6],
    ['/:a(/):b', 'ambiguous optional captures', 6],
    ['/*a(/x)*b', 'ambiguous optional captures', 7],
    ['/:a(.b):c', 'ambiguous optional captures', 7],
    ['//x', 'leading double slash', 1],
    ['/(/x)', 'leading double slash', 2],
    ['(//x)', 'leading double slash', 2],
    ['https://h//x', 'leading double slash', 10],
  ] as const)('refuses %j: %s at %d', (source, type, index) => {
    let error
    try {
      RoutePattern.parse(source)
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(ParseError)
    expect(error).toMatchObject({ name: 'ParseError', type, source, index })
    expect((error as ParseError).message).toBe(`${type}\n\n${source}\n${' '.repeat(index)}^`)
  })
})

describe('erasePattern', () => {
  it.each([
    ['/u/:id', '/u/:name'],
    ['/w/*a', '/w/*'],
    ['/café', '/caf%C3%A9'],
    ['u/x', '/u/x'],
    ['http(s)://a.com/', '://A.com'],
    ['://*/x', '/x'],
    ['/x?a&b=1', '/x?b=1&a='],
    ['http://:a.b/', 'http://:c.b/'],
    ['http://bücher.example/', 'http://xn--bcher-kva.example/'],
  ])('is the same for %j and %j', (a, b) => {
    expect(erasePattern(a)).toBe(erasePattern(RoutePattern.parse(b)))
  })

  it.each([
    ['/u/:id', '/u/*id'],
    ['/u/:id', '/u/:id/'],
    ['/u(/:id)', '/u/:id'],
    ['/x', '/x?a'],
    ['/x?a', '/x?a=1'],
    ['/x', 'http:///x'],
    ['http://a/x', 'http://a:80/x'],
    ['/a%2Fb', '/a/b'],
  ])('differs for %j and %j', (a, b) => {
    expect(erasePattern(a)).not.toBe(erasePattern(b))
  })
})
