import { afterEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { createMemoryStorage, type Storage } from '../../state/storage/index.ts'
import { invalidationsOf } from './invalidations.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

describe('an invalidation that waits', () => {
  it('is given up if 100,000 newer tags wait, with one error', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    let isDown = true
    const set = async () => {
      if (isDown) throw new Error('down')
      return true
    }
    const storage: Storage = { ...createMemoryStorage(), evicts: true, set }
    const invalidations = invalidationsOf(storage)

    const first = invalidations.send(['a', 'b']).arrived()
    for (let i = 0; i < 2000; i++) {
      invalidations.send(Array.from({ length: 50 }, (_, j) => `tag ${i} ${j}`))
    }
    await expect(first).rejects.toThrow('the oldest are given up')
    expect(
      [['a'], ['b'], ['tag 0 0'], ['tag 1999 49']].map((tags) => invalidations.areWaiting(tags)),
    ).toEqual([false, false, true, true])
    expect(error.mock.calls).toHaveLength(1)

    // Otherwise they would be sent again and again while the tests of other folders run.
    isDown = false
    await eventually(() => expect(invalidations.areWaiting(['tag 0 0', 'tag 1999 49'])).toBe(false))
  })

  it('of a tag that is invalidated again waits for the newer one', async () => {
    const memory = createMemoryStorage()
    const gates: (() => void)[] = []
    const storage: Storage = {
      evicts: true,
      get: (key) => memory.get(key),
      async set(key, value, options) {
        if (key === 't:a') await new Promise<void>((resolve) => gates.push(resolve))
        return memory.set(key, value, options)
      },
      delete: (key) => memory.delete(key),
      count: (key, ttl) => memory.count(key, ttl),
    }
    const invalidations = invalidationsOf(storage)
    const [one, two] = [invalidations.send(['a']), invalidations.send(['a'])]
    const both = Promise.all([one.arrived(), two.arrived()])
    while (gates.length < 2) await Promise.resolve()
    gates[0]!()
    await one.firstAttempt
    expect(invalidations.areWaiting(['a'])).toBe(true)
    gates[1]!()
    await both
    expect(invalidations.areWaiting(['a'])).toBe(false)
  })

  it('is shared by all caches with one storage object', () => {
    const storage = createMemoryStorage()
    expect(invalidationsOf(storage)).toBe(invalidationsOf(storage))
    expect(invalidationsOf(createMemoryStorage())).not.toBe(invalidationsOf(storage))
  })
})
