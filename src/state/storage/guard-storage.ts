import { Breaker } from './breaker.ts'
import { MemoryStorage } from './memory-storage.ts'
import type { Storage } from './storage.ts'

/** A storage behind a breaker: after failures, calls reject at once for a while. */
export interface GuardedStorage extends Required<Storage> {
  /** The storage without its breaker: calls reach the server even while requests skip it. */
  readonly always: Required<Storage>
}

/** Each storage object has one breaker, so that all middleware with this storage learns from its failures. */
const guards = new WeakMap<Storage, GuardedStorage>()

/**
 * Puts a {@link Breaker} in front of a storage, so that a request waits only for a storage that works.
 *
 * A storage in memory has no breaker, because it replies at once. Even if it has no room for a page, it must still count
 * attempts to log in.
 */
export function guardStorage(storage: Storage): GuardedStorage {
  const known = guards.get(storage)
  if (known !== undefined) return known

  const guard = storage instanceof MemoryStorage ? guardNothing(storage) : guardWithBreaker(storage)
  guards.set(storage, guard)
  return guard
}

function guardNothing(storage: Storage): GuardedStorage {
  const always = wrap(storage, (call) => call())
  return { ...always, always }
}

function guardWithBreaker(storage: Storage): GuardedStorage {
  const breaker = new Breaker('storage')
  return {
    ...wrap(storage, (call) => breaker.ask(call)),
    always: wrap(storage, (call) => breaker.insist(call)),
  }
}

function wrap(
  storage: Storage,
  ask: <Value>(call: () => Promise<Value>) => Promise<Value>,
): Required<Storage> {
  return {
    evicts: storage.evicts,
    timeout: storage.timeout ?? Infinity,
    get: (key) => ask(() => storage.get(key)),
    getMany: (keys) =>
      ask(() => storage.getMany?.(keys) ?? Promise.all(keys.map((key) => storage.get(key)))),
    set: (key, value, options) => ask(() => storage.set(key, value, options)),
    delete: (key) => ask(() => storage.delete(key)),
    count: (key, ttl) => ask(() => storage.count(key, ttl)),
  }
}
