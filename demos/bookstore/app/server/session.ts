import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCookie, type Cookie } from 'framework/cookie'
import {
  createCookieSessionStorage,
  createPostgresSessionStorage,
  createRedisSessionStorage,
  type Session,
  type SessionStorage,
} from 'framework/session'
import { routes } from '../routes.ts'
import { emptyCart, type CartItems } from './cart.ts'
import { MAX_LOGIN_AGE } from './logins.ts'
import type { Redis } from './redis.ts'

interface Data {
  /** The id of the login, in the table `logins`. */
  loginId: string
  cart: CartItems
  /** Names the cart until it is ordered: a cart can be ordered once. */
  cartId: string
  /** The number of the order that this visitor has just placed, to show it to a guest. */
  lastOrder: string
}

interface FlashData {
  /** Shown once, on the next page. */
  message: string
  /** A new API token, shown once. */
  token: string
  /** What a new passkey has to sign. The first response uses it up. */
  challenge: Challenge
}

export interface Challenge {
  challenge: string
  /** The user who adds a passkey. */
  user: number
  /** When it was created, in milliseconds. */
  at: number
}

export type ShopSession = Session<Data, FlashData>

/** Removes everything of a user whose login has ended. The next one may be another person. */
export function forgetUser(session: ShopSession): void {
  emptyCart(session)
  for (const name of namesOfUser) session.unset(name)
}

const namesOfUser = ['loginId', 'lastOrder', 'token', 'challenge'] as const

/**
 * Opens the session storage: in Postgres if `DATABASE_URL` is set, because carts must survive what the orders survive. Else
 * in Redis if `REDIS_URL` is set, otherwise in the cookie.
 */
export async function openSessions(
  directory: string,
  redis: Redis | undefined,
): Promise<SessionStorage<Data, FlashData>> {
  const cookie = createCookie('bookstore', {
    secrets: [readSessionSecret(directory)],
    httpOnly: true,
    sameSite: 'lax',
    secure: process.env['SECURE_COOKIES'] === 'true',
    maxAge: MAX_LOGIN_AGE,
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

/**
 * Returns the cookie with what a passkey has to sign to log in. It is not in the session: the login page asks for it by
 * itself, and the response could replace a session that the visitor has changed in the meantime, such as by a login.
 */
export function openChallenges(directory: string): Cookie {
  return createCookie('passkey', {
    secrets: [readSessionSecret(directory)],
    signName: true,
    httpOnly: true,
    sameSite: 'strict',
    secure: process.env['SECURE_COOKIES'] === 'true',
    path: routes.passkeys.login.href(),
  })
}

function readSessionSecret(directory: string): string {
  return process.env['SESSION_SECRET'] || readSecret(join(directory, 'session-secret'))
}

/** Returns the key for the digests of tags: `TAG_SECRET`, or one that is generated on the first start. */
export function readTagSecret(directory: string): string {
  return process.env['TAG_SECRET'] || readSecret(join(directory, 'tag-secret'))
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
