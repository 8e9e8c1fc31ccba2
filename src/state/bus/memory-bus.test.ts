import { describe, expect, it } from 'vitest'
import { createMemoryBus } from './index.ts'
import { busConformance } from './testing/index.ts'

describe('createMemoryBus', () => {
  for (const { name, run } of busConformance(createMemoryBus)) it(name, run)

  it('does not reach other processes, and says so', () => {
    expect(createMemoryBus().isShared).toBe(false)
  })
})
