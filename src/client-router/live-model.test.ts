import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import './live.ts'
import { tick } from './fake-app.fixture.ts'
import { anySequence, ModelVisitor, settle } from './model-server.fixture.ts'

describe('a live page at rest', () => {
  it('shows what a new document shows of all that it follows, whatever others write', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    await fc.assert(
      fc.asyncProperty(anySequence(25, undefined, true), async (steps) => {
        const visitor = new ModelVisitor('/books/dune', { isLive: true })
        await tick()
        for (const step of steps) {
          visitor.run(step)
          await settle()
        }
        const { shown, fresh } = await visitor.restLive()
        expect(shown).toEqual(fresh)
        expect(visitor.mistakes.filter((text) => !text.includes('was kept'))).toEqual([])
      }),
      { seed: 6, numRuns: 100 },
    )
    vi.restoreAllMocks()
  })
})
