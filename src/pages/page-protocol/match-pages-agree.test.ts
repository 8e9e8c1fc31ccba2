import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMultiMatcher } from '../../router/route-pattern/index.ts'
import { createManifest } from './manifest.fixture.ts'
import { createPageMatcher } from './match-pages.ts'

const patterns = [
  '/',
  '/books',
  '/books/new',
  '/books/:slug',
  '/books/:slug(.:format)',
  '/books/:slug/reviews',
  '/(:lang/)about',
  '/files/*path',
  '/:a/:b',
  '/café/:table',
]

const anyPathname = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'books',
        'new',
        'reviews',
        'about',
        'files',
        'en',
        'café',
        'Books',
        '.',
        '..',
        '',
      ),
      fc.constantFrom('%62ooks', 'a%2Fb', 'a%20b', 'x.json', '%zz', 'caf%C3%A9', '%2e%2E'),
      fc.string({ maxLength: 4 }),
    ),
    { maxLength: 5 },
  )
  .map((segments) => new URL(`http://h.test/${segments.join('/').replace(/^[/\\]+/, '')}`).pathname)

describe('page matching', () => {
  it('has the opinion of the router in front of it, whatever the path', () => {
    const router = createMultiMatcher<string>()
    for (const pattern of patterns) router.add(pattern, pattern)
    const match = createPageMatcher(
      createManifest([{ id: 'root' }, ...patterns.map((pattern) => ({ id: pattern, pattern }))]),
    )
    fc.assert(
      fc.property(anyPathname, (pathname) => {
        const expected = router.match(`http://h.test${pathname}`)
        const leaf = match(pathname)?.at(-1)
        expect(leaf?.id).toBe(expected?.data)
        expect({ ...leaf?.params }).toEqual({ ...expected?.params })
      }),
      { numRuns: 1000 },
    )
  })
})
