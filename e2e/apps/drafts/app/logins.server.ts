import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Session } from 'framework'
import type { RequestContext } from 'framework/fetch-router'

// In files, which survive a killed server, and which the next release shares.
const folder = '../drafts-data'
mkdirSync(folder, { recursive: true })

/** Logs a user in. */
export function startLogin(context: RequestContext, user: string): void {
  writeFileSync(fileOf('login', user), '')
  const session = context.get(Session)!
  session.regenerateId()
  session.set('user', user)
}

/** Ends the logins of a user on the server. Browsers still have the cookie. */
export function endLogins(user: string): void {
  rmSync(fileOf('login', user), { force: true })
}

/** Returns who is signed in, or an empty string. */
export function userOf(context: RequestContext): string {
  const user = String(context.get(Session)?.get('user') ?? '')
  return user && existsSync(fileOf('login', user)) ? user : ''
}

/** Records what an action got. */
export function record(name: string, user: string, form: FormData): void {
  const fields = [...form].map(([field, value]) => [field, String(value)])
  appendFileSync(fileOf('sent', name), `${JSON.stringify({ user, fields })}\n`)
}

/** Returns what actions got for a record, in order. */
export function recorded(name: string): unknown[] {
  const file = fileOf('sent', name)
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  return lines.map((line) => JSON.parse(line) as unknown)
}

function fileOf(kind: string, name: string): string {
  return `${folder}/${kind}-${encodeURIComponent(name)}`
}
