import { randomBytes } from 'node:crypto'
import type { ShopDatabase } from './database.ts'
import type { Proof } from './logins.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { hashToken, readToken, takeToken } from './tokens.ts'

/** A user with an account. */
export interface User {
  id: number
  email: string
  name: string
  role: 'reader' | 'admin'
}

/** A user who has just proved who they are. */
export interface ProvenUser {
  user: User
  proof: Proof
}

const columns = 'id, email, name, role'

export function findUser(db: ShopDatabase, id: number): Promise<User | undefined> {
  return db.get<User>(`SELECT ${columns} FROM users WHERE id = ?`, id)
}

/** Returns the user with this address and password. */
export async function checkLogin(
  db: ShopDatabase,
  email: string,
  password: string,
): Promise<ProvenUser | undefined> {
  const row = await db.get<User & { password: string }>(
    `SELECT ${columns}, password FROM users WHERE email = ?`,
    email,
  )
  const isRight = await verifyPassword(password, row?.password ?? '')
  if (!row || !isRight) return undefined

  const { password: value, ...user } = row
  return { user, proof: { kind: 'password', value } }
}

/**
 * Creates the account for which the link in a mail was made. Returns `undefined` if the link is not valid, or if there is an
 * account with its address by now.
 */
export async function createUser(
  db: ShopDatabase,
  token: string,
  { name, password }: Record<'name' | 'password', string>,
): Promise<ProvenUser | undefined> {
  if (!(await readToken(db, 'signup', token))) return undefined // A hash is much work.

  const hash = await hashPassword(password)
  const user = await db.transaction(async (db) => {
    const owner = await takeToken(db, 'signup', token)
    return (
      owner &&
      db.get<User>(
        `INSERT INTO users (email, name, password) VALUES (?, ?, ?) ON CONFLICT DO NOTHING
         RETURNING ${columns}`,
        owner.address,
        name,
        hash,
      )
    )
  })

  return user && { user, proof: { kind: 'password', value: hash } }
}

/**
 * Sets a new password for the account for which the link in a mail was made. An attacker may have been in it, so everything
 * ends that they may hold: the logins, the API token, other links, accounts at a provider, which the owner can connect again,
 * and the passkeys that the owner does not know.
 *
 * @returns Whether the link was valid
 */
export async function resetPassword(
  db: ShopDatabase,
  token: string,
  password: string,
  unknownPasskeys: readonly string[],
): Promise<boolean> {
  const owner = await readToken(db, 'reset', token)
  if (!owner?.user) return false // A hash is much work.

  const { user, address } = owner
  const hash = await hashPassword(password)
  return db.transaction(async (db) => {
    // First the user, then their tokens: with another order, two resets could wait for each other. A login that waits for the
    // user finds another hash than the one it has checked.
    await lockUser(db, user)
    if (!(await takeToken(db, 'reset', token))) return false

    const sql = 'UPDATE users SET password = ?, token = NULL WHERE id = ? AND email = ?'
    if ((await db.run(sql, hash, user, address)) === 0) return false
    await db.run('DELETE FROM logins WHERE "user" = ?', user)
    await db.run('DELETE FROM tokens WHERE "user" = ?', user)
    await db.run('DELETE FROM identities WHERE "user" = ?', user)
    for (const passkey of unknownPasskeys) {
      await db.run('DELETE FROM passkeys WHERE "user" = ? AND id = ?', user, passkey)
    }
    return true
  })
}

/**
 * Sets a new password in the settings. It ends all other logins, and links that were mailed before.
 *
 * @returns `undefined` if the login has ended
 */
export async function changePassword(
  db: ShopDatabase,
  id: number,
  loginId: string | undefined,
  password: string,
): Promise<boolean | undefined> {
  const hash = await hashPassword(password)
  return whileLoggedIn(db, id, loginId, async (db, loginId) => {
    await db.run('UPDATE users SET password = ? WHERE id = ?', hash, id)
    await db.run('DELETE FROM logins WHERE "user" = ? AND id <> ?', id, loginId)
    await db.run('DELETE FROM tokens WHERE "user" = ?', id)
    return true
  })
}

/**
 * Gives a user the address for which the link in a mail was made. Links to the old address are no longer valid.
 *
 * @returns Whether the link was valid, and no other account has the address. `undefined` if the login has ended
 */
export function changeAddress(
  db: ShopDatabase,
  id: number,
  loginId: string | undefined,
  token: string,
): Promise<boolean | undefined> {
  return whileLoggedIn(db, id, loginId, async (db) => {
    const owner = await takeToken(db, 'email', token)
    if (owner?.user !== id || (await findIdByAddress(db, owner.address))) return false

    await db.run('UPDATE users SET email = ? WHERE id = ?', owner.address, id)
    await db.run('DELETE FROM tokens WHERE "user" = ?', id)
    return true
  })
}

export async function findIdByAddress(
  db: ShopDatabase,
  address: string,
): Promise<number | undefined> {
  return (await db.get<{ id: number }>('SELECT id FROM users WHERE email = ?', address))?.id
}

/**
 * Removes a way to log in: a passkey, an account at a provider, or the password. The last one stays, or the user could not
 * log in any more.
 *
 * @returns Whether it is removed. `undefined` if the login has ended
 */
export function removeWayToLogIn(
  db: ShopDatabase,
  user: number,
  loginId: string | undefined,
  { kind, value }: Pick<Proof, 'kind'> & { value?: string },
): Promise<boolean | undefined> {
  // This locks the user. Without that, two at the same time could each leave the other one.
  return whileLoggedIn(db, user, loginId, async (db) => {
    const count = await db.get<{ ways: number | string }>(
      `SELECT (CASE WHEN password = '' THEN 0 ELSE 1 END)
         + (SELECT count(*) FROM passkeys WHERE "user" = users.id)
         + (SELECT count(*) FROM identities WHERE "user" = users.id) AS ways
       FROM users WHERE id = ?`,
      user,
    )
    if (Number(count?.ways) < 2) return false

    const removed =
      kind === 'password'
        ? await db.run("UPDATE users SET password = '' WHERE id = ? AND password <> ''", user)
        : await db.run(
            `DELETE FROM ${kind === 'passkey' ? 'passkeys' : 'identities'} WHERE "user" = ? AND id = ?`,
            user,
            value ?? '',
          )
    return removed > 0
  })
}

/**
 * Makes a change for a user, if their login has not ended, in one transaction. A guard is not enough: it runs when the headers
 * of a request arrive, and the client can hold the body back for as long as it likes. Meanwhile, the owner of the account may
 * have ended this login, for example with a new password. So the change looks for the login again.
 *
 * @returns The result of `change`, or `undefined` if the login has ended
 */
export function whileLoggedIn<Result>(
  db: ShopDatabase,
  user: number,
  loginId = '',
  change: (db: ShopDatabase, loginId: string) => Promise<Result>,
): Promise<Result | undefined> {
  return db.transaction(async (db) => {
    await lockUser(db, user)
    const sql = 'SELECT 1 AS one FROM logins WHERE id = ? AND "user" = ?'
    return (await db.get(sql, loginId, user)) ? change(db, loginId) : undefined
  })
}

/** Makes other transactions wait that change how this user logs in. SQLite has no other statement for it. */
export async function lockUser(db: ShopDatabase, id: number): Promise<void> {
  await db.run('UPDATE users SET name = name WHERE id = ?', id)
}

export async function renameUser(db: ShopDatabase, id: number, name: string): Promise<void> {
  await db.run('UPDATE users SET name = ? WHERE id = ?', name, id)
}

/** Creates the admin account if it does not exist. */
export async function ensureAdmin(db: ShopDatabase, password: string): Promise<void> {
  await db.run(
    `INSERT INTO users (email, name, password, role) VALUES ('admin@example.com', 'Ada Admin', ?, 'admin')
     ON CONFLICT (email) DO UPDATE SET password = excluded.password`,
    await hashPassword(password),
  )
}

/**
 * Creates a token for the API. Only its hash is stored, so it can be shown only once.
 *
 * @returns `undefined` if the login has ended
 */
export function createToken(
  db: ShopDatabase,
  id: number,
  loginId: string | undefined,
): Promise<string | undefined> {
  return whileLoggedIn(db, id, loginId, async (db) => {
    const token = randomBytes(24).toString('base64url')
    await db.run('UPDATE users SET token = ? WHERE id = ?', hashToken(token), id)
    return token
  })
}

export function findUserByToken(db: ShopDatabase, token: string): Promise<User | undefined> {
  return db.get<User>(`SELECT ${columns} FROM users WHERE token = ?`, hashToken(token))
}
