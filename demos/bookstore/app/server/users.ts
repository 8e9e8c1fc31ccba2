import { createHash, randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { hashPassword, verifyPassword } from './passwords.ts'

/** A user with an account. */
export interface User {
  id: number
  email: string
  name: string
  role: 'reader' | 'admin'
}

const columns = 'id, email, name, role'

export function findUser(db: DatabaseSync, id: number): User | undefined {
  return db.prepare(`SELECT ${columns} FROM users WHERE id = ?`).get(id) as User | undefined
}

/** Returns the user with this address and password. */
export async function checkLogin(
  db: DatabaseSync,
  email: string,
  password: string,
): Promise<User | undefined> {
  const row = db.prepare(`SELECT ${columns}, password FROM users WHERE email = ?`).get(email)
  const isRight = await verifyPassword(password, String(row?.['password'] ?? ''))

  return row && isRight ? findUser(db, Number(row['id'])) : undefined
}

/** Creates an account. Returns `undefined` if there is one with this address already. */
export function createUser(
  db: DatabaseSync,
  { name, email, password }: Record<'name' | 'email' | 'password', string>,
): User | undefined {
  const { changes, lastInsertRowid } = db
    .prepare('INSERT INTO users (email, name, password) VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
    .run(email, name, hashPassword(password))

  return changes === 0 ? undefined : findUser(db, Number(lastInsertRowid))
}

export function renameUser(db: DatabaseSync, id: number, name: string): void {
  db.prepare('UPDATE users SET name = ? WHERE id = ?').run(name, id)
}

/** Creates the admin account if it does not exist. */
export function ensureAdmin(db: DatabaseSync, password: string): void {
  db.prepare(
    `INSERT INTO users (email, name, password, role) VALUES ('admin@example.com', 'Ada Admin', ?, 'admin')
     ON CONFLICT (email) DO UPDATE SET password = excluded.password`,
  ).run(hashPassword(password))
}

/** Creates a token for the API. Only its hash is stored, so it can be shown only once. */
export function createToken(db: DatabaseSync, id: number): string {
  const token = randomBytes(24).toString('base64url')
  db.prepare('UPDATE users SET token = ? WHERE id = ?').run(hashToken(token), id)

  return token
}

export function findUserByToken(db: DatabaseSync, token: string): User | undefined {
  return db.prepare(`SELECT ${columns} FROM users WHERE token = ?`).get(hashToken(token)) as
    | User
    | undefined
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
