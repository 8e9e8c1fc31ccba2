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

/** Asks a user to confirm who they are, or says that they have done so. */
export function setConfirmed(user: string, isConfirmed: boolean): void {
  if (isConfirmed) writeFileSync(fileOf('confirmed', user), '')
  else rmSync(fileOf('confirmed', user), { force: true })
}

/** Whether a user has confirmed who they are. */
export function isConfirmed(user: string): boolean {
  return existsSync(fileOf('confirmed', user))
}

/** Changes what is stored of a record. A gate is a record whose text decides when a deferred part comes. */
export function store(name: string, text: string): void {
  writeFileSync(fileOf('stored', name), text)
}

/** Returns what is stored of a record. */
export function stored(name: string): string {
  const file = fileOf('stored', name)
  return existsSync(file) ? readFileSync(file, 'utf8') : 'A stored text'
}

/** Waits until the gate of a record is open. */
export async function gateOf(name: string): Promise<string> {
  while (stored(`gate-${name}`) === 'closed') await new Promise((go) => setTimeout(go, 10))
  return 'A late text'
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
