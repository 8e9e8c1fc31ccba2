import { checkOptions } from '../internal/check-options.ts'
import { invariant } from '../internal/invariant.ts'
import { showValue } from '../internal/show-value.ts'
import { readTtl, type Storage } from './storage.ts'

/** Options for {@link createMemoryStorage}. */
export interface MemoryStorageOptions {
  /**
   * The most memory that keys and values may take, in bytes. Each character counts as two.
   *
   * @default 67_108_864, which is 64 MiB
   */
  readonly maxBytes?: number
  /**
   * The most keys.
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
 * @throws {TypeError} If an option is not known or has a value that it cannot have
 *
 * @example
 * const storage = createMemoryStorage()
 */
export function createMemoryStorage(options: MemoryStorageOptions = {}): Storage {
  checkOptions<MemoryStorageOptions>('createMemoryStorage()', options, {
    maxBytes: true,
    maxKeys: true,
    evict: true,
  })
  const { maxBytes = 67_108_864, maxKeys = 100_000, evict = true } = options
  for (const [name, value] of Object.entries({ maxBytes, maxKeys })) {
    invariant(
      typeof value === 'number' && value >= 1,
      `createMemoryStorage() takes a number of 1 or more as ${name}, not ${showValue(value)}`,
    )
  }
  invariant(
    typeof evict === 'boolean',
    `createMemoryStorage() takes true or false as evict, not ${showValue(evict)}`,
  )

  return new MemoryStorage(maxBytes, maxKeys, evict)
}

interface Entry {
  readonly value: string
  readonly size: number
  /** In the time of `performance.now()`, which does not change when the system clock is set. */
  readonly expires: number
}

class MemoryStorage implements Storage {
  readonly evicts: boolean
  readonly #maxBytes: number
  readonly #maxKeys: number
  /** In the order of use: the last used entry is at the end. */
  readonly #entries = new Map<string, Entry>()
  #bytes = 0
  /** No entry expires before this time. */
  #firstExpiry = Infinity

  constructor(maxBytes: number, maxKeys: number, evict: boolean) {
    this.#maxBytes = maxBytes
    this.#maxKeys = maxKeys
    this.evicts = evict
  }

  async get(key: string): Promise<string | null> {
    return this.#use(key)?.value ?? null
  }

  async set(
    key: string,
    value: string,
    { ttl, when }: { ttl: number; when?: 'new' | 'old' },
  ): Promise<boolean> {
    const milliseconds = readTtl(ttl)
    if (when !== undefined && (this.#use(key) !== undefined) !== (when === 'old')) return false

    this.#write(key, value, performance.now() + milliseconds)
    return true
  }

  async delete(key: string): Promise<boolean> {
    const isThere = this.#use(key) !== undefined
    this.#remove(key)
    return isThere
  }

  async count(key: string, ttl: number): Promise<number> {
    const milliseconds = readTtl(ttl)
    const entry = this.#use(key)
    const value = entry?.value ?? '0'
    const sum = Number(value) + 1
    // `Number` also reads an empty text, and numbers that Redis refuses.
    if (!/^(?:0|-?[1-9]\d*)$/.test(value) || !Number.isSafeInteger(sum)) {
      throw new TypeError(`Cannot count ${showValue(key)}: its value is ${showValue(value)}`)
    }

    this.#write(key, String(sum), entry?.expires ?? performance.now() + milliseconds)
    return sum
  }

  /** Returns the entry of a key, unless it has expired, and marks it as used. */
  #use(key: string): Entry | undefined {
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

  #remove(key: string): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    this.#bytes -= entry.size
  }

  #write(key: string, value: string, expires: number): void {
    const size = 2 * (key.length + value.length)
    // Nothing is dropped for a value that has no room anyway.
    if (size > this.#maxBytes) {
      throw new Error(
        `Cannot store ${showValue(key)}: it takes more than the ${this.#maxBytes} bytes of the storage. Raise maxBytes`,
      )
    }
    const before = this.#entries.get(key)
    this.#makeRoom(size - (before?.size ?? 0), before === undefined ? 1 : 0, key)
    this.#remove(key)
    this.#entries.set(key, { value, size, expires })
    this.#bytes += size
    this.#firstExpiry = Math.min(this.#firstExpiry, expires)
  }

  #makeRoom(bytes: number, keys: number, key: string): void {
    if (this.#hasRoom(bytes, keys)) return
    if (!this.evicts) {
      this.#removeExpired()
      if (this.#hasRoom(bytes, keys)) return
      throw new Error(
        `Cannot store ${showValue(key)}: the storage is full, with ${this.#entries.size} keys and ${this.#bytes} bytes. Raise maxKeys or maxBytes, or let it evict`,
      )
    }
    for (const oldest of this.#entries.keys()) {
      if (this.#hasRoom(bytes, keys)) return
      // The replaced entry is not counted.
      if (oldest !== key) this.#remove(oldest)
    }
  }

  #hasRoom(bytes: number, keys: number): boolean {
    return this.#bytes + bytes <= this.#maxBytes && this.#entries.size + keys <= this.#maxKeys
  }

  #removeExpired(): void {
    const now = performance.now()
    if (now < this.#firstExpiry) return

    this.#firstExpiry = Infinity
    for (const [key, { expires }] of this.#entries) {
      if (expires <= now) this.#remove(key)
      else this.#firstExpiry = Math.min(this.#firstExpiry, expires)
    }
  }
}
