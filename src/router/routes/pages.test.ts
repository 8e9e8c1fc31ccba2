import { describe, expect, it } from 'vitest'
import { index, layout, page, pages } from './pages.ts'

const home = { method: 'ANY', pattern: '/' }
const books = { method: 'GET', pattern: '/books' }
const book = { method: 'ANY', pattern: '/books/:slug' }

describe('pages', () => {
  it('is plain data: patterns, files and what stands inside', () => {
    const tree = pages([
      index('./home.tsx'),
      page(books, './books.tsx', [page(book, './book.tsx')]),
    ])

    expect(JSON.parse(JSON.stringify(tree))).toEqual({
      kind: 'pages',
      children: [
        { kind: 'index', file: './home.tsx', children: [] },
        {
          kind: 'page',
          file: './books.tsx',
          pattern: '/books',
          children: [{ kind: 'page', file: './book.tsx', pattern: '/books/:slug', children: [] }],
        },
      ],
    })
  })

  it('refuses what is not a list', () => {
    expect(() => pages(page(home, './home.tsx') as never)).toThrow('pages() takes a list of page()')
  })
})

describe('page', () => {
  it('takes an id for a module that is used twice', () => {
    expect(page(home, './home.tsx', [], { id: 'start' }).id).toBe('start')
  })

  it('refuses a route for another method', () => {
    expect(() => page({ method: 'POST', pattern: '/books' }, './books.tsx')).toThrow(
      'page() takes a route for ANY or GET, not POST "/books"',
    )
  })

  it('refuses a pattern where a route is expected', () => {
    expect(() => page('/books' as never, './books.tsx')).toThrow('takes a route of your route map')
  })

  it('refuses a file that is not relative', () => {
    expect(() => page(home, 'home.tsx')).toThrow('such as "./home.tsx", not "home.tsx"')
  })
})

describe('layout', () => {
  it("has its parent's path without a route", () => {
    const node = layout('./layout.tsx', [index('./home.tsx')])
    expect(node.pattern).toBeUndefined()
    expect(node.children).toHaveLength(1)
  })

  it('has a path with a route', () => {
    const node = layout(books, './layout.tsx', [index('./books.tsx')], { id: 'shelf' })
    expect(node).toMatchObject({ pattern: '/books', file: './layout.tsx', id: 'shelf' })
  })
})
