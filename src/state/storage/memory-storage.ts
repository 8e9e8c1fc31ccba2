import { checkFlags, checkOptions, invariant, showValue } from '../../internal/guards/check.ts'
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
 * Counters have separate limits of the same size. So a cached page, or any other value, never displaces the counter of a
 * client's attempts to log in.
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

/** The size of a {@link LimitedMap}, and whether it drops entries when it is full. */
interface MapLimits {
  /** Each character of a key or a value counts as two bytes. */
  readonly maxBytes: number
  readonly maxKeys: number
  /** Whether a full map drops the least recently used entries. Otherwise it throws. */
  readonly evict: boolean
}

/** A value, and the time at which it expires. */
interface LimitedEntry {
  readonly value: string
  readonly size: number
  /** In the time of `performance.now()`, which does not change when the system clock is set. */
  readonly expires: number
}

/** Strings that expire, up to a number of keys and bytes. */
class LimitedMap {
  readonly #limits: MapLimits
  /** The entries in the order of use: the last used entry is at the end. */
  readonly #entries = new Map<string, LimitedEntry>()
  #bytes = 0
  /** No entry expires before this time. */
  #firstExpiry = Infinity

  constructor(limits: MapLimits) {
    this.#limits = limits
  }

  /** Returns the entry of a key, unless it has expired, and marks it as used. */
  use(key: string): LimitedEntry | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined

    this.#entries.delete(key)
    if (entry.expires <= performance.now()) {
      this.#bytes -= entry.size
      return undefined
    }
    this.#entries.set(key, entry)
    return entry
  }

  remove(key: string): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    this.#bytes -= entry.size
  }

  /** @throws {Error} If there is no room */
  write(key: string, value: string, expires: number): void {
    const { maxBytes } = this.#limits
    const size = 2 * (key.length + value.length)
    // A value that is too large for the whole map must not drop other entries.
    if (size > maxBytes) {
      throw new Error(
        `Cannot store ${showValue(key)}: it takes more than the ${maxBytes} bytes of the storage. Raise maxBytes`,
      )
    }
    const before = this.#entries.get(key)
    this.#makeRoom(size - (before?.size ?? 0), before === undefined ? 1 : 0, key)
    this.remove(key)
    this.#entries.set(key, { value, size, expires })
    this.#bytes += size
    this.#firstExpiry = Math.min(this.#firstExpiry, expires)
  }

  #makeRoom(bytes: number, keys: number, key: string): void {
    if (this.#hasRoom(bytes, keys)) return
    if (!this.#limits.evict) {
      this.#removeExpired()
      if (this.#hasRoom(bytes, keys)) return
      throw new Error(
        `Cannot store ${showValue(key)}: the storage is full, with ${this.#entries.size} keys and ${this.#bytes} bytes. Raise maxKeys or maxBytes, or let it evict`,
      )
    }
    for (const oldest of this.#entries.keys()) {
      if (this.#hasRoom(bytes, keys)) return
      // The replaced entry is not counted.
      if (oldest !== key) this.remove(oldest)
    }
  }

  #hasRoom(bytes: number, keys: number): boolean {
    const { maxBytes, maxKeys } = this.#limits
    return this.#bytes + bytes <= maxBytes && this.#entries.size + keys <= maxKeys
  }

  #removeExpired(): void {
    const now = performance.now()
    if (now < this.#firstExpiry) return

    this.#firstExpiry = Infinity
    for (const [key, { expires }] of this.#entries) {
      if (expires <= now) this.remove(key)
      else this.#firstExpiry = Math.min(this.#firstExpiry, expires)
    }
  }
}
