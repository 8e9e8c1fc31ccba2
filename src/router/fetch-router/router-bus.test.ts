import { describe, expect, it } from 'vitest'
import { createMemoryBus, type Bus } from '../../state/bus/index.ts'
import { cache } from '../../middleware/cache/index.ts'
import { createMemoryStorage, type Storage } from '../../state/storage/index.ts'
import { writes } from '../../state/tags/index.ts'
import { createRouter, type Middleware } from './index.ts'

/** A bus that remembers what was published. */
function createRecordingBus(): { bus: Bus; published: string[][] } {
  const bus = createMemoryBus()
  const published: string[][] = []
  bus.subscribe({ write: (tags) => void published.push([...tags]), gap() {} })
  return { bus, published }
}

const put = { method: 'PUT' }

async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve))
}

describe('a router with a bus', () => {
  it('publishes what a request wrote, once, when all middleware has ended', async () => {
    const { bus, published } = createRecordingBus()
    const seen: unknown[] = []
    const outer: Middleware = async (context, next) => {
      const response = await next()
      writes(context, 'log')
      seen.push([...published])
      return response
    }
    const router = createRouter({ bus, middleware: [outer] })
    router.put('/books/:slug', (context) => {
      writes(context, 'books', `book:${context.params.slug}`)
      return new Response()
    })
    await router.fetch('https://example.com/books/dune', put)
    await settle()
    expect(seen).toEqual([[]])
    expect(published).toEqual([['books', 'book:dune', 'log']])
  })

  it('publishes what a handler wrote before it threw, and nothing for a request that wrote nothing', async () => {
    const { bus, published } = createRecordingBus()
    const router = createRouter({ bus })
    router.get('/', () => new Response())
    router.put('/', (context) => {
      writes(context, 'books')
      throw new Error('This handler fails on purpose.')
    })
    await router.fetch('https://example.com/')
    await expect(router.fetch('https://example.com/', put)).rejects.toThrow('on purpose')
    await settle()
    expect(published).toEqual([['books']])
  })

  it('does not let a request wait for the bus', async () => {
    const sent = Promise.withResolvers<void>()
    const bus: Bus = { ...createMemoryBus(), publish: () => sent.promise }
    const router = createRouter({ bus })
    router.put('/', (context) => {
      writes(context, 'books')
      return new Response('written')
    })
    expect(await (await router.fetch('https://example.com/', put)).text()).toBe('written')
    sent.resolve()
  })

  it('publishes what a handler writes after its client has left', async () => {
    const { bus, published } = createRecordingBus()
    const controller = new AbortController()
    const left = Promise.withResolvers<void>()
    const router = createRouter({ bus })
    router.put('/', async (context) => {
      controller.abort()
      await left.promise
      writes(context, 'books')
      return new Response()
    })
    const request = router.fetch('https://example.com/', { ...put, signal: controller.signal })
    await expect(request).rejects.toThrow()
    expect(published).toEqual([])
    left.resolve()
    await settle()
    expect(published).toEqual([['books']])
  })

  it('publishes a write again when its late invalidation has reached the cache', async () => {
    const memory = createMemoryStorage()
    let isDown = true
    const storage: Storage = {
      evicts: true,
      timeout: 50,
      get: (key) => memory.get(key),
      set: (key, value, options) =>
        isDown ? Promise.reject(new Error('down')) : memory.set(key, value, options),
      delete: (key) => memory.delete(key),
      count: (key, ttl) => memory.count(key, ttl),
    }
    const { bus, published } = createRecordingBus()
    const router = createRouter({ bus, middleware: [cache({ storage, routes: ['/*'] })] })
    router.put('/', (context) => {
      writes(context, 'books')
      return new Response()
    })
    await router.fetch('https://example.com/', put)
    await settle()
    expect(published).toEqual([['books']])
    isDown = false
    while (published.length === 1) await settle()
    expect(published).toEqual([['books'], ['books']])
  })

  it('refuses what is not a bus', () => {
    expect(() => createRouter({ bus: {} as Bus })).toThrow(
      'createRouter() takes a bus of framework/bus as `bus`, not',
    )
  })
})
