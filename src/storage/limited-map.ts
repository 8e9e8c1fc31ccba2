import { showValue } from '../internal/check.ts'

/** How much a {@link LimitedMap} holds, and what it does when it is full. */
export interface MapLimits {
  /** Each character of a key or a value counts as two bytes. */
  readonly maxBytes: number
  readonly maxKeys: number
  /** Whether a full map drops the least recently used entries. Otherwise it throws. */
  readonly evict: boolean
}

/** A value, and when it ends. */
export interface LimitedEntry {
  readonly value: string
  readonly size: number
  /** In the time of `performance.now()`, which does not change when the system clock is set. */
  readonly expires: number
}

/** Strings that expire, within limits. */
export class LimitedMap {
  readonly #limits: MapLimits
  /** In the order of use: the last used entry is at the end. */
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
