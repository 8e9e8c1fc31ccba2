import * as fc from 'fast-check'
import { describe, it, vi } from 'vitest'
import { createKeeper } from './draft-keeper.ts'
import { anySchedule, runSchedule } from './draft-model.fixture.ts'
import { openDrafts } from './drafts.ts'

describe('the model of drafts', () => {
  it('shows each text again where the rules say, and nowhere else, in 300 schedules', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const code = { createKeeper, openDrafts }
    const schedules = fc.asyncProperty(anySchedule, (steps) => runSchedule(steps, code))
    await fc.assert(schedules, { numRuns: 300, seed: 40 })
    vi.restoreAllMocks()
  })
})
