import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

const KEY_LENGTH = 32
const SALT_LENGTH = 16

/** Returns a salted hash of a password, for the database. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_LENGTH)
  const key = await deriveKey(password.normalize('NFKC'), salt)

  return `${salt.toString('hex')}:${key.toString('hex')}`
}

/** Whether `password` matches the hash. An unknown user takes as much time as a wrong password. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [salt = '', key = ''] = stored.split(':')
  const expected = Buffer.from(key, 'hex')
  const actual = await deriveKey(password.normalize('NFKC'), Buffer.from(salt, 'hex'))

  return expected.length === KEY_LENGTH && timingSafeEqual(actual, expected)
}

function deriveKey(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, KEY_LENGTH, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
