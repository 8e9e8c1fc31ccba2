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
    payDebts(...given: Parameters<typeof debts.payDebts>): void {
      const [machine, load, outcome] = given
      const { changed, owed } = machine
      if (mistake.is === 'a load pays what was owed after it started') {
        return real.payDebts(machine, { ...load, startedAt: Infinity }, outcome)
      }
      real.payDebts(...given)
      if (mistake.is === 'a failed load pays' && outcome.isFailure) owed.clear()
      if (mistake.is === 'a load before the end of the mutation is good enough') {
        for (const [key, { since }] of owed) if (since === changed) owed.delete(key)
      }
    },
  }
})

beforeAll(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterAll(() => vi.restoreAllMocks())

/** Returns how many random sequences it takes until a page at rest is old, or `undefined`. */
async function findMistake(): Promise<number | undefined> {
  const found = await fc.check(
    fc.asyncProperty(anySequence(10), async (steps) => {
      const visitor = new ModelVisitor()
      for (const step of steps) {
        visitor.run(step)
        await settle()
      }
      await visitor.drain()
      await visitor.moveOn()
      const { shown, fresh } = visitor.compare()
      return JSON.stringify(shown) === JSON.stringify(fresh)
    }),
    { seed: 6, numRuns: 2000, endOnFailure: true },
  )
  return found.failed ? found.numRuns : undefined
}

describe('the model finds a planted mistake', () => {
  it.each([
    'the next load asks for nothing',
    'a load pays what was owed after it started',
    'a failed load pays',
    'a load before the end of the mutation is good enough',
  ])('%s', async (is) => {
    mistake.is = is
    expect(await findMistake()).toBeDefined()
  })
})
