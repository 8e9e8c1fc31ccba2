import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type * as debts from './debts.ts'
import { anySequence, ModelVisitor, settle } from './model-server.fixture.ts'

/** The mistake that is in the code at the moment. */
const mistake = vi.hoisted(() => ({ is: '' }))

vi.mock('./debts.ts', async (original) => {
  const real = await original<typeof debts>()
  return {
    ...real,
    owe(...given: Parameters<typeof debts.owe>): void {
      real.owe(...given)
      if (mistake.is === 'the next load asks for nothing') given[0].owed.clear()
    },
    oweAfter(...[router, judged]: Parameters<typeof debts.oweAfter>): void {
      const isOther = mistake.is === 'a verdict counts for other data too'
      real.oweAfter(router, isOther ? { ...judged, sent: judged.sent && router.held } : judged)
      if (mistake.is === 'the next load asks for nothing') router.owed.clear()
    },
    payDebts(...given: Parameters<typeof debts.payDebts>): void {
      const [router, load, loaded] = given
      const { changed, owed } = router
      if (mistake.is === 'a load pays what was owed after it started') {
        return real.payDebts(router, { ...load, startedAt: Infinity }, loaded)
      }
      real.payDebts(...given)
      if (mistake.is === 'a failed load pays' && loaded.isFailure) owed.clear()
      if (mistake.is === 'a load before the end of the mutation is good enough') {
        for (const [key, { since }] of owed) if (since === changed) owed.delete(key)
      }
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

describe('the model of a page at rest', () => {
  it.each([
    'the next load asks for nothing',
    'a load pays what was owed after it started',
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
