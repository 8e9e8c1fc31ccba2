import { toHex } from './encoding.ts'

/** The part of a session that identifies it. */
interface Identified {
  readonly id: string
  readonly regeneratedAt: number | undefined
}

const PREFIX = 'framework-session:'

/**
 * Returns what a session loses when it ends or gets another id: its id, or the time of its login if the cookie holds the
 * data. It is `''` for a visitor who has neither.
 */
export function sessionKeyOf({ id, regeneratedAt }: Identified): string {
  return id !== '' || regeneratedAt === undefined ? id : `login ${regeneratedAt}`
}

/**
 * Creates the tag that is published when a session loses its key. It has a hash of the key, because every process and every
 * listener of the app sees the tags of a bus, and an id is a secret.
 */
export async function createSessionTag(key: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key))
  return PREFIX + toHex(new Uint8Array(digest))
}

/** Whether a tag says that a session has lost its key. */
export function isSessionTag(tag: string): boolean {
  return tag.startsWith(PREFIX)
}
