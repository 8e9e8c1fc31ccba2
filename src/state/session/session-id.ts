import { toHex } from '../../internal/text/encoding.ts'

/** Returns 16 random bytes in hex, which cannot be guessed. */
export function createSessionId(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(16)))
}

/** Whether `id` has the form of an id of {@link createSessionId}. No other string may become a file name or a key. */
export function isSessionId(id: string): boolean {
  return /^[0-9a-f]{32}$/.test(id)
}
