import { describe, expect, it } from 'vitest'

import { createMatcher, createMultiMatcher, MatcherResourceError, RoutePattern } from './index.ts'
import { BuiltInMatcher } from './shared.ts'

function matcherOf(...patterns: string[]): BuiltInMatcher<string> {
  const matcher = new BuiltInMatcher<string>()
  for (const pattern of patterns) matcher.add(pattern, pattern)
  return matcher
}

/** The patterns that match, the most specific first. */
function ranked(url: string, ...patterns: string[]): string[] {
  const href = url.startsWith('/') ? `https://example.com${url}` : url
  const forwards = matcherOf(...patterns)
    .matchAll(href)
    .map(({ data }) => data)
  const backwards = matcherOf(...patterns.toReversed())
    .matchAll(href)
    .map(({ data }) => data)
  expect(backwards, 'the order of registration does not matter').toEqual(forwards)
  return forwards
}

describe('matchAll', () => {
  it('puts text before variables before wildcards', () => {
    expect(
      ranked('/users/new', '/*', '/users/*rest', '/:a/:b', '/users/:id', '/users/new'),
    ).toEqual(['/users/new', '/users/:id', '/users/*rest', '/:a/:b', '/*'])
  })

  it('decides at the first difference from the left', () => {
    expect(ranked('/a/b/c', '/:z/b/c', '/a/:x/c', '/a/b/:y')).toEqual([
      '/a/b/:y',
      '/a/:x/c',
      '/:z/b/c',
    ])
  })

  it('matches inside of segments', () => {
    expect(
      ranked('/v1.json', '/:x', '/v:x', '/v:x.json', '/:x.json', '/:x.:y', '/*w', '/v*w', '/v1*w'),
    ).toEqual(['/v1*w', '/v:x.json', '/v:x', '/v*w', '/:x.json', '/:x.:y', '/:x', '/*w'])
  })

  it('puts no captures before captures that take nothing', () => {
    expect(ranked('/w/', '/w/*p', '/w/')).toEqual(['/w/', '/w/*p'])
    expect(ranked('/x/', '/:a/*p', '/:a/')).toEqual(['/:a/', '/:a/*p'])
  })

  it('ranks an optional by what it captures in this URL', () => {
    expect(ranked('/x/1', '/x(/:a)', '/x/*p')).toEqual(['/x(/:a)', '/x/*p'])
    expect(ranked('/x', '/x(/:a)', '/:a')).toEqual(['/x(/:a)', '/:a'])
  })

  it('puts an explicit protocol before an explicit port before a host before a path', () => {
    expect(
      ranked(
        'http://a.example.com:8080/x/y',
        '/x/y',
        '://:sub.example.com:8080/*',
        'http:///*',
        'http(s)://*:8080/*',
        '://a.example.com:8080/*p',
      ),
    ).toEqual([
      'http:///*',
      '://a.example.com:8080/*p',
      '://:sub.example.com:8080/*',
      'http(s)://*:8080/*',
      '/x/y',
    ])
  })

  it('compares hosts label by label from the right', () => {
    expect(
      ranked(
        'https://a.b.example.com/x',
        '://a.b.example.com/*',
        '://:x.b.example.com/x',
        '://a.:x.example.com/x',
        '://*w.example.com/x',
        '://*w.com/x',
        '://a.b.:x.com/x',
        '/x',
      ),
    ).toEqual([
      '://a.b.example.com/*',
      '://:x.b.example.com/x',
      '://a.:x.example.com/x',
      '://*w.example.com/x',
      '://a.b.:x.com/x',
      '://*w.com/x',
      '/x',
    ])
  })

  it('puts values before keys in the search', () => {
    expect(
      ranked('/x?a=1&b=2', '/x', '/x?a', '/x?a&b', '/x?a=1', '/x?a=1&b', '/x?a=1&b=2'),
    ).toEqual(['/x?a=1&b=2', '/x?a=1&b', '/x?a=1', '/x?a&b', '/x?a', '/x'])
  })

  it('keeps equally specific patterns in the order they were added', () => {
    const patterns = ['/x/:b', '/x/:a', '/x(/:c)', '://*/x/:d', '/x/:b']
    const url = 'https://example.com/x/1'
    expect(
      matcherOf(...patterns)
        .matchAll(url)
        .map(({ data }) => data),
    ).toEqual(patterns)
    const reversed = patterns.toReversed()
    expect(
      matcherOf(...reversed)
        .matchAll(url)
        .map(({ data }) => data),
    ).toEqual(reversed)
  })

  it('gives each match its params and data', () => {
    const [first, second] = matcherOf('/:a/:b', '/x/:c').matchAll('https://example.com/x/1')
    expect(first).toMatchObject({ data: '/x/:c', params: { c: '1' } })
    expect(second).toMatchObject({ data: '/:a/:b', params: { a: 'x', b: '1' } })
  })

  it('is empty when nothing matches, or the URL is not http', () => {
    expect(matcherOf('/x').matchAll('https://example.com/y')).toEqual([])
    expect(matcherOf('/*').matchAll('mailto:a@example.com')).toEqual([])
  })
})

describe('match', () => {
  it('is the first of all matches, or null', () => {
    const matcher = matcherOf('/x/*', '/x/:a')
    expect(matcher.match(new URL('https://example.com/x/1'))?.data).toBe('/x/:a')
    expect(matcher.match('https://example.com/y')).toBeNull()
  })

  it('writes the whole match as JSON', () => {
    const match = matcherOf('/x/:a').match('https://example.com/x/1')
    expect(JSON.parse(JSON.stringify(match))).toMatchObject({
      url: 'https://example.com/x/1',
      pattern: { source: '/x/:a' },
      params: { a: '1' },
      paramsMeta: { pathname: [{ name: 'a', begin: 3, end: 4 }] },
      data: '/x/:a',
    })
  })

  it('reads a URL as the URL parser does, also after a URL with the same origin', () => {
    const matcher = matcherOf('/x', '/x/:a', '/*rest')
    const targets = [
      '/x',
      '/x/../x',
      '/x/%2e',
      '/x/a b',
      '/x/é',
      '/x\\1',
      '/x\t/1',
      ' ',
      '?a',
      '.de/x',
      '',
    ]
    for (const target of [...targets, ...targets]) {
      const url = `https://example.com${target}`
      const expected = matcher.matchAll(url)[0]
      expect(JSON.stringify(matcher.match(url)), url).toBe(JSON.stringify(expected ?? null))
      expect(JSON.stringify(matcher.match(new URL(url))), url).toBe(
        JSON.stringify(expected ?? null),
      )
    }
    expect(() => matcher.match('https://example.com:port/x')).toThrow(TypeError)
    expect(matcher.match('data:x')).toBeNull()
    expect(() => matcher.match('x')).toThrow(TypeError)
  })
})

describe('add', () => {
  it('takes effect at once', () => {
    const matcher = matcherOf('/:a')
    expect(matcher.match('https://example.com/x')?.data).toBe('/:a')
    matcher.add(RoutePattern.parse('/x'), 'later')
    expect(matcher.match('https://example.com/x')?.data).toBe('later')
  })

  it('adds nothing when the pattern is refused', () => {
    const matcher = new BuiltInMatcher<string>({ limits: { totalLength: 4 } })
    expect(() => matcher.add('/(', '')).toThrow('unmatched (')
    expect(() => matcher.add('/long', '')).toThrow(MatcherResourceError)
    matcher.add('/abc', 'fits')
    expect(matcher.match('https://example.com/abc')?.data).toBe('fits')
    expect(matcher.match('https://example.com/long')).toBeNull()
  })
})

describe('find', () => {
  const first = <Entry>(entries: readonly Entry[]): Entry | undefined => entries[0]

  it('works on a serialised URL', () => {
    const matcher = matcherOf('/users/:id', '/w/*rest', '/')
    expect(matcher.find('https://example.com/users/a%20b?x#y', first, null)).toMatchObject({
      data: '/users/:id',
      params: { id: 'a b' },
      pattern: { source: '/users/:id' },
    })
    expect(matcher.find('http://h/w/a/b#/c?d', first, null)?.params).toEqual(
      Object.assign(Object.create(null), { rest: 'a/b' }),
    )
    expect(matcher.find('http://h/?q', first, null)?.data).toBe('/')
    expect(matcher.find('http://h/none', first, null)).toBeNull()
    expect(matcher.find('http://h/users/%zz', first, null)).toBeNull()
    expect(matcher.find('ws://h/', first, null)).toBeNull()
    expect(matcher.find('https+x://h/', first, null)).toBeNull()
  })

  it('offers equally specific entries together and goes on when none is picked', () => {
    const matcher = new BuiltInMatcher<string>()
    matcher.add('/u/:id', 'POST')
    matcher.add('/u/:name', 'ANY')
    matcher.add('/u/new', 'GET')
    const offered: string[][] = []
    const found = matcher.find(
      'http://h/u/new',
      (entries, method) => {
        offered.push(entries.map(({ data }) => data))
        return entries.find(({ data }) => data === method)
      },
      'ANY',
    )
    expect(offered).toEqual([['GET'], ['POST', 'ANY']])
    expect(found).toMatchObject({ data: 'ANY', params: { name: 'new' } })
  })

  it('offers only what matches the search, the most constrained first', () => {
    const offered: string[][] = []
    matcherOf('/x', '/x?q', '/x?q=1', '/x?z', '/x?r', '/*').find(
      'http://h/x?q=1&r',
      (entries) => {
        offered.push(entries.map(({ data }) => data))
        return undefined
      },
      null,
    )
    expect(offered).toEqual([['/x?q=1'], ['/x?q', '/x?r'], ['/x'], ['/*']])
  })

  it('knows hosts, and offers together what different origins match equally well', () => {
    const matcher = matcherOf('/x/:a', '://*/x/:b', '://:t.com/*p', 'http://h.com/y')
    const offered: string[][] = []
    const found = matcher.find(
      'http://h.com/x/1',
      (entries) => {
        offered.push(entries.map(({ data }) => data))
        return entries.find(({ data }) => data === '://*/x/:b')
      },
      null,
    )
    expect(offered).toEqual([['://:t.com/*p'], ['/x/:a', '://*/x/:b']])
    expect(found?.params).toEqual(Object.assign(Object.create(null), { b: '1' }))
    expect(matcher.find('http://h.com/z', first, null)?.params).toEqual(
      Object.assign(Object.create(null), { t: 'h', p: 'z' }),
    )
    expect(matcher.find('http://h.com:81/z', first, null)).toBeNull()
  })
})

describe('limits', () => {
  it('must be numbers of 0 or more', () => {
    expect(() => createMultiMatcher({ limits: { totalLength: -1 } })).toThrow(
      new RangeError('Cannot use -1 as "totalLength": it must be a number, 0 or more'),
    )
    expect(() => createMultiMatcher({ limits: { work: Number.NaN } })).toThrow(
      new RangeError('Cannot use NaN as "work": it must be a number, 0 or more'),
    )
    expect(() => createMatcher('/a', { limits: { patternLength: '9' as never } })).toThrow(
      new RangeError('Cannot use "9" as "patternLength": it must be a number, 0 or more'),
    )
  })

  it('must be known, like other options', () => {
    const limits = { length: -1 } as object
    const message =
      '`limits` has no option "length". Its options are patternLength, totalLength, work.'
    expect(() => createMultiMatcher({ limits })).toThrow(new TypeError(message))
    expect(() => createMatcher('/a', { limits })).toThrow(new TypeError(message))
    expect(() => createMultiMatcher({ ignorecase: true } as object)).toThrow(
      'createMultiMatcher() has no option "ignorecase". Its options are ignoreCase, limits.',
    )
    expect(() => createMatcher('/a', { ignorecase: true } as object)).toThrow(
      'createMatcher() has no option "ignorecase"',
    )
  })

  it('bound the length of a pattern', () => {
    const matcher = new BuiltInMatcher<null>()
    matcher.add(`/${'a'.repeat(65_535)}`, null)
    expect(() => matcher.add(`/${'a'.repeat(65_536)}`, null)).toThrow(
      'Cannot match: the limit `patternLength` is 65536, and 65537 is needed.',
    )
  })

  it('bound the length of all patterns', () => {
    const matcher = new BuiltInMatcher<null>({ limits: { totalLength: 10 } })
    matcher.add('/abcd', null)
    matcher.add('/efgh', null)
    let error
    try {
      matcher.add('/', null)
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(MatcherResourceError)
    expect(error).toMatchObject({
      name: 'MatcherResourceError',
      status: 414,
      details: { limit: 'totalLength', maximum: 10, actual: 11 },
    })
  })

  it('bound the work for one URL, and a later URL starts afresh', () => {
    const matcher = new BuiltInMatcher<null>({ limits: { work: 1_000 } })
    matcher.add('/*a/x/*b/y', null)
    const long = `https://example.com/${'x/'.repeat(5_000)}y`
    expect(() => matcher.match(long)).toThrow(MatcherResourceError)
    expect(() => matcher.find(long, (entries) => entries[0], null)).toThrow(MatcherResourceError)
    expect(matcher.match('https://example.com/1/x/2/y')?.params.b).toBe('2')
  })

  it('are wide enough for a 64 kB path on ordinary patterns', () => {
    const matcher = matcherOf('/a/:b', '/files/*path', '/x/*a/y/*b.:ext', '(/:lang)/*rest')
    const path = `/files/${'a.b/'.repeat(16_000)}`
    expect(matcher.match(`https://example.com${path}`)?.data).toBe('/files/*path')
  })
})
