import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRouteParts, type RouteSeam } from '../../pages/client-router/shared.ts'
import { createManifest, type FakeRoute } from '../../pages/page-protocol/manifest.fixture.ts'
import type { RouteManifest } from '../../pages/page-protocol/manifest.ts'
import { createPageMatcher, type PageMatch } from '../../pages/page-protocol/match-pages.ts'
import { splitManifest } from './split-manifest.ts'

const origin = 'https://shop.test'

/** A browser that knows nothing but what a document of another site's page would bring. */
function openParts(
  manifest: RouteManifest,
  options?: Parameters<typeof splitManifest>[1],
): RouteSeam & { requests: string[]; parts: number; first: string } {
  const { first, parts } = splitManifest(manifest, options)
  const head = { ...manifest, routes: {}, parts: { base: '/assets/m-', ...first } }
  const files = new Map(parts.map((part, i) => [`/assets/m-${i}.json`, JSON.stringify(part)]))
  const requests: string[] = []
  const seam = createRouteParts({
    manifest: JSON.parse(JSON.stringify(head)) as RouteManifest,
    page: { pathname: '', matches: [] },
    origin,
    createMatcher: createPageMatcher,
    async load(url) {
      requests.push(url)
      return { ok: files.has(url), text: async () => files.get(url)! }
    },
  })
  return { ...seam, requests, parts: parts.length, first: JSON.stringify(head) }
}

/** What a match says, without the texts that only the server has. */
function describeMatch(matches: PageMatch[] | null): unknown {
  return matches?.map(({ id, params, pathname, route }) => {
    const { pattern: _, ...rest } = route
    return { id, params: { ...params }, pathname, route: rest }
  })
}

const anyText = fc.constantFrom('a', 'b', 'ab', 'ä', 'a/b', '', 'zz', 'B', '__proto__')
const anySegment = fc.oneof(
  { weight: 5, arbitrary: anyText.map((text) => text.replace('/', '%2F')) },
  { weight: 3, arbitrary: fc.constantFrom(':x', ':y') },
  fc.constantFrom('a:x', ':x.a', 'a(b)', 'b(:x)', '*rest', 'a*rest', '(a)', ':x(.a)'),
)
const anyPattern = fc
  .tuple(
    fc.array(
      fc
        .tuple(anySegment, fc.boolean())
        .map(([s, isOptional]) => (isOptional ? `(/${s})` : `/${s}`)),
      { maxLength: 5 },
    ),
    fc.constantFrom('', '', '', '/*', '/'),
  )
  .map(([segments, end]) => segments.join('') + end || '/')
  .filter((pattern) => {
    try {
      createManifest([{ id: 'root', pattern }])
      return true
    } catch {
      return false
    }
  })

/** Routes below the root, each perhaps in a pathless layout, or the index of the one before. */
const anyRoutes = fc
  .array(fc.record({ pattern: anyPattern, layout: fc.nat({ max: 3 }), isIndex: fc.boolean() }), {
    maxLength: 40,
  })
  .map((given): FakeRoute[] => {
    const routes: FakeRoute[] = [{ id: 'root', pattern: '/' }]
    given.forEach(({ pattern, layout, isIndex }, at) => {
      if (layout === 1) routes.push({ id: `layout${at}` })
      const before = routes.at(-1)!
      routes.push(
        isIndex && before.pattern !== undefined
          ? { id: `r${at}`, pattern: before.pattern, index: true, parentId: before.id }
          : { id: `r${at}`, pattern, ...(layout === 1 && { parentId: `layout${at}` }) },
      )
    })
    return routes
  })

const anyPathname = fc
  .array(
    fc.oneof(
      anyText.map((text) => encodeURIComponent(text)),
      fc.constantFrom('x.a', 'ab', 'a.a', '%', '%61', 'aa'),
    ),
    { maxLength: 5 },
  )
  .map((segments) => `/${segments.join('/')}`)

describe('a manifest in parts', () => {
  it('finds what the whole manifest finds, whatever was asked for before', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyRoutes,
        fc.array(anyPathname, { minLength: 1, maxLength: 8 }),
        fc.constantFrom('strict' as const, 'ignore' as const, 'redirect' as const),
        fc.constantFrom('/', '/shop'),
        fc.record({
          most: fc.integer({ min: 1, max: 8 }),
          refs: fc.integer({ min: 2, max: 4 }),
          few: fc.nat({ max: 4 }),
        }),
        async (routes, pathnames, trailingSlash, basename, sizes) => {
          const manifest = createManifest(routes, { trailingSlash, basename })
          const whole = createPageMatcher(manifest)
          const { learn, match, requests, parts } = openParts(manifest, sizes)

          for (const path of pathnames) {
            const url = new URL(origin + (basename === '/' ? '' : basename) + path)
            expect(await learn(url)).toBeUndefined()
            expect(describeMatch(match(url.pathname))).toEqual(describeMatch(whole(url.pathname)))
            // Remembered, page or not.
            expect(learn(url)).toBeUndefined()
          }
          expect(new Set(requests).size).toBe(requests.length)
          expect(requests.length).toBeLessThanOrEqual(parts)
        },
      ),
      { numRuns: 300 },
    )
  })

  const pages = (count: number, pattern: (i: number) => string): RouteManifest =>
    createManifest([
      { id: 'root', pattern: '/' },
      ...Array.from({ length: count }, (_, i) => ({ id: `page${i}`, pattern: pattern(i) })),
    ])

  it.each([
    ['a section each', 1, (i: number) => `/section${i}/:id/item${i}`, 'section4321/7/item4321'],
    ['all in one section', 1, (i: number) => `/docs/page${i}`, 'docs/page4321'],
    ['in a param', 1, (i: number) => `/:lang/page${i}/x`, 'en/page4321/x'],
    ['in 20 sections', 1, (i: number) => `/s${i % 20}/page${i}`, 's1/page4321'],
    ['an optional param first', 3, (i: number) => `(/:lang)/page${i}`, 'en/page4321'],
    ['no text at all', 1, (i: number) => `/:a${i}/*b`, 'x/y'],
  ])(
    'has 5,000 pages, %s, in few requests and a small first file',
    async (_name, most, pattern, path) => {
      const manifest = pages(5000, pattern)
      const { learn, match, requests, first } = openParts(manifest)
      // With the code that loads parts, this is less than the whole manifest of 50 pages.
      expect(gzipSync(first).length).toBeLessThan(800)

      const url = new URL(path, `${origin}/`)
      await learn(url)
      expect(requests.length).toBeLessThanOrEqual(most)
      expect(match(url.pathname)).toEqual(createPageMatcher(manifest)(url.pathname)!.map(expectOwn))
    },
  )

  it('asks for nothing more than there is, however many unknown links a page has', async () => {
    const { learn, match, requests, parts } = openParts(pages(1000, (i) => `/page${i}`))
    const urls = Array.from(
      { length: 5000 },
      (_, i) => new URL(`/${(i * 7919).toString(36)}`, origin),
    )
    await Promise.all(urls.map((url) => learn(url)))
    expect(requests.length).toBeLessThanOrEqual(parts)
    expect(parts).toBe(13)

    const before = requests.length
    expect(urls.map((url) => learn(url)).filter(Boolean)).toEqual([])
    expect(urls.map(({ pathname }) => match(pathname)).filter(Boolean)).toEqual([])
    expect(requests).toHaveLength(before)
  })

  it('has the parents of a page in its part, and no route twice in one part', () => {
    const routes: FakeRoute[] = [{ id: 'root', pattern: '/' }, { id: 'shell' }]
    for (let i = 0; i < 300; i++) {
      routes.push({ id: `page${i}`, pattern: `(/:lang)(/:area)/page${i}`, parentId: 'shell' })
    }
    const { parts } = splitManifest(createManifest(routes))
    for (const part of parts) {
      const ids = part.routes.map(([, { id }]) => id)
      expect(new Set(ids).size).toBe(ids.length)
      if (ids.length > 0) expect(ids[0]).toBe('shell')
    }
  })
})

/** A match without the text of its pattern. */
function expectOwn(match: PageMatch): unknown {
  return { ...match, route: expect.objectContaining({ id: match.id, path: match.route.path }) }
}
