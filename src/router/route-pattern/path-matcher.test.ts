import { describe, expect, it } from 'vitest'

import { createHref } from './index.ts'
import { createPathMatcher, serializePath, writePath } from './shared.ts'

function matcherOf(...patterns: string[]): ReturnType<typeof createPathMatcher<string>> {
  const routes = patterns.map((pattern) => ({
    path: serializePath(pattern, { splat: true }),
    data: pattern,
  }))
  return createPathMatcher(JSON.parse(JSON.stringify(routes)) as typeof routes)
}

function params(pattern: string, pathname: string): Record<string, unknown> | null {
  const match = matcherOf(pattern).match(pathname)
  return match && { ...match.params }
}

describe('serializePath', () => {
  it('gives the tokens of a path as plain JSON', () => {
    expect(serializePath('/blog(/:lang)/:slug')).toEqual([
      '=/blog',
      '?2',
      '=/',
      ':lang',
      '=/',
      ':slug',
    ])
    expect(serializePath('https://a.com/x?y')).toEqual(['=/x'])
    expect(serializePath('/files/*')).toEqual(['=/files/', '*'])
  })

  it('makes a splat of a wildcard without a name at the end if asked to', () => {
    expect(serializePath('/files/*', { splat: true })).toEqual(['=/files', '$'])
    expect(serializePath('/*', { splat: true })).toEqual(['$'])
    expect(serializePath('/:id/*', { splat: true })).toEqual(['=/', ':id', '$'])
    expect(serializePath('/files/*path', { splat: true })).toEqual(['=/files/', '*path'])
    expect(serializePath('/files*', { splat: true })).toEqual(['=/files', '**'])
    expect(serializePath('/a(/*)', { splat: true })).toEqual(['=/a', '?2', '=/', '**'])
  })
})

describe('createPathMatcher', () => {
  it('finds the most specific route and its params', () => {
    const matcher = matcherOf('/', '/books', '/books/:slug', '/books/new', '/*')
    expect(matcher.match('/books/new')?.data).toBe('/books/new')
    expect(matcher.match('/books/emma%20x')).toEqual({
      data: '/books/:slug',
      params: Object.assign(Object.create(null), { slug: 'emma x' }),
    })
    expect(matcher.match('/')?.data).toBe('/')
    expect(matcher.match('/nope')?.data).toBe('/*')
  })

  it('matches nothing that is malformed', () => {
    expect(matcherOf('/*').match('/%zz')).toBeNull()
  })

  it('keeps equally specific routes in their order', () => {
    const routes = [
      { path: serializePath('/books'), data: 'index' },
      { path: serializePath('/books'), data: 'parent' },
    ]
    expect(createPathMatcher(routes).match('/books')?.data).toBe('index')
    expect(createPathMatcher(routes.toReversed()).match('/books')?.data).toBe('parent')
  })

  it.each([
    ['/files/*', '/files', { '*': '' }],
    ['/files/*', '/files/', { '*': '' }],
    ['/files/*', '/files/a/b', { '*': 'a/b' }],
    ['/files/*', '/filesystem', null],
    ['/*', '/', { '*': '' }],
    ['/*', '/a/b', { '*': 'a/b' }],
    ['/:id/*', '/1', { id: '1', '*': '' }],
    ['/:id/*', '/1/x', { id: '1', '*': 'x' }],
    ['(/:lang)/files/*', '/files', { lang: undefined, '*': '' }],
    ['(/:lang)/files/*', '/en/files/x', { lang: 'en', '*': 'x' }],
    ['/files/*path', '/files', null],
    ['/files/*path', '/files/x', { path: 'x' }],
    ['/a(/*)', '/a/x', { '*': 'x' }],
  ])('splat: %s on %s is %j', (pattern, pathname, expected) => {
    expect(params(pattern, pathname)).toEqual(expected)
  })

  it('prefers an exact route to a splat that takes nothing', () => {
    for (const patterns of [
      ['/files/*', '/files', '/:x'],
      ['/:x', '/files', '/files/*'],
    ]) {
      expect(matcherOf(...patterns).match('/files')?.data).toBe('/files')
      expect(matcherOf(...patterns).match('/files/x')?.data).toBe('/files/*')
    }
    expect(matcherOf('/:x/*', '/:x').match('/a')?.data).toBe('/:x')
    expect(matcherOf('/files/*', '/:x').match('/files')?.data).toBe('/files/*')
  })
})

describe('writePath', () => {
  it('writes a parsed path as createHref writes its pattern', () => {
    for (const [pattern, params] of [
      ['/', {}],
      ['/a b/:id', { id: 'x/y' }],
      ['/blog(/:lang)/:slug', { slug: 's' }],
      ['/blog(/:lang)/:slug', { slug: 's', lang: 'en' }],
      ['(/:lang)/promo', {}],
      ['/:id(.:format)', { id: 'a.b', format: undefined }],
      ['/%2F\u{1F82F}/*p', { p: 'a/b' }],
      ['/*p', { p: '/x' }],
    ] as const) {
      expect(writePath(serializePath(pattern), params)).toBe(createHref(pattern as string, params))
    }
  })

  it.each([
    ['/files/*', '/files'],
    ['/files/*', '/files/a/b%20c'],
    ['/*', '/'],
    ['/*', '/a'],
    ['/*', '/%2Fa'],
    ['/:id/*', '/1/x'],
  ])('writes the splat of %s as it was in %s', (pattern, pathname) => {
    const path = serializePath(pattern, { splat: true })
    const match = createPathMatcher([{ path, data: null }]).match(pathname)!
    expect(writePath(path, match.params)).toBe(pathname)
  })
})
