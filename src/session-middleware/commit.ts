import type { Cookie } from '../cookie/index.ts'
import { editHeaders } from '../internal/exchange/edit-headers.ts'
import { keepCookiePrivate, makePrivate } from '../internal/private-response.ts'
import { serializeSessionCookie, type Session, type SessionStorage } from '../session/index.ts'

/** Saves a session, and answers with the response that tells the browser. */
type Commit = (session: Session, response: Response) => Promise<Response>

/**
 * How sessions of one cookie and one storage are committed.
 *
 * @param cookie The cookie
 * @param storage The storage
 * @param options Whether sessions that did not change are saved too
 */
export function createCommit(
  cookie: Cookie,
  storage: SessionStorage,
  { rolling = false }: { readonly rolling?: boolean },
): Commit {
  const attributes = { httpOnly: cookie.httpOnly ?? true }
  const prefix = `${cookie.name}=`

  return async (session, response) => {
    // What is changed from here on, even during the save, could not reach the cookie any more
    session.close()

    const sent = response.headers.getSetCookie().filter(isOurs).length
    // One commit of the app's own, sent and up to date, stays: it may have attributes of its own
    if (sent === 1 && !session.dirty && !session.destroyed) return keepCookiePrivate(response)

    // What the app has committed without sending the cookie is written once more, for the cookie
    const isUnsent = session.changed || (rolling && exists(session))
    if (isUnsent && !session.dirty && !session.destroyed) session.touch()

    const value = await storage.save(session, cookie.expires)
    if (value === null) return sent > 0 ? keepCookiePrivate(response) : response

    const header = await serializeSessionCookie(cookie, value, attributes)
    return editHeaders(response, (headers) => {
      const others = headers.getSetCookie().filter((other) => !isOurs(other))
      headers.delete('Set-Cookie')
      for (const other of others) headers.append('Set-Cookie', other)
      headers.append('Set-Cookie', header)
      if (!headers.has('Cache-Control')) makePrivate(headers)
    })
  }

  function isOurs(header: string): boolean {
    return header.startsWith(prefix)
  }
}

/** Whether there is anything to keep alive: an anonymous visitor needs no record. */
function exists(session: Session): boolean {
  return session.id !== '' || session.size > 0
}
