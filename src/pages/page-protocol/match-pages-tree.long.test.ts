import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createManifest, shopRoutes, type FakeRoute } from './manifest.fixture.ts'
import type { RouteManifest } from './manifest.ts'
import { createPageMatcher, type PageMatch } from './match-pages.ts'
import { MatcherResourceError, RoutePattern } from '../../router/route-pattern/index.ts'
import { createPathTree } from '../../router/route-pattern/shared.ts'

/** What a match shows to an app. */
function describeMatch(matches: readonly PageMatch[] | null): unknown {
  return (
    matches && {
      branch: matches.map(({ id, pathname }) => `${id} ${pathname}`),
      params: Object.entries(matches[0]!.params).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    }
  )
}

function matchInTree(manifest: RouteManifest, pathname: string, work?: number): unknown {
  const match = createPageMatcher(manifest, (routes) =>
    createPathTree(routes, work === undefined ? undefined : { work }),
  )
  return describeMatch(match(pathname))
}

/** How many steps the tree takes for a pathname, up to 128: the smallest limit that it stays below. */
function countSteps(manifest: RouteManifest, pathname: string): number {
  let below = 0
  let enough = 128
  while (enough - below > 1) {
    const work = (below + enough) >> 1
    try {
      matchInTree(manifest, pathname, work)
      enough = work
    } catch (error) {
      if (!(error instanceof MatcherResourceError)) throw error
      below = work
    }
  }
  return enough
}

/** An app of `count` pages with a name each, all made the same way. */
function manyPages(count: number, pattern: (name: string) => string): RouteManifest {
  const pages = Array.from({ length: count }, (_, i) => {
    const name = `section${String(i).padStart(5, '0')}`
    return { id: name, pattern: pattern(name) }
  })
  return createManifest([{ id: 'root', pattern: '/' }, ...pages])
}

const segment = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('/a', '/b', '/A', '/é', '/a.b', '/ab', '/x%2Fy') },
  { weight: 4, arbitrary: fc.constantFrom('/:p', '/:q', '/:r', '/v:s') },
  {
    weight: 4,
    arbitrary: fc.constantFrom('(/a)', '(/:o)', '(/:l/a)', '(/b(/:n))', '(/:k(/:m))', '(c)', '(/)'),
  },
  { weight: 1, arbitrary: fc.constantFrom('/:t(.:u)', '/*w/a', '.json') },
)
const ending = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.constantFrom('/*', '/*rest', '(/*)', '(/*rest)', '/') },
)

/** Pages inside of pages: each has what its parent has and more, or is its index, or a layout without a path. */
const pages = fc
  .array(
    fc.record({
      parent: fc.nat(),
      kind: fc.constantFrom('page', 'page', 'page', 'index', 'layout'),
      segments: fc.array(segment, { maxLength: 3 }),
      ending,
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((given) => {
    const routes: FakeRoute[] = [{ id: 'root', pattern: '/' }]
    /** What the pattern of each route's pages begins with. */
    const begins = ['']
    for (const { parent, kind, segments, ending } of given) {
      const { id: parentId } = routes[parent % routes.length]!
      const begin = begins[parent % routes.length]!
      const id = `page${routes.length}`
      const path = kind === 'page' ? begin + segments.join('') : begin
      const pattern = path + (kind === 'page' ? ending : '') || '/'
      if (!isPattern(pattern)) continue
      routes.push({
        id,
        parentId,
        ...(kind !== 'layout' && { pattern }),
        ...(kind === 'index' && { index: true }),
      })
      begins.push(path)
    }
    return routes
  })

const pathnames = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom('a', 'b', 'A', 'c', 'ab', 'a.b', 'v1', 'va') },
      {
        weight: 2,
        arbitrary: fc.constantFrom('%C3%A9', '%61', 'x%2Fy', 'a%2Eb', '%zz', '', '.json'),
      },
      { weight: 1, arbitrary: fc.string({ maxLength: 3 }) },
    ),
    { maxLength: 6 },
  )
  .map((segments) => new URL(`http://h.test/${segments.join('/').replace(/^[/\\]+/, '')}`).pathname)

describe('createPathTree', () => {
  it('finds what looking at every page finds, in any tree of pages', () => {
    fc.assert(
      fc.property(
        pages,
        fc.array(pathnames, { minLength: 1, maxLength: 8 }),
        fc.constantFrom('strict', 'ignore', 'redirect'),
        fc.constantFrom('/', '/shop'),
        (routes, pathnames, trailingSlash, basename) => {
          const manifest = createManifest(routes, { trailingSlash, basename })
          const inTree = createPageMatcher(manifest, (routes) => createPathTree(routes))
          const oneByOne = createPageMatcher(manifest)
          for (const pathname of [...pathnames, ...pathnames.map((path) => `/shop${path}`)]) {
            expect(describeMatch(inTree(pathname)), pathname).toEqual(
              describeMatch(oneByOne(pathname)),
            )
          }
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('reads an optional as there where both readings match', () => {
    const routes = [
      { id: 'root', pattern: '/' },
      { id: 'shop', pattern: '(/:lang)/shop(/:category)' },
      { id: 'files', pattern: '(/:lang)/files/*' },
    ]
    const manifest = createManifest(routes)
    expect(matchInTree(manifest, '/shop/shop')).toMatchObject({
      params: [
        ['category', undefined],
        ['lang', 'shop'],
      ],
    })
    expect(matchInTree(manifest, '/shop/tea')).toMatchObject({
      params: [
        ['category', 'tea'],
        ['lang', undefined],
      ],
    })
    expect(matchInTree(manifest, '/files/files/x')).toMatchObject({
      params: [
        ['*', 'x'],
        ['lang', 'files'],
      ],
    })
  })

  it('gives params without a prototype', () => {
    const [first] = createPageMatcher(createManifest(shopRoutes), (routes) =>
      createPathTree(routes),
    )('/books/dune')!
    expect(Object.getPrototypeOf(first!.params)).toBeNull()
  })

  it.each([
    ['segments of their own', (name: string) => `/${name}/:id/item`, '/section00007/1/item'],
    ['one param before them', (name: string) => `/:tenant/${name}/:id`, '/t/section00007/1'],
    ['an optional language', (name: string) => `(/:lang)/${name}/:id`, '/section00007/1'],
    ['a language that is there', (name: string) => `(/:lang)/${name}/:id`, '/en/section00007/1'],
    [
      'two optionals and a splat',
      (name: string) => `(/:lang)/${name}(/:id)/more/*`,
      '/section00007/1/more/x/y',
    ],
    ['nothing at this path', (name: string) => `/${name}/:id`, '/nothing/here'],
  ])('takes as many steps for 10,000 pages as for 10: %s', (_, pattern, pathname) => {
    const few = countSteps(manyPages(10, pattern), pathname)
    const many = countSteps(manyPages(10_000, pattern), pathname)
    // The names of many pages have more beginnings in common: one step for each of their last digits.
    expect(many - few).toBeLessThanOrEqual(8)
    expect(many).toBeLessThan(60)
  })
})

function isPattern(source: string): boolean {
  try {
    return Boolean(new RoutePattern(source))
  } catch {
    return false // Such as two slashes in a row.
  }
}
