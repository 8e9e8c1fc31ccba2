import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPathMatcher, createPlainMatcher, isPlainPath, serializePath } from './shared.ts'

const read = (pattern: string): readonly string[] => serializePath(pattern, { splat: true })
const routesOf = (patterns: readonly string[]) =>
  patterns.map((pattern, i) => ({ path: read(pattern), data: `${i} ${pattern}` }))

const segment = fc.constantFrom(
  'a',
  'b',
  'a.b',
  'v1',
  'café',
  'a b',
  '+',
  '(',
  '[x]',
  '%2F',
  'a%2Fb',
  '😀',
  '$',
)
const patternSegment = fc.oneof(
  segment.map((text) => text.replace(/[():*\\]/g, '\\$&')),
  fc.constantFrom(':a', ':b', ':c', 'v:version', 'a-:b'),
)
const anyPattern = fc
  .tuple(fc.array(patternSegment, { maxLength: 4 }), fc.constantFrom('', '', '/', '/*'))
  .map(([segments, end]) => `/${segments.join('/')}${end}`.replace(/^\/\//, '/'))
const anyPathname = fc
  .array(fc.oneof(segment, fc.constantFrom('', 'v3', '%zz', '%0A', '%2e', '\uDC2F', 'A')), {
    maxLength: 5,
  })
  .map((segments) => new URL(`http://h/${segments.join('/').replace(/^\/+/, '')}`).pathname)

const anyText = fc.string({ minLength: 1, unit: 'binary' })

describe('createPlainMatcher', () => {
  it('has the results of the whole matcher, whatever the patterns and the path', () => {
    fc.assert(
      fc.property(
        fc.array(anyPattern, { minLength: 1, maxLength: 8 }),
        anyPathname,
        (patterns, pathname) => {
          const routes = routesOf(patterns)
          expect(routes.every(({ path }) => isPlainPath(path))).toBe(true)
          const plain = createPlainMatcher(routes).match(pathname)
          const whole = createPathMatcher(routes).match(pathname)
          expect(plain?.data).toBe(whole?.data)
          expect({ ...plain?.params }).toEqual({ ...whole?.params })
        },
      ),
      { numRuns: 3000 },
    )
  })

  it('writes a path as the whole matcher does', () => {
    fc.assert(
      fc.property(
        anyPattern,
        // A variable is never empty.
        fc.record({ a: anyText, b: anyText, c: anyText, version: anyText }),
        fc.option(anyText, { nil: undefined }),
        (pattern, params, splat) => {
          const values = { ...params, '*': splat }
          const path = read(pattern)
          expect(createPlainMatcher([]).write(path, values)).toBe(
            createPathMatcher([]).write(path, values),
          )
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('keeps equally specific routes in their order', () => {
    const matcher = createPlainMatcher(routesOf(['/x', '/:b', '/:a']))
    expect(matcher.match('/1')?.data).toBe('1 /:b')
  })

  it('is for paths without optionals, inner wildcards and dots that end a param', () => {
    for (const pattern of ['/', '/*', '/books/:slug', '/books/:slug/*', '/v:version/x', '/a.txt']) {
      expect([pattern, isPlainPath(read(pattern))]).toEqual([pattern, true])
    }
    for (const pattern of ['/(:lang/)x', '/*path', '/a/*/b', '/:name.:type', '/x*']) {
      expect([pattern, isPlainPath(read(pattern))]).toEqual([pattern, false])
    }
  })
})
