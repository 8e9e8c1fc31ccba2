import { createHash, randomBytes } from 'node:crypto'
import type { ShopDatabase } from './database.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

/** A user with an account. */
export interface User {
  id: number
  email: string
  name: string
  role: 'reader' | 'admin'
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
): Promise<User | undefined> {
  const row = await db.get<{ id: number; password: string }>(
    'SELECT id, password FROM users WHERE email = ?',
    email,
  )
  const isRight = await verifyPassword(password, row?.password ?? '')

  return row && isRight ? findUser(db, row.id) : undefined
}

/** Creates an account. Returns `undefined` if there is one with this address already. */
export async function createUser(
  db: ShopDatabase,
  { name, email, password }: Record<'name' | 'email' | 'password', string>,
): Promise<User | undefined> {
  const added = await db.get<{ id: number }>(
    'INSERT INTO users (email, name, password) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING id',
    email,
    name,
    hashPassword(password),
  )

  return added && findUser(db, added.id)
}

export async function renameUser(db: ShopDatabase, id: number, name: string): Promise<void> {
  await db.run('UPDATE users SET name = ? WHERE id = ?', name, id)
}

/** Creates the admin account if it does not exist. */
export async function ensureAdmin(db: ShopDatabase, password: string): Promise<void> {
  await db.run(
    `INSERT INTO users (email, name, password, role) VALUES ('admin@example.com', 'Ada Admin', ?, 'admin')
     ON CONFLICT (email) DO UPDATE SET password = excluded.password`,
    hashPassword(password),
  )
}

/** Creates a token for the API. Only its hash is stored, so it can be shown only once. */
export async function createToken(db: ShopDatabase, id: number): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await db.run('UPDATE users SET token = ? WHERE id = ?', hashToken(token), id)

  return token
}

export function findUserByToken(db: ShopDatabase, token: string): Promise<User | undefined> {
  return db.get<User>(`SELECT ${columns} FROM users WHERE token = ?`, hashToken(token))
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
