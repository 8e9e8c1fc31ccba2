import { createHash, randomBytes } from 'node:crypto'
import type { ShopDatabase } from './database.ts'

/** How long the link in a mail can be used, in seconds. */
const lifetimes = { signup: 86_400, reset: 1_800, email: 86_400 }

export type TokenKind = keyof typeof lifetimes

/** What a token was made for. The user is missing if there is no account yet. */
export interface TokenOwner {
  user: number | null
  address: string
}

/** How many links an address may get in this time. */
const mostLinks = Number(process.env['LOGIN_LIMIT'] ?? 5)
const TEN_MINUTES = 600

/**
 * Creates the token of a link in a mail. Only its hash is stored. Returns `undefined` if the address has got many of them in
 * the last minutes.
 */
export async function issueToken(
  db: ShopDatabase,
  kind: TokenKind,
  { user, address }: TokenOwner,
): Promise<string | undefined> {
  await db.run('DELETE FROM tokens WHERE expires < ?', inSeconds(0))
  const recent = await db.get<{ count: number | string }>(
    'SELECT count(*) AS count FROM tokens WHERE kind = ? AND address = ? AND expires > ?',
    kind,
    address,
    inSeconds(lifetimes[kind] - TEN_MINUTES),
  )
  if (Number(recent?.count) >= mostLinks) return undefined

  const token = randomBytes(32).toString('base64url')
  await db.run(
    'INSERT INTO tokens (hash, kind, "user", address, expires) VALUES (?, ?, ?, ?, ?)',
    hashToken(token),
    kind,
    user,
    address,
    inSeconds(lifetimes[kind]),
  )
  return token
}

/** Returns what a token was made for, and changes nothing: programs that scan mails open links too. */
export function readToken(
  db: ShopDatabase,
  kind: TokenKind,
  token: string,
): Promise<TokenOwner | undefined> {
  return db.get<TokenOwner>(`SELECT "user", address ${fromValid}`, ...validValues(kind, token))
}

/** Uses a token up. Call it in the transaction of the change that the token allows. */
export function takeToken(
  db: ShopDatabase,
  kind: TokenKind,
  token: string,
): Promise<TokenOwner | undefined> {
  const sql = `DELETE ${fromValid} RETURNING "user", address`
  return db.get<TokenOwner>(sql, ...validValues(kind, token))
}

/** Remembers that a challenge was used, for longer than it is accepted. Returns whether it is the first time. */
export async function spendChallenge(db: ShopDatabase, challenge: string): Promise<boolean> {
  await db.run('DELETE FROM tokens WHERE expires < ?', inSeconds(0))
  const added = await db.run(
    `INSERT INTO tokens (hash, kind, address, expires) VALUES (?, 'challenge', '', ?)
     ON CONFLICT DO NOTHING`,
    hashToken(challenge),
    inSeconds(TEN_MINUTES),
  )
  return added === 1
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

const fromValid = 'FROM tokens WHERE hash = ? AND kind = ? AND expires > ?'

function validValues(kind: TokenKind, token: string) {
  return [hashToken(token), kind, inSeconds(0)] as const
}

function inSeconds(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toISOString()
}
