import { checkFlags, checkOptions, invariant, showValue } from '../internal/check.ts'
import { LimitedMap, type LimitedEntry, type MapLimits } from './limited-map.ts'
import { readTtl, type Storage } from './storage.ts'

/** Options for {@link createMemoryStorage}. */
export interface MemoryStorageOptions {
  /**
   * The most memory that keys and values may take, in bytes. Each character counts as two. Counters may take as much
   * again.
   *
   * @default 67_108_864, which is 64 MiB
   */
  readonly maxBytes?: number
  /**
   * The most keys. There may be as many counters, and only newer counters replace them.
   *
   * @default 100_000
   */
  readonly maxKeys?: number
  /**
   * Whether a full storage drops the least recently used values. Otherwise it rejects `set` and `count`.
   *
   * @default true
   */
  readonly evict?: boolean
}

/**
 * Creates a storage in the memory of this process.
 *
 * @param options How much it keeps
 * @returns A storage that other processes do not share
 * @throws {TypeError} If an option is unknown or invalid
 *
 * @example
 * const storage = createMemoryStorage()
 */
export function createMemoryStorage(options: MemoryStorageOptions = {}): Storage {
  checkOptions('createMemoryStorage()', options, 'maxBytes maxKeys evict')
  const { maxBytes = 67_108_864, maxKeys = 100_000, evict = true } = options
  for (const [name, value] of Object.entries({ maxBytes, maxKeys })) {
    invariant(
      typeof value === 'number' && value >= 1,
      `createMemoryStorage() takes a number of 1 or more as ${name}, not ${showValue(value)}`,
    )
  }
  checkFlags('createMemoryStorage()', { evict })

  return new MemoryStorage({ maxBytes, maxKeys, evict })
}

/**
 * Counters have separate limits of the same size. So a cached page, or any other value, never pushes out the number of
 * times that a client has tried to log in.
 */
export class MemoryStorage implements Storage {
  readonly evicts: boolean
  readonly #values: LimitedMap
  /** The keys that `count` has created. */
  readonly #counters: LimitedMap

  constructor(limits: MapLimits) {
    this.evicts = limits.evict
    this.#values = new LimitedMap(limits)
    this.#counters = new LimitedMap(limits)
  }

  async get(key: string): Promise<string | null> {
    return this.#use(key)?.value ?? null
  }

  async getMany(keys: readonly string[]): Promise<(string | null)[]> {
    return keys.map((key) => this.#use(key)?.value ?? null)
  }

  async set(
    key: string,
    value: string,
    { ttl, when }: { ttl: number; when?: 'new' | 'old' },
  ): Promise<boolean> {
    const milliseconds = readTtl(ttl)
    if (when !== undefined && (this.#use(key) !== undefined) !== (when === 'old')) return false

    this.#values.write(key, value, performance.now() + milliseconds)
    this.#counters.remove(key)
    return true
  }

  async delete(key: string): Promise<boolean> {
    const isThere = this.#use(key) !== undefined
    this.#values.remove(key)
    this.#counters.remove(key)
    return isThere
  }

  async count(key: string, ttl: number): Promise<number> {
    const milliseconds = readTtl(ttl)
    const set = this.#values.use(key)
    const entry = set ?? this.#counters.use(key)
    const value = entry?.value ?? '0'
    const sum = Number(value) + 1
    // `Number` also reads an empty string, and numbers that Redis refuses.
    if (!/^(?:0|-?[1-9]\d*)$/.test(value) || !Number.isSafeInteger(sum)) {
      throw new TypeError(
        `Cannot count ${showValue(key)}: its value ${showValue(value)} is not a whole number. Use separate keys for counters.`,
      )
    }

    const expires = entry?.expires ?? performance.now() + milliseconds
    ;(set === undefined ? this.#counters : this.#values).write(key, String(sum), expires)
    return sum
  }

  #use(key: string): LimitedEntry | undefined {
    return this.#values.use(key) ?? this.#counters.use(key)
  }
}
