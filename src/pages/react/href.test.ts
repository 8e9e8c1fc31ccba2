import { describe, expect, it } from 'vitest'
import { href } from './href.ts'

describe('href', () => {
  it('fills the pattern of a page, as generatePath does', () => {
    expect(href('/')).toBe('/')
    expect(href('/books/:slug', { slug: 'the left/hand' })).toBe('/books/the%20left%2Fhand')
    expect(href('/docs(/:version)/:page', { page: 'start' })).toBe('/docs/start')
    expect(href('/files/*', { '*': 'a/b.txt' })).toBe('/files/a/b.txt')
    expect(href('/files/*')).toBe('/files')
    // @ts-expect-error A param is missing.
    expect(() => href('/books/:slug', {})).toThrow('slug')
  })

  it('writes a search as the contract reads it, or any query, and a hash', () => {
    const search = { page: 2, tags: ['a', 'b'], price: { from: 1.5 } }
    expect(href('/books', {}, { search })).toBe('/books?page=2&tags=a&tags=b&price.from=1.5')
    expect(href('/books', null, { searchParams: { page: 2 }, hash: 'the list' })).toBe(
      '/books?page=2#the%20list',
    )
    expect(href('/files/*', { '*': 'a' }, { hash: '' })).toBe('/files/a')
    expect(() => href('/books', {}, { search, searchParams: {} })).toThrow(
      'Cannot use "search" together with "searchParams" in href()',
    )
  })
})
