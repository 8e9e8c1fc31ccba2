import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCookie } from 'framework/cookie'
import {
  createCookieSessionStorage,
  createPostgresSessionStorage,
  createRedisSessionStorage,
  type Session,
  type SessionStorage,
} from 'framework/session'
import type { CartItems } from './cart.ts'
import type { Redis } from './redis.ts'

interface Data {
  userId: number
  cart: CartItems
  /** The number of the order that this visitor has just placed, to show it to a guest. */
  lastOrder: string
}

interface FlashData {
  /** Shown once, on the next page. */
  message: string
  /** A new API token, shown once. */
  token: string
}

export type ShopSession = Session<Data, FlashData>

const THIRTY_DAYS = 2_592_000

/**
 * Opens the session storage: in Postgres if `DATABASE_URL` is set, because carts must survive what the orders survive. Else
 * in Redis if `REDIS_URL` is set, otherwise in the cookie.
 */
export async function openSessions(
  directory: string,
  redis: Redis | undefined,
): Promise<SessionStorage<Data, FlashData>> {
  const cookie = createCookie('bookstore', {
    secrets: [process.env['SESSION_SECRET'] ?? readSecret(join(directory, 'session-secret'))],
    httpOnly: true,
    sameSite: 'lax',
    secure: process.env['SECURE_COOKIES'] === 'true',
    maxAge: THIRTY_DAYS,
  })

  const url = process.env['DATABASE_URL']
  if (url) {
    const { openPool } = await import('./postgres-database.ts')
    return createPostgresSessionStorage({ cookie, client: openPool(url) })
  }

  return redis
    ? createRedisSessionStorage({ cookie, client: redis })
    : createCookieSessionStorage({ cookie })
}

/** Returns the key for the digests of tags: `TAG_SECRET`, or one that is generated on the first start. */
export function readTagSecret(directory: string): string {
  return process.env['TAG_SECRET'] ?? readSecret(join(directory, 'tag-secret'))
}

/** Reads a secret. The first start creates it, perhaps in another process. */
export function readSecret(file: string): string {
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }

  return readFileSync(file, 'utf8')
}
