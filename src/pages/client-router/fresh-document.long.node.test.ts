import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { reasonSentences } from '../../tools/panel/browser/why-view.ts'
import { anySequence, ModelVisitor, settle } from './model-server.fixture.ts'

/** `FLOW_RUNS=10000` runs all of them, which takes some minutes. `FLOW_SEED` chooses others. */
const numRuns = Number(process.env['FLOW_RUNS'] ?? 300)
const seed = Number(process.env['FLOW_SEED'] ?? 6)

const reasons = new Set(Object.keys(reasonSentences))
const free = new Set(['new', 'params', 'no-data', 'search', 'search-unread', 'kept'])

describe('a page at rest', () => {
  it.each(['on', 'off', 'random'] as const)(
    'shows what a new document of its URL shows, and every loader has one reason, with one trip %s',
    async (oneTrip) => {
      vi.spyOn(console, 'error').mockImplementation(() => {})
      let carried = 0
      await fc.assert(
        fc.asyncProperty(anySequence(40), fc.boolean(), async (steps, isNewestFirst) => {
          const visitor = new ModelVisitor('/', { oneTrip })
          for (const step of steps) {
            visitor.run(step)
            await settle()
          }
          await visitor.drain(isNewestFirst)
          carried += visitor.carried

          // If something failed or was interrupted, the next load runs what is due.
          if (!visitor.isExcused) {
            expect(visitor.compare().shown).toEqual(visitor.compare().fresh)
            expect(visitor.oldFetchers()).toEqual([])
          }
          const moved = await visitor.moveOn()
          const { shown, fresh } = visitor.compare()
          expect(shown).toEqual(fresh)

          expect(visitor.mistakes).toEqual([])
          // No loader is due any more.
          if (!visitor.isExcused) {
            for (const { reason } of moved.reasons) expect(free).toContain(reason)
            expect(moved.caches).not.toContain('reload')
          }
          for (const load of visitor.explained) {
            expect(new Set(load.map(({ id }) => id)).size).toBe(load.length)
            for (const { reason } of load) expect(reasons).toContain(reason)
          }
        }),
        { seed, numRuns: Math.ceil(numRuns / 2) },
      )
      expect(carried > numRuns / 10).toBe(oneTrip !== 'off')
      vi.restoreAllMocks()
    },
  )
})
