import { describe, expect, it } from 'vitest'

import { joinPatterns, RoutePattern, type JoinPatterns } from './index.ts'

/** The type says what the value is. */
function join<const Left extends string, const Right extends string>(
  left: Left,
  right: Right,
  expected: NoInfer<JoinPatterns<Left, Right>>,
): void {
  expect(joinPatterns(left, right)).toEqual(new RoutePattern(expected))
  expect(joinPatterns(left, right).source).toBe(expected)
}

describe('joinPatterns', () => {
  it('puts exactly one slash between two paths', () => {
    join('a', 'b', '/a/b')
    join('/a', '/b', '/a/b')
    join('/a/', '/b', '/a/b')
    join('/a/', 'b/', '/a/b/')
    join('posts', ':id', '/posts/:id')
    join('/a/', '*rest', '/a/*rest')
  })

  it('leaves the left side unchanged when the right path is empty', () => {
    join('api', '/', '/api')
    join('api', '', '/api')
    join('/api/', '/', '/api/')
    join('/', '/', '/')
    join('', '', '/')
  })

  it('is the right side when the left path is empty', () => {
    join('/', 'about', '/about')
    join('', '/about/', '/about/')
    join('/', '(/:lang)/promo', '(/:lang)/promo')
    join('/', '(lang/)promo', '/(lang/)promo')
  })

  it('counts slashes inside of optionals', () => {
    join('blog', '(/:lang)/:slug', '/blog(/:lang)/:slug')
    join('(a/)', '(/b)', '/(a)(/b)')
    join('/(a/)', 'b', '/(a)/b')
    join('/a(/)', 'b', '/a/b')
    join('/a(b(/))', '(/c)', '/a(b)(/c)')
    join('(/:lang)', 'promo', '(/:lang)/promo')
    join('(/:lang)', '(/x)', '(/:lang)(/x)')
    join('/a', '((/b)/c)', '/a((/b)/c)')
    join('/a', '((b/)c)', '/a/((b/)c)')
  })

  it('lets the right side win protocol, host and port when it has them', () => {
    join('https://a.com/x', 'y', 'https://a.com/x/y')
    join('/x', 'https://a.com/y', 'https://a.com/x/y')
    join('http://a.com/x', 'https://b.com/y', 'https://b.com/x/y')
    join('http://a.com:8080/x', '://b.com/y', 'http://b.com:8080/x/y')
    join('http://a.com:8080', 'https://b.com:9000', 'https://b.com:9000/')
    join('https://a.com', '://*/x', 'https://*/x')
    join('https://a.com:8080', '(/:lang)/promo', 'https://a.com:8080(/:lang)/promo')
    join('https://a.com((/:lang)/promo)', 'x', 'https://a.com((/:lang)/promo)/x')
    join('://:tenant.a.com:8080/x', 'y', '://:tenant.a.com:8080/x/y')
  })

  it('asks for the search constraints of both', () => {
    join('/x?a=1', 'y', '/x/y?a=1')
    join('/x', 'y?b', '/x/y?b')
    join('/x?a=1', 'y?b', '/x/y?a=1&b')
    join('/x?a=1', '?a=2', '/x?a=1&a=2')
    join('/x?a=1', '?a=1&b', '/x?a=1&b')
    join('/x?b&a=1', 'y?a=1', '/x/y?b&a=1')
    join('/x?aa', '?a', '/x?aa&a')
    join('/x?a&a', '?b&b&', '/x?a&a&b')
  })

  it('keeps escaped characters', () => {
    join('/a\\?b', 'c\\:d', '/a\\?b/c\\:d')
    join('/a\\?b?q', 'c', '/a\\?b/c?q')
  })

  it('takes parsed patterns', () => {
    expect(joinPatterns(RoutePattern.parse('a'), RoutePattern.parse('b')).source).toBe('/a/b')
  })

  it('refuses a side that is not a pattern, even where the other would hide it', () => {
    expect(() => joinPatterns('/a', '(')).toThrow('unmatched (')
    expect(() => joinPatterns('/a', '//b')).toThrow('leading double slash')
    expect(() => joinPatterns('/(a', '/b)')).toThrow('unmatched (')
  })
})
