import { checkOptions } from '../../internal/guards/check.ts'
import { Session } from './session.ts'
import { EXPIRES_KEY, isSessionData, type SessionData } from './session-data.ts'
import {
  assertOptions,
  createStorage,
  type SessionStorage,
  type SessionStorageOptions,
} from './session-storage.ts'

/**
 * Creates a storage that keeps the whole session in the cookie. It needs no server. Its name and its value have
 * at most 4,096 bytes, as in browsers, and visitors can read it.
 *
 * There is no record to delete. So a copy of the cookie works until it expires, even after a logout, and a request in flight
 * during the logout can send the session back to the browser. Give the cookie a short `maxAge`, which is then also checked
 * on the server, or use a storage on the server.
 *
 * @param options The cookie
 *
 * @example
 * const { getSession, commitSession, destroySession } = createCookieSessionStorage({
 *   cookie: { name: '__session', secrets: [secret], secure: true, maxAge: 604_800 },
 * })
 */
export function createCookieSessionStorage<Data = SessionData, FlashData = Data>(
  options: SessionStorageOptions = {},
): SessionStorage<Data, FlashData> {
  assertOptions(options)
  checkOptions('createCookieSessionStorage()', options, 'cookie')

  return createStorage(options, {
    async read(value) {
      if (!isSessionData(value)) return new Session()
      const { [EXPIRES_KEY]: expires, ...data } = value
      return isExpired(expires) ? new Session() : new Session(data)
    },

    async write(session, expires) {
      const value: SessionData = session.data
      if (expires) value[EXPIRES_KEY] = expires.getTime()
      else delete value[EXPIRES_KEY]
      return { value, id: '' }
    },

    async remove() {},
  })
}

/** An invalid expiry counts as past. */
function isExpired(expires: unknown): boolean {
  return expires !== undefined && !(typeof expires === 'number' && Date.now() < expires)
}
