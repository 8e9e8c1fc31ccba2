import { describe, expect, it } from 'vitest'
import type { ServedRoute } from '../vite/shared.ts'
import { createLinkChecker } from './check-links.ts'

const page = (pattern: string, ...methods: string[]): ServedRoute => ({
  kind: 'page',
  methods: ['GET', ...methods],
  pattern,
})
const routes: ServedRoute[] = [
  page('/'),
  page('/books', 'POST'),
  page('/books/:slug'),
  page('/books/:slug/edit'),
  page('/docs(/:version)/start'),
  page('/files(/*)'),
  { kind: 'route', methods: ['POST'], pattern: '/logout' },
  { kind: 'route', methods: ['ANY'], pattern: '/health' },
  { kind: 'route', methods: ['GET'], pattern: '/search?q' },
  { kind: 'route', methods: ['GET'], pattern: 'https://api.example.com/v1' },
]

function judge(text: string, method = 'GET', options = {}): string {
  const app = { routes, basename: '/', trailingSlash: 'strict' as const, ...options }
  const check = createLinkChecker(app, (path) => path === '/robots.txt')
  const used = method === 'any' ? undefined : method
  return check({ text, parts: text.split('*'), method: used, at: '1:1' }).verdict
}

describe('createLinkChecker', () => {
  // A star is a hole.
  for (const text of [
    '/',
    '/books',
    '/books?page=2#top',
    '/books*',
    '/books/dune',
    '/books/*',
    '/*/dune',
    '/books/*/edit',
    '/books/*/*',
    '/books/a-*.json',
    '/docs/start',
    '/docs/*/start',
    '/docs/v2/start',
    '/files/a/b/c',
    '/files',
    '/health',
    '/search?q=*',
    '/robots.txt',
    '/v1',
    '/*/*/*/*/*',
  ]) {
    it(`finds ${text}`, () => expect(judge(text)).toBe('found'))
  }

  for (const text of [
    '/boks',
    '/books/',
    '/books/dune/edits',
    '/docs/a/b/start',
    '/robots',
    '/search',
    '/books/x/y/*',
  ]) {
    it(`does not find ${text}`, () => expect(judge(text)).toBe('not found'))
  }

  it('looks at the method', () => {
    expect(judge('/logout', 'POST')).toBe('found')
    expect(judge('/logout', 'GET')).toBe('other method')
    expect(judge('/logout', 'any')).toBe('found')
    expect(judge('/books', 'POST')).toBe('found')
    expect(judge('/books', 'DELETE')).toBe('other method')
    expect(judge('/health', 'DELETE')).toBe('found')
  })

  it('takes both spellings of a page where the app does', () => {
    expect(judge('/books/', 'GET', { trailingSlash: 'redirect' })).toBe('found')
    expect(judge('/health/', 'GET', { trailingSlash: 'redirect' })).toBe('not found')
  })

  it('says if only a param that takes any path handles a link', () => {
    const check = createLinkChecker(
      {
        routes: ['', '/about', '/calendar'].map((path) => page(`(/:lang)${path}`)),
        basename: '/shop',
        trailingSlash: 'strict',
      },
      () => false,
    )
    const target = (text: string, ...others: string[]) =>
      check({ text, parts: [text, ...others], method: 'GET', at: '1:1' })
    for (const path of ['/', '/about', '/de/calendar', '/shop/about', '/shop/de/about', '/shop']) {
      expect([path, target(path).verdict]).toEqual([path, 'found'])
    }
    const taken = { verdict: 'any path', pattern: '(/:lang)' }
    expect(target('/calender')).toEqual(taken)
    expect(target('/shop/calender')).toEqual(taken)
    expect(target('/k%C3%B6ln')).toEqual(taken)
    expect(target('/', '').verdict).toBe('found')
    expect(target('/de/calender').verdict).toBe('not found')

    const open = (pattern: string, path: string): string =>
      createLinkChecker(
        { routes: [page('/books'), page(pattern)], basename: '/', trailingSlash: 'strict' },
        () => false,
      )({ text: path, parts: [path], method: 'GET', at: '1:1' }).verdict
    expect(open('/:slug', '/boks')).toBe('any path')
    expect(open('/:slug', '/books')).toBe('found')
    expect(open('/*', '/boks/a/b')).toBe('any path')
    expect(open('(/*)', '/boks/a')).toBe('any path')
    expect(open('/files/*', '/files/a')).toBe('found')
    expect(open('/@:name', '/@ada')).toBe('found')
  })

  it('takes the pattern of a page, whose params are holes', () => {
    const check = createLinkChecker({ routes, basename: '/', trailingSlash: 'strict' }, () => false)
    const verdict = (...parts: string[]) =>
      check({ text: parts.join(':'), parts, method: 'GET', at: '1:1' }).verdict
    expect(verdict('/books/', '')).toBe('found')
    expect(verdict('/files/', '')).toBe('found')
    expect(verdict('/boks/', '')).toBe('not found')
  })

  it('takes pages with and without the basename', () => {
    expect(judge('/shop/books', 'GET', { basename: '/shop' })).toBe('found')
    expect(judge('/books', 'GET', { basename: '/shop' })).toBe('found')
    expect(judge('/shop', 'GET', { basename: '/shop' })).toBe('found')
    expect(judge('/shop/health', 'GET', { basename: '/shop' })).toBe('not found')
  })
})
