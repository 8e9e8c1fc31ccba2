import { Breaker } from '../internal/breaker.ts'
import type { Storage } from './storage.ts'

/** A storage whose calls reject at once while it does not work. */
export interface GuardedStorage extends Required<Storage> {
  /** The same storage, which is asked even while it rests. */
  readonly always: Required<Storage>
}

/** One for each storage object: what one middleware notices, all middleware with this storage knows. */
const guards = new WeakMap<Storage, GuardedStorage>()

/** Puts a {@link Breaker} in front of a storage, so that a request waits only for a storage that works. */
export function guardStorage(storage: Storage): GuardedStorage {
  const known = guards.get(storage)
  if (known !== undefined) return known

  const breaker = new Breaker('storage')
  const guard: GuardedStorage = {
    ...wrap(storage, (call) => breaker.ask(call)),
    always: wrap(storage, (call) => breaker.insist(call)),
  }
  guards.set(storage, guard)
  return guard
}

function wrap(
  storage: Storage,
  ask: <Value>(call: () => Promise<Value>) => Promise<Value>,
): Required<Storage> {
  return {
    evicts: storage.evicts,
    get: (key) => ask(() => storage.get(key)),
    getMany: (keys) =>
      ask(() => storage.getMany?.(keys) ?? Promise.all(keys.map((key) => storage.get(key)))),
    set: (key, value, options) => ask(() => storage.set(key, value, options)),
    delete: (key) => ask(() => storage.delete(key)),
    count: (key, ttl) => ask(() => storage.count(key, ttl)),
  }
}
