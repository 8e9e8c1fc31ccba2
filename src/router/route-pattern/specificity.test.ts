import { describe, expect, it } from 'vitest'

import {
  ascending,
  compare,
  createMatcher,
  descending,
  equal,
  greaterThan,
  lessThan,
  type Match,
} from './index.ts'

const url = 'https://example.com/users/new'

function matchOf(pattern: string, of = url): Match {
  return createMatcher(pattern).match(of) as Match
}

describe('compare', () => {
  it('is positive if the first is more specific', () => {
    expect(compare(matchOf('/users/new'), matchOf('/users/:id'))).toBeGreaterThan(0)
    expect(compare(matchOf('/*'), matchOf('/users/:id'))).toBeLessThan(0)
    expect(compare(matchOf('/users/:id'), matchOf('/users/:name'))).toBe(0)
  })

  it('has words for each case', () => {
    expect(greaterThan(matchOf('/users/new'), matchOf('/users/:id'))).toBe(true)
    expect(lessThan(matchOf('/users/new'), matchOf('/users/:id'))).toBe(false)
    expect(lessThan(matchOf('/*'), matchOf('/users/:id'))).toBe(true)
    expect(equal(matchOf('/users/:id'), matchOf('/users/:name'))).toBe(true)
    expect(equal(matchOf('/users/:id'), matchOf('/users/*id'))).toBe(false)
  })

  it('sorts matches by specificity', () => {
    const matches = ['/users/:id', '/*', '/users/new'].map((pattern) => matchOf(pattern))
    const sources = (sorted: Match[]): string[] => sorted.map(({ pattern }) => pattern.source)
    expect(sources(matches.toSorted(ascending))).toEqual(['/*', '/users/:id', '/users/new'])
    expect(sources(matches.toSorted(descending))).toEqual(['/users/new', '/users/:id', '/*'])
  })

  it('refuses matches of different URLs', () => {
    expect(() => compare(matchOf('/*'), matchOf('/*', 'https://example.com/other'))).toThrow(
      TypeError,
    )
    expect(() => equal(matchOf('/*'), matchOf('/*', `${url}?q`))).toThrow(
      'Cannot compare a match of https://example.com/users/new with a match of https://example.com/users/new?q',
    )
  })
})
