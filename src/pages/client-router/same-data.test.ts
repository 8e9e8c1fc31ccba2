import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFakeApp, form } from './fake-app.fixture.ts'
import { isSameData } from './commit-page.ts'

const copy = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('isSameData', () => {
  it('is true for what has the same text as JSON, and for nothing else', () => {
    const anyData = fc.jsonValue({ maxDepth: 4 })
    fc.assert(
      fc.property(anyData.map(copy), anyData.map(copy), (first, second) => {
        expect(isSameData(first, copy(first))).toBe(true)
        const isEqual = JSON.stringify(first) === JSON.stringify(second)
        expect(isSameData(first, second)).toBe(isEqual)
      }),
      { seed: 6, numRuns: 2000 },
    )
  })

  it('takes no two promises for the same, whatever they have become', () => {
    const reviews = Promise.resolve(1)
    const settled = (): object =>
      Object.assign(Promise.resolve(1), { status: 'fulfilled', value: 1 })
    expect(isSameData({ a: 1, reviews }, { a: 1, reviews })).toBe(true)
    expect(isSameData({ reviews }, { reviews: Promise.resolve(1) })).toBe(false)
    expect(isSameData({ reviews }, { reviews: {} })).toBe(false)
    expect(isSameData({ reviews: {} }, { reviews })).toBe(false)
    expect(isSameData({ reviews: settled() }, { reviews: settled() })).toBe(false)
  })

  it('finds a difference anywhere', () => {
    const anyData = fc.object({
      maxDepth: 3,
      values: [fc.string(), fc.integer(), fc.constant(null)],
    })
    fc.assert(
      fc.property(anyData, fc.string(), (data, name) => {
        const first = copy({ a: [data, { data }] }) as { a: [object, { data: object }] }
        const second = copy(first) as typeof first
        Object.defineProperty(second.a[1].data, `new ${name}`, { value: 1, enumerable: true })
        expect(isSameData(first, second)).toBe(false)
        expect(isSameData(second, first)).toBe(false)
      }),
      { seed: 6, numRuns: 300 },
    )
  })

  it('needs the same names in the same order', () => {
    expect(isSameData({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(false)
    expect(isSameData({ a: undefined }, { b: undefined })).toBe(false)
    expect(isSameData([], {})).toBe(false)
    expect(isSameData([1], { 0: 1 })).toBe(false)
    expect(isSameData(null, {})).toBe(false)
    expect(isSameData(JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":2}'))).toBe(false)
    expect(isSameData(0, -0)).toBe(false)
  })

  it('compares data that is nested a hundred thousand times', () => {
    let [first, second]: unknown[] = [1, 1]
    for (let depth = 0; depth < 100_000; depth++) [first, second] = [[first], [second]]
    expect(isSameData(first, second)).toBe(true)
  })
})

describe('data that did not change', () => {
  const data = { root: { user: 'ada' }, home: { books: [1, 2] } }

  it('RE-12: keeps its reference after a reload, and so does loaderData', async () => {
    const app = createFakeApp({ page: { loaderData: copy(data) as typeof data } })
    const before = app.snapshot()
    app.router.revalidate()
    await app.request().data(copy(data) as typeof data)
    expect(app.snapshot().loaderData).toBe(before.loaderData)
    expect(app.snapshot().revalidation).toBe('idle')
  })

  it('RE-12: keeps its reference if only the data of another route changed', async () => {
    const app = createFakeApp({ page: { loaderData: copy(data) as typeof data } })
    const before = app.snapshot().loaderData
    app.router.submit({ action: '/?index', method: 'post', formData: form() })
    await app.request().action(1)
    await app.request().data({ ...data, home: { books: [1, 2, 3] } })
    const { loaderData } = app.snapshot()
    expect(loaderData).not.toBe(before)
    expect(loaderData.root).toBe(before.root)
    expect(loaderData.home).toEqual({ books: [1, 2, 3] })
  })

  it('RE-12: has a new reference on a page with other params', async () => {
    const book = { pages: 3 }
    const app = createFakeApp({
      at: ['/books/dune'],
      page: { loaderData: { root: 1, books: 1, book } },
    })
    app.router.navigate('/books/emma')
    await app.request().data({ book: { pages: 3 } })
    expect(app.snapshot().loaderData.book).not.toBe(book)
  })

  it('RE-12: keeps its reference in a fetcher', async () => {
    const app = createFakeApp()
    app.router.fetcherMount('f', 'root')
    app.router.fetcherLoad('f', '/cart')
    await app.request().data({ cart: { items: [1] } })
    const { data } = app.fetcher('f')!
    app.router.fetcherLoad('f', '/cart')
    await app.request().data({ cart: { items: [1] } })
    expect(app.fetcher('f')!.data).toBe(data)
    app.router.fetcherLoad('f', '/cart')
    await app.request().data({ cart: { items: [2] } })
    expect(app.fetcher('f')!.data).toEqual({ items: [2] })
  })
})

describe('RE-13: the HTTP cache after a mutation', () => {
  const visit = async (app: ReturnType<typeof createFakeApp>, href: string): Promise<string> => {
    app.router.navigate(href)
    const { cache } = app.request()
    await app.request().all(1)
    return cache
  }
  const mutate = async (app: ReturnType<typeof createFakeApp>): Promise<void> => {
    app.router.fetcherSubmit('f', { action: '/api/likes', method: 'post', formData: form() })
    await app.request('/api/likes').action(1)
    await app.request().all(1)
  }

  it('is used before the first mutation', async () => {
    const app = createFakeApp()
    expect([await visit(app, '/cart'), await visit(app, '/login')]).toEqual(['default', 'default'])
  })

  it('is checked for each URL once after each mutation', async () => {
    const app = createFakeApp()
    await mutate(app)
    expect(await visit(app, '/cart')).toBe('no-cache')
    expect(await visit(app, '/login')).toBe('no-cache')
    expect(await visit(app, '/cart')).toBe('default')
    await mutate(app)
    expect(await visit(app, '/login')).toBe('no-cache')
  })

  it('is checked again if the request was interrupted or failed', async () => {
    const app = createFakeApp()
    await mutate(app)
    app.router.navigate('/cart')
    app.router.navigate('/login')
    await app.request().fail()
    expect(await visit(app, '/cart')).toBe('no-cache')
  })

  it('is checked again after revalidate() and a click on the same URL', async () => {
    const app = createFakeApp()
    await mutate(app)
    await visit(app, '/cart')
    app.router.revalidate()
    await app.request().all(1)
    await visit(app, '/login')
    expect(await visit(app, '/cart')).toBe('no-cache')
    expect(await visit(app, '/cart')).toBe('reload')
    expect(await visit(app, '/login')).toBe('no-cache')
  })

  it('is used for what a prefetch link requested after the mutation', async () => {
    const app = createFakeApp()
    app.router.prefetched('/cart?_data=cart')
    await mutate(app)
    expect(await visit(app, '/cart')).toBe('no-cache')
    app.router.prefetched(app.router.preview('/login')!.dataUrl!)
    expect(await visit(app, '/login')).toBe('default')
  })

  it('remembers at most 100 URLs', async () => {
    const app = createFakeApp()
    await mutate(app)
    await visit(app, '/cart')
    for (let i = 0; i < 96; i++) app.router.prefetched(`/${i}`)
    await visit(app, '/login')
    expect(await visit(app, '/cart')).toBe('default')
    app.router.prefetched('/101')
    await visit(app, '/login')
    expect(await visit(app, '/cart')).toBe('no-cache')
  })
})
