import { join } from 'node:path'
import { readSecret } from './session.ts'

/** Returns the password of `admin@example.com`: `ADMIN_PASSWORD`, or one that is generated on the first start. */
export function readAdminPassword(directory: string): string {
  return process.env['ADMIN_PASSWORD'] || readSecret(join(directory, 'admin-password')).slice(0, 16)
}
