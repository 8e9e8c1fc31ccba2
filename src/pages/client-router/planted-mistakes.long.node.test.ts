import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type * as records from './loaders.ts'
import type { LoaderRecord } from './router-state.ts'
import { anySequence, ModelVisitor, settle } from './model-server.fixture.ts'
import { isSameData } from './commit-page.ts'

/** The mistake that is in the code at the moment. */
const mistake = vi.hoisted(() => ({ is: '' }))

vi.mock('./loaders.ts', async (original) => {
  const real = await original<typeof records>()
  const forget = ({ loaders }: Parameters<typeof records.makeDue>[0]): void => {
    if (mistake.is !== 'the next load asks for nothing') return
    for (const [key, record] of loaders) loaders.set(key, { ...record, dueSince: 0 })
  }
  return {
    ...real,
    makeDue(...given: Parameters<typeof records.makeDue>): void {
      real.makeDue(...given)
      forget(given[0])
    },
    makeDueAfter(...[router, judged]: Parameters<typeof records.makeDueAfter>): void {
      const isOther = mistake.is === 'a verdict counts for other data too'
      real.makeDueAfter(
        router,
        isOther ? { ...judged, sent: judged.sent && router.loaders } : judged,
      )
      forget(router)
    },
    setDue(...[record, since, why]: Parameters<typeof records.setDue>): void {
      if (mistake.is === 'the page forgets what the stream said' && why === 'live') return
      real.setDue(record, since, why)
    },
    recordLoad(...given: Parameters<typeof records.recordLoad>): LoaderRecord {
      const [router, match, shown, load, loaded] = given
      if (mistake.is === 'a load pays what became due after it started') {
        return real.recordLoad(router, match, shown, { ...load, startedAt: router.clock }, loaded)
      }
      const record = real.recordLoad(...given)
      const isPaid =
        (mistake.is === 'a failed load pays' && loaded.isFailure) ||
        (mistake.is === 'a load before the end of the mutation is good enough' &&
          record.dueSince === router.changedAt)
      return isPaid ? { ...record, dueSince: 0 } : record
    },
  }
})

beforeAll(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterAll(() => vi.restoreAllMocks())

/** Whether random sequences find a page at rest that is old. */
async function isFound(numRuns = 10_000): Promise<boolean> {
  const books = ['/books/dune', '/books/emma', '/books/dune/reviews']
  const { failed } = await fc.check(
    fc.asyncProperty(anySequence(8, books), async (steps) => {
      const visitor = new ModelVisitor('/books/dune')
      for (const step of steps) {
        visitor.run(step)
        await settle()
      }
      await visitor.drain()
      if (!visitor.isExcused && !visitor.isFresh()) return false
      await visitor.moveOn()
      return visitor.isFresh()
    }),
    { seed: 6, numRuns, endOnFailure: true },
  )
  return failed
}

/** Whether random sequences find a live page at rest that is old, or that never comes to rest. */
async function isFoundLive(numRuns = 2000): Promise<boolean> {
  const books = ['/books/dune', '/books/dune?q=1', '/books/emma', '/books', '/cart']
  const { failed } = await fc.check(
    fc.asyncProperty(anySequence(12, books, true), async (steps) => {
      const visitor = new ModelVisitor('/books/dune', { isLive: true })
      await new Promise((resolve) => setTimeout(resolve))
      for (const step of steps) {
        await visitor.run(step)
        await settle()
      }
      const { shown, fresh } = await visitor.restLive()
      return (
        isSameData(shown, fresh) && !visitor.mistakes.some((text) => text.includes('come to rest'))
      )
    }),
    { seed: 6, numRuns, endOnFailure: true },
  )
  return failed
}

describe('the model of a live page', () => {
  it('finds the planted mistake that the page forgets what the stream said', async () => {
    mistake.is = 'the page forgets what the stream said'
    expect(await isFoundLive()).toBe(true)
  })

  it('finds nothing without a mistake', async () => {
    mistake.is = ''
    expect(await isFoundLive(100)).toBe(false)
  })
})

describe('the model of a page at rest', () => {
  it.each([
    'the next load asks for nothing',
    'a load pays what became due after it started',
    'a failed load pays',
    'a load before the end of the mutation is good enough',
    'a verdict counts for other data too',
  ])('finds the planted mistake that %s', async (is) => {
    mistake.is = is
    expect(await isFound()).toBe(true)
  })

  it('finds nothing without a mistake', async () => {
    mistake.is = ''
    expect(await isFound(300)).toBe(false)
  })
})
