import { afterEach, describe, expect, it, vi } from 'vitest'
import { createMemoryStorage } from './index.ts'
import { storageConformance } from './testing/index.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

describe('createMemoryStorage', () => {
  const createSmall = () => createMemoryStorage({ maxKeys: 100 })
  const cases = storageConformance(() => createMemoryStorage(), { createSmall })
  for (const { name, run } of cases) it(name, run)
})

describe('createMemoryStorage that does not evict', () => {
  const createSmall = () => createMemoryStorage({ maxKeys: 100, evict: false })
  const cases = storageConformance(() => createMemoryStorage({ evict: false }), { createSmall })
  for (const { name, run } of cases) it(name, run)
})

const ttl = 60

describe('a full memory storage', () => {
  it('drops what was not used for the longest time', async () => {
    const storage = createMemoryStorage({ maxKeys: 3 })
    expect(storage.evicts).toBe(true)
    for (const key of ['a', 'b', 'c']) await storage.set(key, key, { ttl })
    await storage.get('a')
    await storage.set('d', 'd', { ttl })
    expect(await storage.get('b')).toBe(null)
    expect(await storage.get('a')).toBe('a')
    expect(await storage.get('c')).toBe('c')
    expect(await storage.get('d')).toBe('d')
  })

  it('drops a counter only for newer counters', async () => {
    const storage = createMemoryStorage({ maxKeys: 2, maxBytes: 1000 })
    for (const key of ['a', 'a', 'b']) await storage.count(key, ttl)
    for (let i = 0; i < 100; i++) await storage.set(`page ${i}`, 'x'.repeat(200), { ttl })
    expect([await storage.get('b'), await storage.get('a')]).toEqual(['1', '2'])
    await storage.count('c', ttl)
    expect([await storage.get('a'), await storage.get('b')]).toEqual(['2', null])
  })

  it('keeps one value for a key that is counted and set in turn', async () => {
    const storage = createMemoryStorage()
    await storage.count('n', ttl)
    await storage.set('n', '5', { ttl })
    expect([await storage.count('n', ttl), await storage.get('n')]).toEqual([6, '6'])
    expect([await storage.delete('n'), await storage.get('n')]).toEqual([true, null])
    expect(await storage.count('n', ttl)).toBe(1)
  })

  it('drops as much as a large value needs, and not what it replaces', async () => {
    const storage = createMemoryStorage({ maxBytes: 100 })
    await storage.set('a', 'x'.repeat(19), { ttl })
    await storage.set('b', 'x'.repeat(19), { ttl })
    await storage.set('a', 'y'.repeat(29), { ttl })
    expect(await storage.get('b')).toBe('x'.repeat(19))
    await storage.set('c', 'z'.repeat(10), { ttl })
    expect(await storage.get('a')).toBe(null)
    expect(await storage.get('b')).toBe('x'.repeat(19))
  })

  it('rejects what it could never hold', async () => {
    const storage = createMemoryStorage({ maxBytes: 100 })
    await expect(storage.set('key', 'x'.repeat(50), { ttl })).rejects.toThrow(
      'Cannot store "key": it takes more than the 100 bytes of the storage',
    )
  })

  it('keeps what it has when it rejects a value that it could never hold', async () => {
    const storage = createMemoryStorage({ maxBytes: 100 })
    await storage.set('a', '1', { ttl })
    await storage.set('b', '2', { ttl })
    await expect(storage.set('a', 'x'.repeat(50), { ttl })).rejects.toThrow('Raise maxBytes')
    await expect(storage.set('c', 'x'.repeat(50), { ttl })).rejects.toThrow('Raise maxBytes')
    expect([await storage.get('a'), await storage.get('b')]).toEqual(['1', '2'])
  })

  it('rejects set and count with evict: false, until something has expired', async () => {
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    const storage = createMemoryStorage({ maxKeys: 2, evict: false })
    expect(storage.evicts).toBe(false)
    await storage.set('a', '1', { ttl: 0.02 })
    await storage.set('b', '2', { ttl })
    await expect(storage.set('c', '3', { ttl })).rejects.toThrow('the storage is full, with 2 keys')
    expect(await storage.count('b', ttl)).toBe(3)
    expect(await storage.set('b', 'other', { ttl })).toBe(true)
    await storage.count('n', ttl)
    await storage.count('m', ttl)
    await expect(storage.count('o', ttl)).rejects.toThrow('the storage is full')
    now = 40
    expect(await storage.set('c', '3', { ttl })).toBe(true)
  })

  it('stays within its limits whatever is written', async () => {
    const storage = createMemoryStorage({ maxKeys: 10, maxBytes: 400 })
    for (let i = 0; i < 1000; i++) {
      await storage.set(`key ${i % 37}`, 'x'.repeat((i * 7) % 50), { ttl })
      await storage.count(`count ${i % 11}`, ttl)
      if (i % 3 === 0) await storage.delete(`key ${i % 5}`)
    }
    for (const name of ['key', 'count']) {
      const keys = Array.from({ length: 37 }, (_, i) => `${name} ${i}`)
      const values = await Promise.all(keys.map((key) => storage.get(key)))
      const kept = keys.flatMap((key, i) => (values[i] === null ? [] : [key + values[i]!]))
      expect(kept.length).toBeGreaterThan(0)
      expect(kept.length).toBeLessThanOrEqual(10)
      expect(kept.join('').length * 2).toBeLessThanOrEqual(400)
    }
  })

  it('refuses wrong options', () => {
    expect(() => createMemoryStorage({ maxKeys: 0 })).toThrow(
      new TypeError('createMemoryStorage() takes a number of 1 or more as maxKeys, not 0'),
    )
    expect(() => createMemoryStorage({ maxBytes: '1mb' as never })).toThrow('maxBytes, not "1mb"')
    expect(() => createMemoryStorage({ evict: 1 as never })).toThrow('as evict, not 1')
    expect(() => createMemoryStorage({ max: 1 } as never)).toThrow('has no option "max"')
  })
})
