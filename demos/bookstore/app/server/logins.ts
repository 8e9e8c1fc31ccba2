import { randomBytes } from 'node:crypto'
import type { ShopDatabase } from './database.ts'
import { lockUser, type User } from './users.ts'

/** A browser in which a user is logged in. */
export interface Login {
  id: string
  /** When it started and was last used, such as `2026-05-16T09:30:00.000Z`. */
  started: string
  seen: string
  /** The `User-Agent` of the browser, and the address that it came from. */
  agent: string
  address: string
}

/** What proved who the user is: the hash of their password, or the id of a passkey or of an account at a provider. */
export interface Proof {
  kind: keyof typeof stillValid
  value: string
}

const stillValid = {
  password: 'SELECT 1 AS one FROM users WHERE id = ? AND password = ?',
  passkey: 'SELECT 1 AS one FROM passkeys WHERE "user" = ? AND id = ?',
  provider: 'SELECT 1 AS one FROM identities WHERE "user" = ? AND id = ?',
}

/** Logins older than this have ended: the session has expired. In seconds. */
export const MAX_LOGIN_AGE = 2_592_000

const TEN_MINUTES = 600_000

/**
 * Stores a login and returns its id. Returns `undefined` if the proof is no longer valid: while it was checked, the user may
 * have set another password, and that ends all logins.
 */
export function startLogin(
  db: ShopDatabase,
  user: number,
  proof: Proof,
  { agent, address }: Pick<Login, 'agent' | 'address'>,
): Promise<string | undefined> {
  return db.transaction(async (db) => {
    await lockUser(db, user)
    if (!(await db.get(stillValid[proof.kind], user, proof.value))) return undefined

    const id = randomBytes(24).toString('base64url')
    const now = new Date()
    const oldest = new Date(now.getTime() - MAX_LOGIN_AGE * 1000)
    await db.run('DELETE FROM logins WHERE "user" = ? AND started < ?', user, oldest.toISOString())
    await db.run(
      'INSERT INTO logins (id, "user", started, seen, agent, address) VALUES (?, ?, ?, ?, ?, ?)',
      id,
      user,
      now.toISOString(),
      now.toISOString(),
      agent.slice(0, 300),
      address,
    )
    return id
  })
}

/** Returns the user of a login, and when the login was last used. One query, so each request pays as little as without. */
export function findUserByLogin(
  db: ShopDatabase,
  id: string,
): Promise<(User & Pick<Login, 'seen'>) | undefined> {
  return db.get(
    `SELECT users.id, email, name, role, seen FROM logins JOIN users ON users.id = "user"
     WHERE logins.id = ?`,
    id,
  )
}

/** Whether `noteLogin()` should be called, which is one more query. */
export function isLongUnseen({ seen }: Pick<Login, 'seen'>): boolean {
  return Date.now() - Date.parse(seen) > TEN_MINUTES
}

/** Stores that a login is used now. */
export async function noteLogin(db: ShopDatabase, id: string): Promise<void> {
  await db.run('UPDATE logins SET seen = ? WHERE id = ?', new Date().toISOString(), id)
}

/** Returns the logins of a user, the last used first. */
export function findLogins(db: ShopDatabase, user: number): Promise<Login[]> {
  return db.all<Login>(
    `SELECT id, started, seen, agent, address FROM logins
     WHERE "user" = ? ORDER BY seen DESC, id`,
    user,
  )
}

export async function endLogin(db: ShopDatabase, user: number, id: string): Promise<void> {
  await db.run('DELETE FROM logins WHERE "user" = ? AND id = ?', user, id)
}

/** Ends all logins of a user, except one. */
export async function endOtherLogins(db: ShopDatabase, user: number, kept: string): Promise<void> {
  await db.run('DELETE FROM logins WHERE "user" = ? AND id <> ?', user, kept)
}
