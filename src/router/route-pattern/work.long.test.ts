import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  createHref,
  createMultiMatcher,
  MatcherResourceError,
  ParseError,
  RoutePattern,
} from './index.ts'
import { createMeter } from './limits.ts'
import { BuiltInMatcher } from './multi-matcher.ts'
import { parse } from './parse.ts'
import { createProgram, run, Subject } from './program.ts'

/** Steps that matching `pattern` against `path` takes. */
function stepsOf(pattern: string, path: string): number {
  const meter = createMeter(Infinity)
  run(createProgram(new RoutePattern(pattern).pathname), new Subject(path, path, '/'), meter)
  return meter.work
}

/** A string that counts how many of its characters are looked at. */
function countedString(text: string): { string: string; count: () => number } {
  let count = 0
  const counted = new Proxy(Object(text) as object, {
    get(_, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) {
        count++
        return text[Number(key)]
      }
      const member = (text as unknown as Record<PropertyKey, unknown>)[key]
      if (typeof member !== 'function') return member
      return (...args: unknown[]): unknown => {
        const result: unknown = member.apply(text, args)
        if (key === 'charCodeAt') count++
        else if (key === 'slice') count += (result as string).length
        else if (key === 'indexOf') {
          count += (result === -1 ? text.length : (result as number)) - (Number(args[1] ?? 0) - 1)
        } else if (key === 'lastIndexOf' || key === 'toString') count += text.length
        else throw new Error(`${String(key)}() is not counted`)
        return result
      }
    },
  })
  return { string: counted as unknown as string, count: () => count }
}

const hostile = [
  '/*a/x/*b/x/*c/x/*d/x/*e/end',
  '/*a-*b-*c-*d-*e-!',
  '/:a.:b.:c.:d.:e.!',
  `/${'(a)'.repeat(16)}b`,
  `/${'(a(a(a(a))))'.repeat(4)}!`,
  Array.from({ length: 16 }, (_, i) => `(/:p${i})`).join(''),
  '/*w(/:a(/:b(/:c(/:d(/:e)))))/!',
  '/*w.:a(.:b(.:c)).!',
  '(/*a)(/x)(/:b)(/y)/:c.:d/*e/!',
]
const units = ['a', '/', '.', 'x/', '-', 'a.', '/x', 'a/', '(', '/a.x']

describe('the work of matching', () => {
  it('is at most pattern length times path length for hostile patterns and paths', () => {
    for (const pattern of hostile) {
      for (const unit of units) {
        const path = `/${unit.repeat(2_000)}`
        expect(stepsOf(pattern, path), `${pattern} on ${unit}`).toBeLessThanOrEqual(
          2 * (pattern.length + 1) * (path.length + 1),
        )
      }
    }
  })

  it('grows in proportion to the path', () => {
    for (const pattern of hostile) {
      for (const unit of units) {
        const short = stepsOf(pattern, `/${unit.repeat(500)}`)
        const long = stepsOf(pattern, `/${unit.repeat(4_000)}`)
        expect(long, `${pattern} on ${unit}`).toBeLessThanOrEqual(9 * short)
      }
    }
  })

  it('has that bound for any pattern and path', () => {
    const source = fc
      .array(fc.constantFrom('/', 'a', '.', '-', '*w', ':v', '(', ')', '/:x', '(/:y)', '(.z)'), {
        maxLength: 30,
      })
      .map((pieces) => `/${pieces.join('')}`)
    const path = fc.array(fc.constantFrom('/', 'a', '.', '-', 'z'), { maxLength: 60 })

    fc.assert(
      fc.property(source, path, (pattern, pieces) => {
        fc.pre(isPattern(pattern))
        const steps = stepsOf(pattern, `/${pieces.join('')}`)
        expect(steps).toBeLessThanOrEqual(2 * (pattern.length + 1) * (pieces.length + 2))
      }),
      { numRuns: 5_000 },
    )
  })

  it('ends in a result or in MatcherResourceError for 64 kB paths', () => {
    const matcher = new BuiltInMatcher<string>()
    for (const pattern of hostile) matcher.add(pattern, pattern)
    matcher.add('/:a/:b', 'plain')
    for (const unit of units) {
      const href = new URL(`https://h/${unit.repeat(65_536 / unit.length)}`).href
      try {
        matcher.find(href, (entries) => entries[0], null)
      } catch (error) {
        expect(error).toBeInstanceOf(MatcherResourceError)
      }
    }
  })

  it('does not recurse on the depth of a route table', () => {
    const matcher = createMultiMatcher<number>({ limits: { work: Infinity } })
    for (let i = 1; i <= 2_000; i++) matcher.add(`/${'a'.repeat(i)}`, i)
    matcher.add(`/${':x/'.repeat(20_000)}`, -1)
    matcher.add(`/${'b/'.repeat(20_000)}*rest`, -2)
    expect(matcher.match(`https://h/${'a'.repeat(2_000)}`)?.data).toBe(2_000)
    expect(matcher.match(`https://h/${'c/'.repeat(20_000)}`)?.data).toBe(-1)
    expect(matcher.match(`https://h/${'b/'.repeat(20_000)}z`)?.data).toBe(-2)

    for (let i = 1; i <= 1_500; i++) matcher.add(`/${'d/'.repeat(i)}:x`, i)
    expect(matcher.match(`https://h/${'d/'.repeat(1_500)}z`)?.data).toBe(1_500)
    expect(matcher.match(`https://h/${'d/'.repeat(1_501)}z`)).toBeNull()
  })

  it('of the tree is at most its nodes', () => {
    const matcher = createMultiMatcher<number>({ limits: { work: 3_000 } })
    // Every path of text and variables, 10 deep: the walk may visit each node once.
    for (let i = 0; i < 1_024; i++) {
      const segments = Array.from({ length: 10 }, (_, bit) => (i & (1 << bit) ? 'a' : ':v'))
      matcher.add(`/${segments.join('/')}/end`, i)
    }
    expect(matcher.match(`https://h${'/a'.repeat(10)}/miss`)).toBeNull()
  })
})

describe('the work of parsing', () => {
  it('is linear', () => {
    const sources = [
      '\\',
      '(',
      ')',
      '[',
      ':',
      '*',
      '/',
      '.',
      '%',
      '%41',
      '?',
      '(a)',
      '(/:a)',
      '\\?',
      '\\\\',
      '()',
      ':a.',
      'a:1',
      'x',
    ].flatMap((unit) =>
      ['', '/', 'http://', 'http://x/'].map((prefix) => prefix + unit.repeat(5_000)),
    )

    for (const source of sources) {
      const { string, count } = countedString(source)
      try {
        parse(string)
      } catch (error) {
        expect(error).toBeInstanceOf(ParseError)
      }
      expect(count(), source.slice(0, 20)).toBeLessThanOrEqual(20 * source.length + 100)
    }
  })
})

describe('the work of createHref', () => {
  it('looks at each token a bounded number of times', () => {
    const depth = 5_000
    const sources = [
      `/${'(a'.repeat(depth)}${')'.repeat(depth)}`,
      `/${'(/:x'.repeat(depth)}${')'.repeat(depth)}`.replace('/(/', '/a(/'),
      `/a${'(/:y)'.repeat(depth)}`,
      `/${':x/'.repeat(depth)}`,
      `/a${'(.b)'.repeat(depth)}`,
    ]
    for (const source of sources) {
      let looks = 0
      const pattern = new RoutePattern(source)
      const counted = Object.assign(
        Object.create(RoutePattern.prototype) as RoutePattern,
        pattern,
        {
          pathname: new Proxy(pattern.pathname, {
            get(tokens, key, receiver) {
              looks++
              return Reflect.get(tokens, key, receiver) as unknown
            },
          }),
        },
      )
      expect(createHref(counted, { x: '1' })).toBe(createHref(source as string, { x: '1' }))
      expect(looks, source.slice(0, 20)).toBeLessThanOrEqual(20 * pattern.pathname.length + 100)
    }
  })
})

function isPattern(source: string): boolean {
  try {
    return Boolean(new RoutePattern(source))
  } catch {
    return false // Most random text is none.
  }
}
