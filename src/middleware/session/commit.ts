import type { Cookie } from '../../http/cookie/index.ts'
import { editHeaders } from '../../internal/exchange/edit-headers.ts'
import { UnavailableError } from '../../internal/exchange/status-errors.ts'
import { warnOnce } from '../../internal/process/warn-once.ts'
import {
  keepCookiePrivate,
  makePrivate,
  privatePolicy,
  publicPolicyOf,
} from '../../http/response/shared.ts'
import {
  serializeSessionCookie,
  type Session,
  type SessionStorage,
} from '../../state/session/index.ts'

/** Saves a session and returns the response with its cookie. */
type Commit = (session: Session, response: Response, request: CommitRequest) => Promise<Response>

interface CommitRequest {
  readonly isByVisitor: boolean
  /** Whether the client can send the request again without a second effect. */
  readonly isRepeatable: boolean
}

/**
 * Creates the function that commits the sessions of one cookie and one storage.
 *
 * @param options Whether unchanged sessions are also saved when the visitor sends a request, and when a login ends
 */
export function createCommit(
  cookie: Cookie,
  storage: SessionStorage,
  { rolling = false, maxLoginAge }: { readonly rolling?: boolean; readonly maxLoginAge?: number },
): Commit {
  const attributes = { httpOnly: cookie.httpOnly ?? true }
  const prefix = `${cookie.name}=`

  return async (session, response, { isByVisitor, isRepeatable }) => {
    // Later changes, even during the save, could no longer reach the cookie.
    session.close()

    const sent = response.headers.getSetCookie().filter(isOurs).length
    // If the app has committed the session itself and sends an up-to-date cookie, that cookie stays with its attributes.
    if (sent === 1 && !session.dirty && !session.destroyed) return keepCookiePrivate(response)

    // If the app has committed the session but does not send the cookie, save it again to get the cookie.
    const isUnsent = session.changed || (rolling && isByVisitor && exists(session))
    if (isUnsent && !session.dirty && !session.destroyed) session.touch()

    const { expires } = cookie
    const end = endOfLogin(session)
    const endsSooner = end !== undefined && (expires === undefined || end < expires)
    const value = await save(session, endsSooner ? end : expires, isRepeatable)
    if (value === null) return sent > 0 ? keepCookiePrivate(response) : response

    // A cookie that ends with the browser must not get a lifetime.
    const isShortened = endsSooner && expires !== undefined
    const header = await serializeSessionCookie(
      cookie,
      value,
      isShortened ? { ...attributes, maxAge: secondsUntil(end) } : attributes,
    )
    return editHeaders(response, (headers) => {
      const others = headers.getSetCookie().filter((other) => !isOurs(other))
      headers.delete('Set-Cookie')
      for (const other of others) headers.append('Set-Cookie', other)
      headers.append('Set-Cookie', header)
      const shared = publicPolicyOf(headers)
      if (shared !== undefined) warnOfPublicPolicy(shared)
      makePrivate(headers, privatePolicy(headers.get('Cache-Control')))
    })
  }

  async function save(
    session: Session,
    expires: Date | undefined,
    isRepeatable: boolean,
  ): Promise<unknown> {
    try {
      return await storage.save(session, expires)
    } catch (error) {
      throw isRepeatable ? createUnavailable('save', error) : error
    }
  }

  function endOfLogin({ regeneratedAt }: Session): Date | undefined {
    if (maxLoginAge === undefined || regeneratedAt === undefined) return undefined
    return new Date(regeneratedAt + maxLoginAge * 1000)
  }

  function isOurs(header: string): boolean {
    return header.startsWith(prefix)
  }
}

/**
 * Returns the error for a storage that does not work at the moment. The client gets a 503, and may send the request again.
 */
export function createUnavailable(what: 'read' | 'save', cause: unknown): UnavailableError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new UnavailableError(
    `session() cannot ${what} the session: ${reason.replace(/\.$/, '')}. Check the storage of sessions.`,
    { cause },
  )
}

/** Whether the session has to be stored. Without data, a visitor needs no record. */
function exists(session: Session): boolean {
  return session.id !== '' || session.size > 0
}

/** Returns the seconds until a date, or `0`, which deletes the cookie, if the date is past. */
function secondsUntil(date: Date): number {
  return Math.max(0, Math.ceil((date.getTime() - Date.now()) / 1000))
}

function warnOfPublicPolicy(policy: string): void {
  warnOnce(
    `session() has sent a response as private instead of "${policy}", because it sets the cookie of a visitor. Make the response private, or do not change the session there.`,
  )
}
