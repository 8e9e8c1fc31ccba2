import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import './live.ts' // Loaded, so that a page is live after one turn.
import { tick } from './fake-app.fixture.ts'
import { anySequence, ModelVisitor, settle } from './model-server.fixture.ts'

/** `FLOW_RUNS=10000` runs more of them. `FLOW_SEED` chooses others. */
const { FLOW_RUNS, FLOW_SEED } = globalThis.process?.env ?? {}

describe('a live page at rest', () => {
  it('shows what a new document shows of all that it follows, whatever others write', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    await fc.assert(
      fc.asyncProperty(anySequence(25, undefined, true), async (steps) => {
        const visitor = new ModelVisitor('/books/dune', { isLive: true })
        await tick()
        for (const step of steps) {
          await visitor.run(step)
          await settle()
        }
        const { shown, fresh } = await visitor.restLive()
        expect(shown).toEqual(fresh)
        expect(visitor.mistakes.filter((text) => !text.includes('was kept'))).toEqual([])
      }),
      { seed: Number(FLOW_SEED ?? 6), numRuns: Number(FLOW_RUNS ?? 100) },
    )
    vi.restoreAllMocks()
  })
})
