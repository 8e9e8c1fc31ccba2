import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { later } from '../../http/response/index.ts'
import { type DeferredOptions, DeferredValues } from './deferred.ts'
import { unexpected } from './result.ts'

/** How many values are tried. `DEFERRED_VALUES=100000` tries all. */
const count = Number(process.env['DEFERRED_VALUES'] ?? 4000)
const perPage = 8

/** What happens to a value, after how many turns of the event loop. */
const fate = fc.record({
  end: fc.constantFrom('resolve', 'reject', 'throw', 'never'),
  after: fc.nat(3),
  timeout: fc.constantFrom(0, 1, 1000),
})
const page = fc.record({
  fates: fc.array(fate, { minLength: perPage, maxLength: perPage }),
  leave: fc.option(fc.nat(3), { nil: undefined }),
  drop: fc.option(fc.nat(3), { nil: undefined }),
})

type Fate = typeof fate extends fc.Arbitrary<infer Value> ? Value : never
type Page = typeof page extends fc.Arbitrary<infer Value> ? Value : never

function turns(number: number): Promise<void> {
  return new Promise((resolve) => {
    const next = (left: number): unknown => (left === 0 ? resolve() : setImmediate(next, left - 1))
    next(number)
  })
}

async function run({ end, after }: Fate, signal: AbortSignal): Promise<unknown> {
  if (end === 'never') {
    await new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error))
    })
  }
  await turns(after)
  if (end === 'reject') throw new Error('rejected')
  return end
}

/** A client that never leaves, so that whatever still listens to it stays in memory. */
const patient = new AbortController()

const isRead = (index: number): boolean => index % 2 === 0

/** Runs the values of one page, and checks how often each settled. */
async function visit({ fates, leave, drop }: Page): Promise<void> {
  const values = new DeferredValues()
  const client = leave === undefined ? patient : new AbortController()
  const settled = fates.map(() => 0)
  const ended = fates.map(() => 0)
  fates.forEach((fate, index) => {
    const options: DeferredOptions = {
      routeId: 'page',
      index,
      name: `${index}`,
      write: (value) => ({ line: JSON.stringify(value), value }),
      // Reading what was thrown takes time, because it may be a response.
      readThrown: (thrown) => turns(1).then(() => unexpected(thrown)),
      writeError: (error) => ({ line: '{}', reason: error }),
      onSettled: () => void ended[index]!++,
    }
    const value = values.add(options)
    const count = (): void => void settled[index]!++
    // Pages need not read a promise. Then nothing but the framework handles its rejection.
    if (isRead(index)) value.promise.then(count, count)
    const later$ = later(
      (signal) => {
        if (fate.end === 'throw') throw new Error('thrown')
        return run(fate, signal)
      },
      { timeout: fate.timeout },
    )
    values.start(value, later$, client.signal)
  })
  if (leave !== undefined) void turns(leave).then(() => client.abort())
  if (drop !== undefined) {
    void turns(drop).then(() => values.drop('hidden', ({ index }) => index % 2 === 0))
  }
  await Promise.race([values.whenDone(), turns(6)])
  values.drop('The test has ended')
  await values.whenDone()
  await turns(2)
  expect(values.isPending).toBe(false)
  values.all.forEach(({ line, failure, promise }, i) => {
    expect(ended[i]).toBe(line === undefined ? 0 : 1)
    if (isRead(i)) expect(settled[i]).toBe(ended[i])
    expect(promise.status).toBe(line && (failure ? 'rejected' : 'fulfilled'))
  })
}

/** The used memory after a collection, in bytes. */
function readHeap(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  return process.memoryUsage().heapUsed
}

describe('deferred values', () => {
  it('settle at most once, whatever happens, without an unhandled rejection or a leak', async () => {
    const unhandled: unknown[] = []
    const listener = (reason: unknown): void => void unhandled.push(reason)
    process.on('unhandledRejection', listener)
    try {
      const pages = fc.sample(page, { numRuns: 200, seed: 14 })
      for (const one of pages) await visit(one)
      const before = readHeap()
      for (let i = 0; i < count / perPage; i++) await visit(pages[i % pages.length]!)
      await turns(2)
      const grown = readHeap() / before
      expect(unhandled).toEqual([])
      expect(grown).toBeLessThan(1.02)
    } finally {
      process.off('unhandledRejection', listener)
    }
  })
})
