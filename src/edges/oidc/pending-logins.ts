import { sizeOf } from '../../internal/exchange/known-body.ts'
import type { Session } from '../../state/session/index.ts'

/** A login that has begun, as the session keeps it. `Session` removes all of them when it gets a new id. */
export interface PendingLogin {
  readonly state: string
  readonly verifier: string
  readonly nonce: string | undefined
  readonly next: string | undefined
  readonly callback: string
  /** When it began, in milliseconds. */
  readonly at: number
}

const name = '__oidc__'

/** How many logins a session keeps, for visitors with several tabs. */
const maxCount = 3

/** How many characters of JSON they may have together: less than half of a cookie, which may hold the whole session. */
const maxLength = 1500

/**
 * The most bytes of JSON for a session that is stored in a cookie. In base64, with a signature and attributes, they fit into
 * the cookie.
 */
const maxCookie = 2800

/** Milliseconds for which a login can be ended. */
const lifetime = 600_000

/** How many used states this process remembers. */
const maxUsed = 10_000

/** A longer query is not from a provider. It is refused before it is parsed. */
const maxQuery = 16_384

/**
 * Stores a login that begins. If there are too many, or the session has no room, the oldest logins are dropped. If there is
 * no room even for the new login alone, it is stored without `next`.
 */
export function keepLogin(session: Session, login: PendingLogin): void {
  const logins = [...readLogins(session), login].slice(-maxCount)
  while (logins.length > 1 && !hasRoom(session, logins)) logins.shift()
  const fits = hasRoom(session, logins)
  session.setReserved(name, fits ? logins : [{ ...login, next: undefined }])
}

function hasRoom(session: Session, logins: readonly PendingLogin[]): boolean {
  if (JSON.stringify(logins).length > maxLength) return false
  // A session that is stored on the server has an id.
  return (
    session.id !== '' || sizeOf(JSON.stringify({ ...session.data, [name]: logins })) <= maxCookie
  )
}

/**
 * Finds the login with the state in the query of `url` and removes it, so that it can be ended only once.
 *
 * @param callback The URL of this provider. The response of another provider is not accepted here
 * @param isFirstUse Whether this process has not seen the state before
 */
export function takeLogin(
  session: Session,
  url: URL,
  callback: string,
  isFirstUse: (state: string) => boolean,
): PendingLogin | undefined {
  if (url.search.length > maxQuery) return undefined
  const state = url.searchParams.get('state')
  const logins = readLogins(session)
  const login = logins.find((each) => each.state === state && each.callback === callback)
  // If the state was used, the session stays unchanged: saving it could overwrite the session of the request that was
  // faster.
  if (!login || !isFirstUse(login.state)) return undefined

  const others = logins.filter((each) => each !== login)
  session.setReserved(name, others.length > 0 ? others : undefined)
  return login
}

/**
 * Creates a function that returns whether a state is used for the first time. Two requests at the same moment have read the
 * same session, and a copy of a cookie still has a login that was already ended.
 */
export function createFirstUse(): (state: string) => boolean {
  const used = new Set<string>()

  return (state) => {
    if (used.has(state)) return false
    used.add(state)
    // The first entry is the oldest.
    if (used.size > maxUsed) used.delete(used.values().next().value!)
    return true
  }
}

/** Returns the logins that have not expired, the oldest first. */
function readLogins(session: Session): readonly PendingLogin[] {
  const logins = (session.get(name) ?? []) as readonly PendingLogin[]
  return logins.filter(({ at }) => Date.now() - at < lifetime)
}
