import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { Storage } from '../../state/storage/index.ts'
import type * as guards from '../../state/storage/shared.ts'
import { neverStale } from './invalidation-model.fixture.ts'

/** Whether an invalidation that failed is never sent again. */
const mistake = vi.hoisted(() => ({ isPlanted: false }))

vi.mock('../../state/storage/shared.ts', async (original) => {
  const real = await original<typeof guards>()
  return {
    ...real,
    guardStorage(storage: Storage) {
      const guarded = real.guardStorage(storage)
      if (!mistake.isPlanted) return guarded
      const always = { ...guarded.always, set: () => Promise.reject(new Error('not sent')) }
      return Object.assign(guarded, { always })
    },
  }
})

/** Whether random sequences find a stale page. */
async function isFound(numRuns: number): Promise<boolean> {
  const { failed } = await fc.check(neverStale(), { seed: 15, numRuns, endOnFailure: true })
  return failed
}

describe('the model of a page after an invalidation', () => {
  it('finds the planted mistake that a failed invalidation is not sent again', async () => {
    mistake.isPlanted = true
    expect(await isFound(2000)).toBe(true)
  })

  it('finds nothing without the mistake', async () => {
    mistake.isPlanted = false
    expect(await isFound(300)).toBe(false)
  })
})
