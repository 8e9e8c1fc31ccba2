import { describe, expect, it, vi } from 'vitest'
import type { ShouldReloadArgs, ShouldRevalidateArgs } from '../page-protocol/should-reload.ts'
import { createFakeApp, form } from './fake-app.fixture.ts'
import type { PolicyModule } from './seams.ts'

/** The loaders that a link from one page to another asks for. */
function loadersOf(
  from: string,
  to: string,
  modules: Record<string, PolicyModule> = {},
): readonly string[] {
  const app = createFakeApp({ at: [from] })
  for (const [id, module] of Object.entries(modules)) app.modules.set(id, module)
  app.router.navigate(to)
  return app.pending[0]?.ids ?? []
}

const never = (): boolean => false
const always = (): boolean => true

describe('the reload policy (RE)', () => {
  it.each([
    ['RE-1: a route without loader never runs', '/', '/about', []],
    ['RE-2: a new match runs, what stays does not', '/', '/books', ['books', 'shelf']],
    ['RE-2: a changed pathname runs', '/books/dune', '/books/emma', ['book']],
    [
      'RE-2: a changed pathname of a layout runs',
      '/books/dune/reviews',
      '/books/emma/reviews',
      ['book', 'reviews'],
    ],
    ['RE-2: only the leaf is new', '/books/dune', '/books/dune/reviews', ['reviews']],
    ['RE-2: nothing is new', '/books/dune/reviews', '/books/dune', []],
    [
      'RE-3: the same pathname and search runs all',
      '/books?q=1',
      '/books?q=1',
      ['root', 'books', 'shelf'],
    ],
    ['RE-3: a changed search runs all', '/books?q=1', '/books?q=2', ['root', 'books', 'shelf']],
    ['RE-3: a removed search runs all', '/books?q=1', '/books', ['root', 'books', 'shelf']],
    ['RE-3: an empty search is no search', '/books', '/books/dune?', ['book']],
    ['RE-3: the same search elsewhere runs what is new', '/books?q=1', '/books/dune?q=1', ['book']],
    ['RE-3: another hash runs nothing', '/books', '/books#a', []],
  ])('%s: %s to %s', (_rule, from, to, ids) => {
    expect(loadersOf(from, to)).toEqual(ids)
  })

  it('RE-2: a changed splat runs', () => {
    const routes = [
      { id: 'root', pattern: '/' },
      { id: 'files', pattern: '/files/*' },
    ]
    const app = createFakeApp({ routes, at: ['/files/a/b'] })
    app.router.navigate('/files/a/c')
    expect(app.request().ids).toEqual(['files'])
  })

  it('RE-2: does not ask shouldReload about a new match', () => {
    expect(loadersOf('/', '/books', { books: { shouldReload: never } })).toEqual(['books', 'shelf'])
    expect(loadersOf('/books/dune', '/books/emma', { book: { shouldReload: never } })).toEqual([
      'book',
    ])
  })

  it('RE-3: a redirect that set a cookie runs all', async () => {
    const app = createFakeApp({ at: ['/books'] })
    app.router.navigate('/cart')
    await app.request().redirect('/login', { revalidate: true })
    expect(app.request().ids).toEqual(['root', 'login'])
  })

  it('RE-4: shouldReload may refuse what is due', () => {
    const shouldReload = vi.fn<(args: ShouldReloadArgs) => boolean>(never)
    expect(loadersOf('/books?q=1', '/books?q=2', { root: { shouldReload } })).toEqual([
      'books',
      'shelf',
    ])
    const { url, prevUrl, params } = shouldReload.mock.calls[0]![0]
    expect([prevUrl.href, url.href]).toEqual([
      'https://shop.test/books?q=1',
      'https://shop.test/books?q=2',
    ])
    expect(params).toEqual({})
    expect('submission' in shouldReload.mock.calls[0]![0]).toBe(false)
  })

  it('RE-4: shouldReload cannot ask for what is not due', () => {
    const shouldReload = vi.fn(always)
    expect(loadersOf('/', '/cart', { root: { shouldReload } })).toEqual(['cart'])
    expect(shouldReload).not.toHaveBeenCalled()
  })

  it('RE-4: unstable_shouldReload is the same', () => {
    const ids = loadersOf('/books', '/books', { books: { unstable_shouldReload: never } })
    expect(ids).toEqual(['root', 'shelf'])
  })

  it('RE-4: shouldReload sees the submission after a mutation', async () => {
    const shouldReload = vi.fn<(args: ShouldReloadArgs) => boolean>(never)
    const app = createFakeApp({ at: ['/books'] })
    app.modules.set('root', { shouldReload })
    app.router.submit({ action: '/books', method: 'post', formData: form({ a: '1' }) })
    await app.request().action('x')
    expect(app.request().ids).toEqual(['books', 'shelf'])
    expect(shouldReload.mock.calls[0]![0].submission).toMatchObject({
      method: 'POST',
      action: '/books',
    })
    expect(shouldReload.mock.calls[0]![0].submission!.formData!.get('a')).toBe('1')
  })

  it('RE-4: shouldReload sees the submission of a fetcher', async () => {
    const shouldReload = vi.fn<(args: ShouldReloadArgs) => boolean>(never)
    const app = createFakeApp()
    app.modules.set('root', { shouldReload })
    app.router.fetcherSubmit('f', { action: '/cart', method: 'delete', formData: form() })
    await app.request().action('x')
    expect(shouldReload.mock.calls[0]![0].submission).toMatchObject({ method: 'DELETE' })
    expect(app.request().ids).toEqual(['home'])
  })

  it('asks nothing of a module that is not loaded', () => {
    const app = createFakeApp({ at: ['/books'] })
    app.modules.remove('books')
    app.router.navigate('/books')
    expect(app.request().ids).toEqual(['root', 'books', 'shelf'])
  })

  it('goes on as if it were not there when shouldReload throws', () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const shouldReload = (): boolean => {
      throw new Error('mistake')
    }
    expect(loadersOf('/books', '/books', { books: { shouldReload } })).toContain('books')
    expect(logged).toHaveBeenCalledWith(new Error('mistake'))
    logged.mockRestore()
  })

  it('lets shouldRevalidate decide in both directions', () => {
    expect(loadersOf('/', '/cart', { root: { shouldRevalidate: always } })).toEqual([
      'root',
      'cart',
    ])
    expect(loadersOf('/cart', '/cart', { root: { shouldRevalidate: never } })).toEqual(['cart'])
  })

  it('asks shouldRevalidate with the arguments that React Router users know', async () => {
    const shouldRevalidate = vi.fn<(args: ShouldRevalidateArgs) => boolean>(
      ({ defaultShouldRevalidate }) => defaultShouldRevalidate,
    )
    const app = createFakeApp({ at: ['/books/dune'] })
    app.modules.set('book', { shouldRevalidate })
    app.router.submit({ action: '/books/dune', method: 'post', formData: form() })
    await app.request().action('saved', 201)
    const args = shouldRevalidate.mock.calls[0]![0]
    expect(args).toMatchObject({
      currentParams: { slug: 'dune' },
      nextParams: { slug: 'dune' },
      formMethod: 'POST',
      formAction: '/books/dune',
      formEncType: 'application/x-www-form-urlencoded',
      actionResult: 'saved',
      actionStatus: 201,
      defaultShouldRevalidate: true,
    })
    expect(args.nextUrl.href).toBe('https://shop.test/books/dune')
  })

  it('runs the loader of a route that failed', async () => {
    const app = createFakeApp({ at: ['/books'] })
    app.router.navigate('/books/dune')
    await app.request().throws('broken', 'book')
    app.router.navigate('/books/dune/reviews')
    expect(app.request().ids).toEqual(['book', 'reviews'])
  })
})
