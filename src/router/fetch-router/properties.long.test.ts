import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compare, createMatcher, createMultiMatcher, ParseError } from '../route-pattern/index.ts'
import type { RouteMethod } from '../routes/index.ts'
import { createRouter, type Router } from './index.ts'

// Few enough that several are equally specific.
const piece = fc.constantFrom(...'/a /:x /:x.:y /*w (/:o) (/a) (.:f)'.split(' '))
const pattern = fc
  .tuple(
    fc.constantFrom(...Array(9).fill(''), '://h', '://:t', 'http://h', '://h:81', '://*'),
    fc.array(piece, { minLength: 1, maxLength: 2 }).map((pieces) => pieces.join('')),
    fc.constantFrom(...Array(6).fill(''), '?q', '?q=1'),
  )
  .map((parts) => parts.join(''))
  .filter(isPattern)

const url = fc
  .tuple(
    fc.constantFrom(...Array(6).fill('http://h/'), 'https://h/', 'http://h:81/', 'http://z/'),
    fc
      .array(fc.constantFrom('a', 'b', '.', '%61', '%2F', '/a'), { maxLength: 3 })
      .map((pieces) => pieces.join('')),
    fc.constantFrom('', '', '?q', '?q=1&r'),
  )
  .map((parts) => parts.join(''))

describe('a router', () => {
  it('serves what a naive reading of the rules serves, also with a matcher of the user', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'ANY', 'OPTIONS'), pattern),
          { minLength: 1, maxLength: 8 },
        ),
        fc.constantFrom('GET', 'HEAD', 'POST', 'OPTIONS', 'PATCH'),
        url,
        async (given, method, href) => {
          const routers = [createRouter(), createRouter({ matcher: createMultiMatcher() })]
          const routes = given.filter(([own, source], index) =>
            routers.every((router) => isAdded(router, own as RouteMethod, source, index)),
          )

          const expected = naiveResponse(routes, given, method, href)
          for (const router of routers) {
            const { status, headers } = await router.fetch(href, { method })
            expect([status, headers.get('X-Route') ?? headers.get('Allow')]).toEqual(expected)
          }
        },
      ),
      { numRuns: 1000 },
    )
  })
})

type NaiveRoute = readonly [method: string, pattern: string]

/** Status, and the index of the route or the methods allowed. */
function naiveResponse(
  routes: readonly NaiveRoute[],
  given: readonly NaiveRoute[],
  method: string,
  href: string,
): [status: number, header: string | null] {
  const matches = routes.flatMap((route) => {
    const match = createMatcher(route[1]).match(href)
    return match === null ? [] : [{ route, match }]
  })
  const isServed = ([own]: NaiveRoute) =>
    own === method || own === 'ANY' || (own === 'GET' && method === 'HEAD')
  const preference = ['HEAD', 'GET', 'ANY'].filter((own) => own !== method)
  const rank = ([own]: NaiveRoute) => preference.indexOf(own)

  const [best] = matches
    .filter(({ route }) => isServed(route))
    .sort((a, b) => compare(b.match, a.match) || rank(a.route) - rank(b.route))
  if (best !== undefined) return [200, String(given.indexOf(best.route))]
  if (matches.length === 0) return [404, null]

  const allowed = matches.flatMap(({ route: [own] }) => (own === 'GET' ? ['GET', 'HEAD'] : [own]))
  return [405, [...new Set(allowed)].sort().join(', ')]
}

/** Adds a route that says its index; `false` for one that is already there. */
function isAdded(router: Router, method: RouteMethod, source: string, index: number): boolean {
  try {
    router.route(method, source, () => new Response(null, { headers: { 'X-Route': `${index}` } }))
    return true
  } catch {
    return false // The same method and pattern.
  }
}

function isPattern(source: string): boolean {
  try {
    createMatcher(source)
    return true
  } catch (error) {
    if (error instanceof ParseError) return false
    throw error
  }
}
