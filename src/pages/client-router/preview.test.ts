import { describe, expect, it } from 'vitest'
import { createFakeApp } from './fake-app.fixture.ts'

describe('preview', () => {
  it.each(['/books', '/books?q=a b', '/books/ü', '/cart#x', '/?index'])(
    'names exactly the URL that a navigation to %j requests',
    (href) => {
      const app = createFakeApp({ at: ['/login'] })
      const { dataUrl } = app.router.preview(href)!
      expect(app.pending).toEqual([])
      app.router.navigate(href)
      expect(app.request().url).toBe(dataUrl)
    },
  )

  it('names what is new', () => {
    const { router } = createFakeApp({ at: ['/books/dune'] })
    const { matches, newMatches } = router.preview('/books/emma/reviews')!
    expect(matches.map(({ id }) => id)).toEqual(['root', 'books', 'book', 'reviews'])
    expect(newMatches.map(({ id }) => id)).toEqual(['book', 'reviews'])
  })

  it('needs no data for the current page, or for one without loaders', () => {
    const { router } = createFakeApp({ at: ['/cart'] })
    expect(router.preview('/cart')!.dataUrl).toBeNull()
    expect(router.preview('/about')!.dataUrl).toBeNull()
  })

  it('has nothing for what is not a page of this app', () => {
    const { router } = createFakeApp()
    expect(router.preview('/nowhere')).toBeNull()
    expect(router.preview('/api/likes')).toBeNull()
    expect(router.preview('https://other.test/cart')).toBeNull()
    expect(router.preview('mailto:a@b.test')).toBeNull()
  })
})
