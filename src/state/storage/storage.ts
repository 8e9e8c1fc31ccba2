import { invariant, showValue } from '../../internal/guards/check.ts'

/** Options of {@link Storage.set}. */
export interface SetOptions {
  /** How long the value is kept, in seconds. */
  readonly ttl: number
  /** Writes only if the key is not there (`new`), or only if it is (`old`). */
  readonly when?: 'new' | 'old'
}

/** Keeps strings under keys, each for a limited time. Every method rejects if the storage does not work. */
export interface Storage {
  /** Whether a value may be gone before its time. */
  readonly evicts: boolean
  /** Milliseconds after which a call rejects if there is no reply. Without it, calls may take any time. */
  readonly timeout?: number
  /** Returns the value, or `null` if the key does not exist. */
  get(key: string): Promise<string | null>
  /**
   * Returns the values of several keys, in their order. It need not be atomic. Without it, callers use one `get` per key,
   * all at once.
   */
  getMany?(keys: readonly string[]): Promise<(string | null)[]>
  /** Writes a value atomically. Resolves to whether it was written. */
  set(key: string, value: string, options: SetOptions): Promise<boolean>
  /** Deletes a value. Resolves to whether it was there. */
  delete(key: string): Promise<boolean>
  /**
   * Adds 1 atomically, and resolves to the sum. A key that does not exist counts from 0, and is kept for `ttl` seconds from
   * then on.
   */
  count(key: string, ttl: number): Promise<number>
}

/** Converts a time in seconds to milliseconds. */
export function readTtl(ttl: unknown): number {
  invariant(
    typeof ttl === 'number' && ttl > 0 && ttl <= longestTtl,
    `Cannot keep a value for ${showValue(ttl)} seconds: \`ttl\` must be a number above 0, up to ${longestTtl}`,
  )
  return Math.ceil(ttl * 1000)
}

/** Redis counts milliseconds, and a larger number of milliseconds would not be exact. */
const longestTtl = Math.floor(Number.MAX_SAFE_INTEGER / 1000)
