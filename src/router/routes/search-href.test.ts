import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { any, createAnyRoute, form, get, layout, page, post, route } from './index.ts'

const search = z.object({
  page: z.int().default(1),
  q: z.string().optional(),
  tags: z.array(z.string()).optional(),
  isNew: z.boolean().optional(),
  price: z.object({ from: z.number(), to: z.number().nullable().optional() }).optional(),
})
const routes = route('shop', { books: get('books/:genre', { search }), plain: get('plain') })

describe('href with a search', () => {
  const href = (value: z.input<typeof search>) =>
    routes.books.href({ genre: 'x' }, { search: value })

  it('writes texts, numbers, booleans, repeated names and dotted names', () => {
    expect(
      href({ page: 2, q: 'a b&c', tags: ['x', 'y'], isNew: false, price: { from: 1.5 } }),
    ).toBe('/shop/books/x?page=2&q=a+b%26c&tags=x&tags=y&isNew=false&price.from=1.5')
  })

  it('leaves out undefined, keeps defaults, and writes null as an empty text', () => {
    expect(href({ page: 1, q: undefined, price: { from: 0, to: null } })).toBe(
      '/shop/books/x?page=1&price.from=0&price.to=',
    )
    expect(href({})).toBe('/shop/books/x')
  })

  it('cannot inject a parameter or another path', () => {
    expect(href({ q: 'a&isNew=true#x' })).toBe('/shop/books/x?q=a%26isNew%3Dtrue%23x')
    expect(routes.books.href({ genre: '//evil.example' }, { search: { q: '../' } })).toBe(
      '/shop/books/%2F%2Fevil.example?q=..%2F',
    )
  })

  it('keeps the other options', () => {
    const baseURL = 'https://example.com/shop/plain'
    expect(routes.books.href({ genre: 'x' }, { search: { page: 2 }, baseURL })).toBe(
      'books/x?page=2',
    )
    expect(routes.books.href({ genre: 'x' }, { searchParams: { page: 2 } })).toBe(
      '/shop/books/x?page=2',
    )
    expect(get('/find?sort', { search }).href(null, { search: { page: 2 } })).toBe(
      '/find?page=2&sort=',
    )
  })

  it('refuses a search together with search params', () => {
    const options = { search: { page: 2 }, searchParams: { page: 3 } }
    expect(() => routes.books.href({ genre: 'x' }, options)).toThrow(
      new TypeError('Cannot use "search" together with "searchParams" in href(): use one of them'),
    )
  })

  it('refuses what is not a text', () => {
    for (const q of [Symbol('x'), () => {}, new Map(), new Blob([])]) {
      expect(() => href({ q } as never)).toThrow(
        'as "q": use a string, a number, a boolean or null',
      )
    }
  })
})

describe('a route with a contract', () => {
  it('keeps it in a route map', () => {
    expect(routes.books.contract).toEqual({ search })
    expect(routes.plain.contract).toBe(undefined)
  })

  it('may be for any method', () => {
    expect(any('/x', { search }).method).toBe('ANY')
    expect(createAnyRoute).toBe(any)
    expect(post('/x').contract).toBe(undefined)
  })

  it('gives it to its page or its layout', () => {
    expect(page(any('/x', { search, body: search }), './x.tsx')).toMatchObject({
      pattern: '/x',
      contract: { search, body: search },
    })
    expect(layout(get('/x', { search }), './x.tsx', [])).toMatchObject({ contract: { search } })
    expect(page(any('/x'), './x.tsx')).not.toHaveProperty('contract')
  })

  it('cannot have a body if its page is only for GET', () => {
    expect(() => page(get('/x', { body: search } as object), './x.tsx')).toThrow(
      'page() cannot use the body in the contract of GET "/x": GET requests have none.',
    )
  })

  it('may be the pair of form(), under any names', () => {
    const contract = { search, body: search }
    const pairs = [
      form('login', { contract }),
      form('login', { contract, names: { index: 'show', action: 'send' } }),
      form('login', { contract, formMethod: 'PUT' }),
    ]
    for (const pair of pairs) {
      expect(page(pair, './login.tsx')).toMatchObject({ pattern: '/login', contract })
    }
    expect(page(form('login'), './login.tsx')).not.toHaveProperty('contract')
    expect(() => page({ a: get('/a'), b: post('/b') }, './x.tsx')).toThrow(
      'page() takes a route of your route map first',
    )
  })
})
