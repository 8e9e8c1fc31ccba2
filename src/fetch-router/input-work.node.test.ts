import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { json } from '../response/index.ts'
import { get, post } from '../routes/index.ts'
import { createRouter } from './index.ts'

/** What goes through a list or a text, so its length counts. */
const scans: readonly [prototype: object, names: readonly string[]][] = [
  [
    Array.prototype,
    [
      'includes',
      'indexOf',
      'find',
      'findLast',
      'some',
      'every',
      'filter',
      'map',
      'flatMap',
      'join',
    ],
  ],
  [String.prototype, ['split', 'replaceAll', 'replace', 'matchAll', 'search']],
]
/** What looks up or adds one thing. */
const steps: readonly [prototype: object, names: readonly string[]][] = [
  [Map.prototype, ['get', 'set', 'has']],
  [Set.prototype, ['has', 'add']],
  [Array.prototype, ['push']],
  [RegExp.prototype, ['exec', 'test']],
]

const restored: (() => void)[] = []
afterEach(() => {
  for (const restore of restored.splice(0)) restore()
})

/** Counts the work of the built-in methods while a request is handled. */
async function countWork(send: () => Promise<Response>, status: number): Promise<number> {
  let work = 0
  const watch = (prototype: object, name: string, cost: (self: { length: number }) => number) => {
    const original = Reflect.get(prototype, name) as (...args: unknown[]) => unknown
    const counted = function (this: { length: number }, ...args: unknown[]): unknown {
      work += cost(this)
      return original.apply(this, args)
    }
    Reflect.defineProperty(prototype, name, { value: counted, writable: true, configurable: true })
    restored.push(() =>
      Reflect.defineProperty(prototype, name, {
        value: original,
        writable: true,
        configurable: true,
      }),
    )
  }
  for (const [prototype, names] of scans) {
    for (const name of names) watch(prototype, name, ({ length }) => length)
  }
  for (const [prototype, names] of steps) for (const name of names) watch(prototype, name, () => 1)
  const response = await send()
  for (const restore of restored.splice(0)) restore()
  expect(response.status).toBe(status)

  return work
}

const flat = (count: number) =>
  z.object(Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, z.int()])))
const nested = (count: number) =>
  z.object({ a: z.object({ b: flat(count) }), tags: z.array(z.string()).optional() })

describe('input of 1,000 names takes ten times the work of 100', () => {
  it.each<[string, (count: number) => z.ZodObject, (i: number) => string, string, number]>([
    ['a flat form', flat, (i) => `n${i}`, '1', 200],
    ['a nested form', nested, (i) => `a.b.n${i}`, '1', 200],
    ['values that are refused', flat, (i) => `n${i}`, 'x', 422],
    ['names that the schema does not have', () => flat(1), (i) => `x${i}`, '1', 422],
    ['deep names that the schema does not have', () => flat(1), (i) => `n0.${i}.a`, '1', 422],
    ['one name', () => z.object({ tag: z.array(z.string()) }), () => 'tag', '1', 200],
    ['secrets', flat, (i) => `n${i}.password`, 'x', 422],
  ])('%s', async (_, schema, nameOf, value, status) => {
    const work = async (count: number): Promise<number> => {
      const router = createRouter()
      router.map(post('/form', { body: schema(count) }), () => json(null))
      const pairs = Array.from({ length: count }, (_, i) => [nameOf(i), value] as [string, string])
      const send = () =>
        router.fetch('https://example.com/form', {
          method: 'POST',
          body: new URLSearchParams(pairs),
        })
      await send() // The schema is read once.
      return countWork(send, status)
    }
    const [some, many] = [await work(100), await work(1_000)]
    expect(some).toBeGreaterThan(50)
    expect(many / some).toBeLessThan(13)
  })

  it('a query', async () => {
    const work = async (count: number): Promise<number> => {
      const router = createRouter()
      router.map(get('/list', { search: flat(count) }), () => json(null))
      const query = Array.from({ length: count }, (_, i) => `n${i}=1`).join('&')
      const send = () => router.fetch(`https://example.com/list?${query}`)
      await send()
      return countWork(send, 200)
    }
    expect((await work(1_000)) / (await work(100))).toBeLessThan(13)
  })
})
