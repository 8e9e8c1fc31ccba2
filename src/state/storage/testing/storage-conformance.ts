import { equal, rejects } from '../../common/shared.ts'
import type { Storage } from '../index.ts'

/** Creates the storage to test. Storages created by it may share their values. */
export type CreateStorage = () => Storage | Promise<Storage>

/** Options for {@link storageConformance}. */
export interface StorageConformanceOptions {
  /** Creates a storage whose server is down. Every method must reject, within a second. */
  readonly createBroken?: CreateStorage
  /** Creates a storage with room for at most 100 values. Counters must survive when it is full. */
  readonly createSmall?: CreateStorage
}

/** A case of the rules that every storage has to follow. */
export interface StorageCase {
  readonly name: string
  /** Runs the case. Rejects with the mistake. */
  readonly run: () => Promise<void>
}

/**
 * Lists the rules that every storage has to follow, as cases for any test runner.
 *
 * @param createStorage Creates the storage
 * @param options A storage that is down
 *
 * @example
 * describe('my storage', () => {
 *   for (const { name, run } of storageConformance(createMyStorage)) it(name, run)
 * })
 */
export function storageConformance(
  createStorage: CreateStorage,
  { createBroken, createSmall }: StorageConformanceOptions = {},
): StorageCase[] {
  const list = Object.entries(cases).map(([name, test]) => ({
    name,
    run: async () => test(await createStorage(), createKey()),
  }))
  if (createSmall !== undefined) {
    const name = 'keeps counters when it is full of values'
    list.push({ name, run: async () => expectToKeepCounters(await createSmall(), createKey()) })
  }
  if (createBroken !== undefined) {
    const name = 'rejects every call while the server is down'
    list.push({ name, run: async () => expectToReject(await createBroken()) })
  }
  return list
}

/** A key that nothing else uses. */
function createKey(): string {
  return `conformance:${crypto.randomUUID()}`
}

/** Takes a storage and a key that nothing else uses. */
type Test = (storage: Storage, key: string) => Promise<void>

const cases: Record<string, Test> = {
  async 'has no value under a new key'(storage, key) {
    equal(await storage.get(key), null, 'get')
    equal(await storage.delete(key), false, 'delete')
  },

  async 'returns what was set, also an empty text'(storage, key) {
    for (const value of ['text', '', 'ü \u{1F36A} "quoted" \u2028 \r\n \0', '0', 'null']) {
      equal(await storage.set(key, value, { ttl: 60 }), true, 'set')
      equal(await storage.get(key), value, 'get')
    }
  },

  async 'keeps keys apart'(storage, key) {
    const keys = [key, `${key} `, `${key}:`, `${key}é`, `${key}__proto__`, key.toUpperCase()]
    for (const [i, name] of keys.entries()) await storage.set(name, String(i), { ttl: 60 })
    for (const [i, name] of keys.entries()) equal(await storage.get(name), String(i), name)
  },

  async 'returns several values in the order of their keys, if it has getMany'(storage, key) {
    if (storage.getMany === undefined) return
    const keys = [`${key}:b`, key, `${key}:a`, key]
    await storage.set(`${key}:a`, '', { ttl: 60 })
    await storage.set(`${key}:b`, 'ü', { ttl: 60 })
    equal(await storage.getMany(keys), ['ü', null, '', null], 'the values')
    equal((await storage.getMany([key])).length, 1, 'the length of one')
  },

  async deletes(storage, key) {
    await storage.set(key, 'text', { ttl: 60 })
    equal(await storage.delete(key), true, 'the first delete')
    equal(await storage.get(key), null, 'get')
    equal(await storage.delete(key), false, 'the second delete')
  },

  async 'keeps a value of 2 MiB'(storage, key) {
    const value = 'ü'.repeat(1_048_576)
    equal(await storage.set(key, value, { ttl: 60 }), true, 'set')
    equal((await storage.get(key)) === value, true, 'the same value')
    await storage.delete(key)
  },

  async 'writes a new key only once'(storage, key) {
    equal(await storage.set(key, 'first', { ttl: 60, when: 'new' }), true, 'the first')
    equal(await storage.set(key, 'second', { ttl: 60, when: 'new' }), false, 'the second')
    equal(await storage.get(key), 'first', 'get')
  },

  async 'writes an old key only if it is there'(storage, key) {
    equal(await storage.set(key, 'first', { ttl: 60, when: 'old' }), false, 'before')
    equal(await storage.get(key), null, 'get before')
    await storage.set(key, 'second', { ttl: 60 })
    equal(await storage.set(key, 'third', { ttl: 60, when: 'old' }), true, 'after')
    equal(await storage.get(key), 'third', 'get after')
  },

  async 'lets one of 200 racers write a new key'(storage, key) {
    const wrote = await race((i) => storage.set(key, String(i), { ttl: 60, when: 'new' }))
    equal(wrote.filter(Boolean).length, 1, 'how many wrote')
    equal(await storage.get(key), String(wrote.indexOf(true)), 'the value')
  },

  async 'lets all of 200 racers write an old key, and none after it is gone'(storage, key) {
    await storage.set(key, 'start', { ttl: 60 })
    const wrote = await race((i) => storage.set(key, String(i), { ttl: 60, when: 'old' }))
    equal(wrote.filter(Boolean).length, 200, 'how many wrote')
    await storage.delete(key)
    const late = await race((i) => storage.set(key, String(i), { ttl: 60, when: 'old' }))
    equal(late.filter(Boolean).length, 0, 'how many wrote after the end')
    equal(await storage.get(key), null, 'get')
  },

  async 'lets one of 200 racers delete a key'(storage, key) {
    await storage.set(key, 'text', { ttl: 60 })
    const deleted = await race(() => storage.delete(key))
    equal(deleted.filter(Boolean).length, 1, 'how many deleted')
  },

  async 'gives each of 200 racers another number'(storage, key) {
    const sums = await race(() => storage.count(key, 60))
    sums.sort((a, b) => a - b)
    const expected = Array.from({ length: 200 }, (_, i) => i + 1)
    equal(sums, expected, 'the numbers')
    equal(await storage.get(key), '200', 'get')
  },

  async 'forgets values when their time is over'(storage, key) {
    await storage.set(key, 'text', { ttl: 0.3 })
    await storage.set(`${key}:long`, 'text', { ttl: 60 })
    equal(await storage.get(key), 'text', 'before')
    await pause(450)
    equal(await storage.get(key), null, 'after')
    equal(await storage.delete(key), false, 'delete')
    equal(await storage.set(key, 'text', { ttl: 60, when: 'old' }), false, 'an old key')
    equal(await storage.set(key, 'text', { ttl: 60, when: 'new' }), true, 'a new key')
    equal(await storage.get(`${key}:long`), 'text', 'another key')
  },

  async 'starts the time anew with each set'(storage, key) {
    await storage.set(key, 'first', { ttl: 0.3 })
    await storage.set(key, 'second', { ttl: 60 })
    await pause(450)
    equal(await storage.get(key), 'second', 'get')
  },

  async 'counts from 1 again when the time of the first is over'(storage, key) {
    equal(await storage.count(key, 0.4), 1, 'the first')
    await pause(200)
    equal(await storage.count(key, 0.4), 2, 'the second')
    await pause(350)
    equal(await storage.count(key, 60), 1, 'after the end')
    equal(await storage.count(key, 60), 2, 'the next')
  },

  async 'counts on from a number that was set, and refuses other text'(storage, key) {
    await storage.set(key, '41', { ttl: 60 })
    equal(await storage.count(key, 60), 42, 'the sum')
    for (const text of ['text', '', '1.5', '1e3']) {
      await storage.set(key, text, { ttl: 60 })
      await rejects(() => storage.count(key, 60), `count of ${JSON.stringify(text)}`)
      equal(await storage.get(key), text, 'the text')
    }
  },

  async 'refuses a time that is not above 0'(storage, key) {
    for (const ttl of [0, -1, NaN, Infinity]) {
      await rejects(() => storage.set(key, 'text', { ttl }), `set with ${ttl}`)
      await rejects(() => storage.count(key, ttl), `count with ${ttl}`)
    }
    equal(await storage.get(key), null, 'get')
  },
}

function race<Result>(run: (i: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: 200 }, (_, i) => run(i)))
}

async function expectToKeepCounters(storage: Storage, key: string): Promise<void> {
  equal(await storage.count(key, 60), 1, 'the first')
  for (let i = 0; i < 200; i++) {
    // A full storage may reject.
    await storage.set(`${key}:${i}`, 'text', { ttl: 60 }).catch(() => {})
  }
  equal(await storage.count(key, 60), 2, 'the second')
}

async function expectToReject(storage: Storage): Promise<void> {
  const calls: Record<string, () => Promise<unknown>> = {
    get: () => storage.get('down'),
    ...(storage.getMany && { getMany: () => storage.getMany!(['down']) }),
    set: () => storage.set('down', 'text', { ttl: 60 }),
    delete: () => storage.delete('down'),
    count: () => storage.count('down', 60),
  }
  for (const [name, call] of Object.entries(calls)) {
    const late = pause(1000).then(() => 'late' as const)
    const result = await Promise.race([call().then(resolved, rejected), late])
    equal(result, 'rejected', name)
  }
}

const resolved = (): 'resolved' => 'resolved'
const rejected = (): 'rejected' => 'rejected'

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
