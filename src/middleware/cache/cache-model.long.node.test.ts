import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCookie } from '../../http/cookie/index.ts'
import { createRouter, type RequestContext } from '../../router/fetch-router/index.ts'
import { text } from '../../http/response/index.ts'
import { createMemorySessionStorage, Session } from '../../state/session/index.ts'
import { session } from '../session/index.ts'
import { createMemoryStorage, type Storage } from '../../state/storage/index.ts'
import { writes } from '../../state/tags/index.ts'
import { cache } from './index.ts'
import { neverStale } from './invalidation-model.fixture.ts'

/** Lets other work run, for a number of turns that the property chooses. */
async function pause(turns: number): Promise<void> {
  for (let i = 0; i < turns; i++) await Promise.resolve()
}

/** A storage on the other side of a network: each call takes some turns, before and after. */
function createSlowStorage(next: () => number): Storage {
  const storage = createMemoryStorage()
  const slow = async <Value>(call: () => Promise<Value>): Promise<Value> => {
    await pause(next())
    const value = await call()
    await pause(next())
    return value
  }
  return {
    evicts: true,
    get: (key) => slow(() => storage.get(key)),
    getMany: (keys) => slow(() => storage.getMany!(keys)),
    set: (key, value, options) => slow(() => storage.set(key, value, options)),
    delete: (key) => slow(() => storage.delete(key)),
    count: (key, ttl) => slow(() => storage.count(key, ttl)),
  }
}

/** Returns the next of some numbers, again and again. */
function cycle(numbers: readonly number[]): () => number {
  let index = 0
  return () => numbers[index++ % numbers.length]!
}

const turns = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 8, maxLength: 24 })

describe('two visitors of one cache', () => {
  const cookie = createCookie('session', { secrets: ['a-secret-of-16-bytes'] })
  const shared = { 'Cache-Control': 'public, s-maxage=60', 'Cache-Tag': 'all' }

  /** Pages of every kind. Each marks what it knows of its visitor. */
  function createShop(storage: Storage, next: () => number) {
    const sessions = createMemorySessionStorage<{ mark: string }>()
    const page = async (mark: string) => {
      await pause(next())
      return text(`<${mark}>`, { headers: shared })
    }
    const create = () => {
      const router = createRouter({
        middleware: [
          cache({ storage, routes: ['/*'], vary: ['X-Theme'], lockTimeout: 1 }),
          session(cookie, sessions),
        ],
      })
      router.get('/public', () => page('nobody'))
      router.get('/session', (context) => page(context.get(Session).get('mark') as string))
      router.get('/late', async (context) => {
        await pause(next())
        return page(String(context.get(Session).get('mark')))
      })
      router.get('/cookie', ({ headers }) => page(headers.get('X-Mark') ?? 'nobody'))
      router.get('/request', ({ request }) => page(request.headers.get('X-Mark') ?? 'nobody'))
      router.get('/copy', ({ headers }) => page(new Headers(headers).get('X-Mark') ?? 'nobody'))
      router.get('/theme', ({ headers }) => page(headers.get('X-Theme') ?? 'nobody'))
      router.get('/guarded', {
        middleware: [
          (context: RequestContext, next: () => Promise<Response>) =>
            context.headers.get('X-Mark') === null ? text('refused', 403) : next(),
        ],
        handler: ({ headers }) => page(String(headers.get('X-Mark'))),
      })
      router.post('/write', (context) => {
        writes(context, 'all')
        return text('written')
      })
      return router
    }
    return { machines: [create(), create()], sessions }
  }

  it('never see each other’s mark, in 1,000 random orders on two machines', async () => {
    const paths = [
      '/public',
      '/session',
      '/late',
      '/cookie',
      '/request',
      '/copy',
      '/theme',
      '/guarded',
      '/write',
    ]
    const step = fc.record({
      visitor: fc.constantFrom('ada', 'bob'),
      path: fc.constantFrom(...paths),
      machine: fc.integer({ min: 0, max: 1 }),
      method: fc.constantFrom('GET', 'HEAD'),
      wait: fc.integer({ min: 0, max: 30 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 2, maxLength: 8 }),
        turns,
        async (steps, delays) => {
          const next = cycle(delays)
          const { machines, sessions } = createShop(createSlowStorage(next), next)
          const cookies: Record<string, string> = {}
          for (const name of ['ada', 'bob']) {
            const own = await sessions.read(null)
            own.set('mark', name)
            cookies[name] = (await cookie.serialize(await sessions.save(own))).split(';')[0]!
          }

          await Promise.all(
            steps.map(async ({ visitor, path, machine, method, wait }) => {
              await pause(wait)
              const response = await machines[machine]!.fetch(`https://example.com${path}`, {
                method: path === '/write' ? 'POST' : method,
                headers: {
                  Cookie: cookies[visitor]!,
                  'X-Mark': visitor,
                  'X-Theme': `theme of ${visitor}`,
                },
              })
              const seen = (await response.text()) + JSON.stringify([...response.headers])
              expect(seen).not.toContain(visitor === 'ada' ? 'bob' : 'ada')
              if (
                method === 'GET' &&
                ['/session', '/late', '/cookie', '/request', '/guarded'].includes(path)
              ) {
                expect(seen).toContain(`<${visitor}>`)
              }
            }),
          )
        },
      ),
      { numRuns: 1000, seed: 15 },
    )
  })
})

describe('a page after an invalidation', () => {
  it('is never older than the last write that was confirmed before it was asked for', async () => {
    await fc.assert(neverStale(), { numRuns: 200, seed: 15 })
  })
})
