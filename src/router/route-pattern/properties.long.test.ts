import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  compare,
  createHref,
  createMatcher,
  createMultiMatcher,
  joinPatterns,
  ParseError,
  RoutePattern,
  type MultiMatch,
} from './index.ts'
import { BuiltInMatcher, createPathMatcher, serializePath } from './shared.ts'
import { referenceMatchAll } from './reference-matcher.fixture.ts'

const runs = { numRuns: 1000 }

const piece = fc.constantFrom(
  ...'/ / /a /b /a/b /:x /:y /:x.:y /:x.b /v:x /*w /* /*w/a /*w.b .b'.split(' '),
  ...'(/a) (/:z) (/:z/b) (.:f) (.b) (/a(/:n)) (a/) (a) (:o) (/*v) /(a)/'.split(' '),
)

/** Patterns the parser takes; most of what is put together here it does. */
const pattern = fc
  .array(piece, { minLength: 1, maxLength: 4 })
  .map((pieces) => pieces.join(''))
  .filter(isPattern)

const pathname = fc
  .array(fc.constantFrom('/', '/', 'a', 'b', 'a', '.', '%2F', '%2e', '%61', 'v', 'é', '%C3%A9'), {
    maxLength: 9,
  })
  .map((pieces) => new URL(`http://h/${pieces.join('')}`).pathname)

describe('a matcher of many patterns', () => {
  it('agrees with a naive matcher about what matches, with which params, in which order', () => {
    fc.assert(
      fc.property(
        fc.array(pattern, { minLength: 1, maxLength: 12 }),
        pathname,
        (patterns, path) => {
          const actual = matcherOf(patterns).matchAll(`http://h${path}`)
          const expected = referenceMatchAll(patterns, path)

          expect(
            actual.map(({ data, params }) => ({ index: data, params: { ...params } })),
          ).toEqual(expected.map(({ index, params }) => ({ index, params })))
        },
      ),
      runs,
    )
  })

  it('finds one at a time what it gives all at once', () => {
    fc.assert(
      fc.property(
        fc.array(pattern, { minLength: 1, maxLength: 12 }),
        pathname,
        fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
        (patterns, path, accepts) => {
          const matcher = matcherOf(patterns)
          const found = matcher.find(
            `http://h${path}`,
            (entries, accepted) => entries.find(({ data }) => accepted[data]),
            accepts,
          )
          const expected = matcher.matchAll(`http://h${path}`).find(({ data }) => accepts[data])

          expect(found && { data: found.data, params: found.params }).toEqual(
            expected === undefined ? null : { data: expected.data, params: expected.params },
          )
        },
      ),
      runs,
    )
  })

  it('offers equally specific patterns together, and only those', () => {
    fc.assert(
      fc.property(fc.array(pattern, { minLength: 1, maxLength: 8 }), pathname, (patterns, path) => {
        const matcher = matcherOf(patterns)
        const offered: number[][] = []
        matcher.find(
          `http://h${path}`,
          (entries) => {
            offered.push(entries.map(({ data }) => data))
            return undefined
          },
          null,
        )

        const expected: MultiMatch<number>[][] = []
        for (const match of matcher.matchAll(`http://h${path}`)) {
          const last = expected.at(-1)
          if (last !== undefined && compare(last[0]!, match) === 0) last.push(match)
          else expected.push([match])
        }
        expect(offered).toEqual(expected.map((matches) => matches.map(({ data }) => data)))
      }),
      runs,
    )
  })

  it('has the same opinion as a matcher of one pattern', () => {
    const origin = fc.constantFrom(
      '',
      '://h',
      '://:host',
      'http://*rest:80',
      'https://h',
      '://h:81',
    )
    const search = fc.constantFrom('', '?q', '?q=1')
    fc.assert(
      fc.property(
        fc
          .tuple(origin, pattern, search)
          .map((parts) => parts.join(''))
          .filter(isPattern),
        fc.tuple(pathname, fc.constantFrom('', '?q', '?q=1&q=2')).map((parts) => parts.join('')),
        fc.boolean(),
        (source, path, ignoreCase) => {
          const many = createMultiMatcher<null>({ ignoreCase })
          many.add(source, null)
          const url = `http://h${ignoreCase ? path.toUpperCase() : path}`
          const one = createMatcher(source, { ignoreCase }).match(url)

          const { url: parsed, pattern, params, paramsMeta } = many.match(url) ?? {}
          expect(one).toEqual(parsed ? { url: parsed, pattern, params, paramsMeta } : null)
        },
      ),
      runs,
    )
  })

  it('has the same opinion in the browser', () => {
    fc.assert(
      fc.property(fc.array(pattern, { minLength: 1, maxLength: 8 }), pathname, (patterns, path) => {
        const routes = patterns.map((source, data) => ({ path: serializePath(source), data }))
        const browser = createPathMatcher(JSON.parse(JSON.stringify(routes)) as typeof routes)
        const server = matcherOf(patterns).match(`http://h${path}`)

        expect(browser.match(path)).toEqual(server && { data: server.data, params: server.params })
      }),
      runs,
    )
  })
})

describe('compare', () => {
  it('is a total order on the matches of a URL', () => {
    const source = fc
      .tuple(
        fc.constantFrom('', '', '', 'http://', 'http(s)://', '://'),
        fc.constantFrom(
          'h.a.b',
          ':x.a.b',
          '*w.b',
          'h.:x.b',
          '*',
          'h.*w',
          '(h.)a.b',
          ':x.:y.:z',
          'h.a.b:80',
        ),
        pattern,
        fc.constantFrom('', '', '?a', '?a=1', '?a=1&b', '?b&a', '?a=1&b=2'),
      )
      .map(([protocol, host, path, search]) => {
        const normal = new RoutePattern(path).source
        // A host needs a path that begins with a slash of its own.
        return protocol === '' || !normal.startsWith('/')
          ? normal + search
          : protocol + host + normal + search
      })

    fc.assert(
      fc.property(fc.array(source, { minLength: 3, maxLength: 10 }), pathname, (sources, path) => {
        const matches = matcherOf(sources).matchAll(`http://h.a.b${path}?a=1&b=2`)
        for (const a of matches) {
          expect(compare(a, a)).toBe(0)
          for (const b of matches) {
            expect(Math.sign(compare(a, b))).toBe(-Math.sign(compare(b, a)) + 0)
            for (const c of matches) {
              if (compare(a, b) >= 0 && compare(b, c) >= 0) {
                expect(compare(a, c)).toBeGreaterThanOrEqual(0)
              }
            }
          }
        }
        for (let i = 1; i < matches.length; i++) {
          expect(compare(matches[i - 1]!, matches[i]!)).toBeGreaterThanOrEqual(0)
        }
      }),
      runs,
    )
  })
})

describe('createHref', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }).filter((value) => {
    return value.isWellFormed() && value !== '.' && value !== '..'
  })
  const wildcardText = fc
    .array(fc.oneof(text, fc.constant('')), { maxLength: 3 })
    .map((pieces) => pieces.join('/'))
    .filter((value) => value.split('/').every((segment) => segment !== '.' && segment !== '..'))

  it('writes what matching gives back', () => {
    const sources = [
      '/:a',
      '/x/:a/y/:b',
      '/v:a',
      '/:a.:b',
      '/:a.json',
      '/x/:a(.:b)',
      '/x(/:a(/:b(/:c)))',
      '(/:a)/promo',
      '/promo/(:a)/x',
      '/x/*w',
      '/*w',
      '/:a/*w',
      '/x/*w/end',
      '/*w.:b',
      '/%2F/:a',
      '/é b\\?/:a',
    ]
    fc.assert(
      fc.property(
        fc.constantFrom(...sources),
        fc.record({ a: fc.option(text), b: fc.option(text), c: fc.option(text), w: wildcardText }),
        (source, values) => {
          const captured = Object.keys(createMatcher(source).match(example(source))!.params)
          const given = Object.fromEntries(
            captured.map((name) => [name, (values as Record<string, string | null>)[name]]),
          )
          // Inner optionals go with outer ones.
          if (source.startsWith('/x(') && given.a === null) given.b = null
          if (source.startsWith('/x(') && given.b === null) given.c = null
          const params = Object.fromEntries(
            captured.map((name) => [
              name,
              given[name] ?? (isOptional(source, name) ? undefined : 'z'),
            ]),
          )

          const href = createHref(source as string, params)
          expect(href).not.toMatch(/^\/\//)
          expect({ ...createMatcher(source).match(`http://h${href}`)?.params }).toEqual(params)
        },
      ),
      runs,
    )
  })

  it('always writes what its own pattern matches, and never two slashes at the beginning', () => {
    fc.assert(
      fc.property(
        pattern,
        fc.dictionary(fc.constantFrom('x', 'y', 'z', 'f', 'n', 'o', 'v', 'w'), text),
        (source, given) => {
          if (source.replace(/\(.*\)/, '').match(/\*(?!\w)/)) return
          const params = { x: '1', y: '2', w: '3/4', ...given }
          let href
          try {
            href = createHref(source as string, params)
          } catch (error) {
            const { type, value } = (error as { details: { type: string; value?: string } }).details
            if (type === 'invalid-pathname-wildcard') expect(value).toMatch(/(^|\/)\.\.?(\/|$)/)
            else expect(type).toBe('nameless-wildcard')
            return
          }
          expect(href).not.toMatch(/^\/\//)
          expect(new URL(href, 'http://h').pathname).toBe(href)
          expect(createMatcher(source).match(`http://h${href}`)).not.toBeNull()
        },
      ),
      runs,
    )
  })

  function isOptional(source: string, name: string): boolean {
    return new RegExp(`\\([^)]*:${name}\\b`).test(source)
  }

  function example(source: string): string {
    return `http://h${createHref(source as string, { a: '1', b: '2', c: '3', w: '4' })}`
  }
})

describe('joinPatterns', () => {
  it('makes a pattern, and joining with / changes nothing', () => {
    fc.assert(
      fc.property(pattern, pattern, (left, right) => {
        expect(joinPatterns('/', left)).toEqual(new RoutePattern(left))
        expect(joinPatterns(left, '/')).toEqual(new RoutePattern(left))
        try {
          const joined = joinPatterns(left, right)
          expect(new RoutePattern(joined.source)).toEqual(joined)
        } catch (error) {
          // Two halves that are fine may touch in a way that is not.
          expect(error).toBeInstanceOf(ParseError)
        }
      }),
      runs,
    )
  })
})

function isPattern(source: string): boolean {
  try {
    RoutePattern.parse(source)
    return true
  } catch (error) {
    if (error instanceof ParseError) return false
    throw error
  }
}

function matcherOf(patterns: readonly string[]): BuiltInMatcher<number> {
  const matcher = new BuiltInMatcher<number>()
  patterns.forEach((source, index) => matcher.add(source, index))
  return matcher
}
