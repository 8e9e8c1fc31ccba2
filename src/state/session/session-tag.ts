import { toHex } from '../../internal/text/encoding.ts'

/** The parts of a session that identify it. */
interface Identified {
  readonly id: string
  readonly regeneratedAt: number | undefined
}

const PREFIX = 'framework-session:'

/**
 * Returns the key that a session loses when it ends or gets another id: its id, or the time of its login if the cookie holds
 * the data. Returns `''` for a session that has neither.
 */
export function sessionKeyOf({ id, regeneratedAt }: Identified): string {
  return id !== '' || regeneratedAt === undefined ? id : `login ${regeneratedAt}`
}

/**
 * Creates the tag that is published when a session loses its key. The tag has a hash of the key, because an id is a secret,
 * and every process and every listener of the app sees the tags of a bus.
 */
export async function createSessionTag(key: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key))
  return PREFIX + toHex(new Uint8Array(digest))
}

/** Whether a tag says that a session has lost its key. */
export function isSessionTag(tag: string): boolean {
  return tag.startsWith(PREFIX)
}
