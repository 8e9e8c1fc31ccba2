const SESSION_ID = /^[0-9a-f]{32}$/

/** Returns 16 random bytes in hex, which cannot be guessed. */
export function createSessionId(): string {
  let id = ''
  for (const byte of crypto.getRandomValues(new Uint8Array(16))) {
    id += byte.toString(16).padStart(2, '0')
  }
  return id
}

/** Whether `id` looks like one of {@link createSessionId}. Nothing else may become a file name or a key. */
export function isSessionId(id: string): boolean {
  return SESSION_ID.test(id)
}
