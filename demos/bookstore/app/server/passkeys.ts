import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { ShopDatabase } from './database.ts'
import { readOrigin } from './origin.ts'
import { spendChallenge } from './tokens.ts'
import { findUser, whileLoggedIn, type ProvenUser, type User } from './users.ts'

/** A passkey, as its owner sees it. */
export interface Passkey {
  id: string
  name: string
  /** When it was added, such as `2026-05-16T09:30:00.000Z`. */
  created: string
}

export function findPasskeys(db: ShopDatabase, user: number): Promise<Passkey[]> {
  return db.all<Passkey>(
    'SELECT id, name, created FROM passkeys WHERE "user" = ? ORDER BY created, id',
    user,
  )
}

/** Returns what a browser needs to create a passkey. It can find the passkey without knowing the user. */
export async function askForNewPasskey(db: ShopDatabase, user: User) {
  return generateRegistrationOptions({
    rpName: 'Quire Books',
    rpID: readOrigin().hostname,
    userID: handleOf(user.id),
    userName: user.email,
    userDisplayName: user.name,
    excludeCredentials: await findPasskeys(db, user.id),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Stores the passkey that a browser has created. Returns whether it fits the challenge and is new, and the login has not ended. */
export async function addPasskey(
  db: ShopDatabase,
  user: number,
  loginId: string | undefined,
  challenge: string,
  response: RegistrationResponseJSON,
  name: string,
): Promise<boolean> {
  const origin = readOrigin()
  const credential = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin.origin,
    expectedRPID: origin.hostname,
    requireUserVerification: true,
  }).then(({ registrationInfo }) => registrationInfo?.credential, refuse)
  if (!credential) return false

  const { id, publicKey, counter, transports = [] } = credential
  const added = await whileLoggedIn(db, user, loginId, (db) =>
    db.run(
      `INSERT INTO passkeys (id, "user", key, counter, transports, name, created)
       VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      id,
      user,
      publicKey,
      counter,
      transports.join(' '),
      name,
      new Date().toISOString(),
    ),
  )
  return added === 1
}

/** Returns what a browser needs to log in with a passkey. It names no credentials, so it says nothing about any user. */
export function askForPasskey() {
  return generateAuthenticationOptions({
    rpID: readOrigin().hostname,
    userVerification: 'required',
  })
}

/** Returns the user of the passkey that a browser has used, if it fits the challenge and is the first response to it. */
export async function checkPasskey(
  db: ShopDatabase,
  challenge: string,
  response: AuthenticationResponseJSON,
): Promise<ProvenUser | undefined> {
  // It is in a cookie, and whoever has a copy could send the same response again. Many passkeys have no counter.
  if (!(await spendChallenge(db, challenge))) return undefined

  const row = await db.get<{ id: string; user: number; key: Uint8Array; counter: number | string }>(
    'SELECT id, "user", key, counter FROM passkeys WHERE id = ?',
    response.id,
  )
  // The library does not compare the handle, which is the user that the passkey was created for.
  if (!row || response.response.userHandle !== encodeHandle(row.user)) return undefined

  const { id, user } = row
  const origin = readOrigin()
  const info = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin.origin,
    expectedRPID: origin.hostname,
    credential: { id, publicKey: new Uint8Array(row.key), counter: Number(row.counter) },
    requireUserVerification: true,
  }).then(({ verified, authenticationInfo }) => (verified ? authenticationInfo : undefined), refuse)
  if (!info) return undefined

  // If no row has the counter that was checked, the passkey was removed meanwhile, or a copy of it was used.
  const sql = 'UPDATE passkeys SET counter = ? WHERE id = ? AND counter = ?'
  const isSame = (await db.run(sql, info.newCounter, id, row.counter)) === 1
  const found = isSame ? await findUser(db, user) : undefined
  return found && { user: found, proof: { kind: 'passkey', value: id } }
}

/** The library throws for every response that it refuses. Most of what can be wrong in one is not our fault. */
function refuse(): undefined {}

/** The handle of a user, which a passkey keeps. It must not say who the user is. */
function handleOf(user: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(String(user))
}

function encodeHandle(user: number): string {
  return Buffer.from(handleOf(user)).toString('base64url')
}
