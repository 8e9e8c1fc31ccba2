import { isCookie, type Cookie, type CookieJar } from '../../http/cookie/index.ts'
import type { JarCookie } from '../../http/cookie/shared.ts'
import { invariant } from '../../internal/guards/check.ts'
import {
  serializeSessionCookie,
  type Session,
  type SessionStorage,
} from '../../state/session/index.ts'

/** A storage with its cookie, or a cookie and a storage, as `session()` takes them. */
type SessionArgs<Rest extends readonly unknown[]> =
  | [storage: SessionStorage, ...Rest]
  | [cookie: Cookie, storage: SessionStorage, ...Rest]

/** The functions of a visitor that read and change its sessions. */
interface Sessions {
  signIn(...args: SessionArgs<[change: (session: Session) => void | Promise<void>]>): Promise<void>
  session(...args: SessionArgs<[]>): Promise<Session>
}

/** Creates the functions of a visitor that read and change its sessions. */
export function createSessions(jar: CookieJar, origin: string): Sessions {
  return {
    async signIn(...args) {
      const [cookie, storage, change] = readSessionArgs('signIn', args)
      const session = await readSession(cookie, storage)
      await change(session)
      const value = await storage.save(session, cookie.expires)
      if (value === null) return

      const httpOnly = cookie.httpOnly ?? true
      jar.store(origin, [await serializeSessionCookie(cookie, value, { httpOnly })])
      if (value !== '' && findCookie(cookie) === undefined) {
        throw new Error(
          `Cannot sign in: a browser at ${origin} refuses the cookie "${cookie.name}". Give createTestApp() an \`origin\` that its attributes allow.`,
        )
      }
    },

    async session(...args) {
      const [cookie, storage] = readSessionArgs('session', args)
      return readSession(cookie, storage)
    },
  }

  async function readSession(cookie: Cookie, storage: SessionStorage): Promise<Session> {
    const known = findCookie(cookie)
    return storage.read(known ? await cookie.parse(`${known.name}=${known.value}`) : null)
  }

  function findCookie({ name }: Cookie): JarCookie | undefined {
    const { hostname } = new URL(origin)
    return jar
      .list()
      .find(
        (known) =>
          known.name === name &&
          (known.domain === hostname || (!known.hostOnly && hostname.endsWith(`.${known.domain}`))),
      )
  }
}

function readSessionArgs<Rest extends readonly unknown[]>(
  method: string,
  args: SessionArgs<Rest>,
): [Cookie, SessionStorage, ...Rest] {
  const [first, ...rest] = args
  const all = isCookie(first) ? [first, ...rest] : [first?.cookie, first, ...rest]
  const [cookie, storage] = all as [Cookie | undefined, SessionStorage]
  invariant(
    typeof storage?.read === 'function',
    `${method}() takes a session storage, alone or after a cookie of createCookie()`,
  )
  invariant(
    cookie,
    `${method}() needs a cookie: call ${method}(cookie, storage), or give the storage a \`cookie\``,
  )
  return all as [Cookie, SessionStorage, ...Rest]
}
