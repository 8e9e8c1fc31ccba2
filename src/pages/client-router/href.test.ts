import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLocation, hrefOf, pathOf, resolveHref } from './href.ts'

const base = 'https://shop.test/books/dune?q=1'

describe('resolveHref', () => {
  it.each([
    ['/cart', 'https://shop.test/cart'],
    ['?page=2', 'https://shop.test/books/dune?page=2'],
    ['#top', 'https://shop.test/books/dune?q=1#top'],
    ['../x', 'https://shop.test/x'],
    ['https://pay.test/x', 'https://pay.test/x'],
    ['//evil.test/x', 'https://shop.test/evil.test/x'],
    ['\\\\evil.test', 'https://shop.test/evil.test'],
    ['/ü', 'https://shop.test/%C3%BC'],
  ])('resolves %j to %s', (href, expected) => {
    expect(resolveHref(href, base)?.href).toBe(expected)
  })

  it.each(['javascript:alert(1)', '\u0000javascript:alert(1)', 'blob:x', 'mailto:a', 'http://['])(
    'refuses %j',
    (href) => {
      expect(resolveHref(href, base)).toBeUndefined()
    },
  )

  it('never makes a path that reads as another host', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '\t',
      '\n',
      ' ',
      '@',
      ':',
      '%2f',
      'evil.test',
      '?',
      '#',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const url = resolveHref(`/${pieces.join('')}`, base)!
        expect(url.origin).toBe('https://shop.test')
        expect(new URL(hrefOf(url), base).origin).toBe('https://shop.test')
      }),
    )
  })
})

describe('createLocation', () => {
  it('has a unique key and the parts of the path', () => {
    const url = new URL('/a?b#c', base)
    const location = createLocation(url, { x: 1 })
    expect(location).toMatchObject({ pathname: '/a', search: '?b', hash: '#c', state: { x: 1 } })
    expect(location.key).not.toBe(createLocation(url).key)
    expect([pathOf(location), hrefOf(location)]).toEqual(['/a?b', '/a?b#c'])
  })
})
