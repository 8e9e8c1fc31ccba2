import { isCookie, type Cookie } from '../cookie/index.ts'
import type { ContextEntry, ContextWithEntry, Middleware } from '../fetch-router/index.ts'
import { checkOptions } from '../internal/check-options.ts'
import { invariant } from '../internal/invariant.ts'
import { existingRequest } from '../internal/exchange/owned-request.ts'
import { warnOnce } from '../internal/warn-once.ts'
import { discardBody } from '../internal/exchange/without-body.ts'
import { Session, type SessionData, type SessionStorage } from '../session/index.ts'
import { createCommit } from './commit.ts'

/** Options for {@link session}. */
export interface SessionOptions {
  /**
   * Accepts a cookie without `secrets`. Anyone can then send any id, or with a cookie storage any session.
   *
   * @default false
   */
  readonly allowUnsigned?: boolean
  /**
   * Also saves a session that was not changed, so that it ends `maxAge` after the last visit instead of the last change.
   *
   * @default false
   */
  readonly rolling?: boolean
}

/** The effect of {@link session}: `context.get(Session)` and `context.session`. */
export interface SessionEntry<Data = SessionData, FlashData = Data> extends ContextEntry<
  typeof Session,
  Session<Data, FlashData>
> {
  readonly property: 'session'
}

/** `Context` after {@link session} has run. */
export type ContextWithSession<Context, Data = SessionData, FlashData = Data> = ContextWithEntry<
  Context,
  SessionEntry<Data, FlashData>
>

/**
 * Loads the session of each request and puts it on the context under `Session`. Once the response is there, and before
 * the first byte of it is sent, a session that has changed is saved and its cookie added.
 *
 * Nothing is saved when an error is thrown. After the save the session is closed: changing it throws.
 *
 * @param cookie The signed cookie; left out, it is the one that the storage was created with
 * @param storage Where sessions are kept
 * @param options Unsigned cookies, rolling sessions
 * @returns Middleware that loads and saves the session
 * @throws {TypeError} If there is no cookie, or it is not signed, or an option is not known
 *
 * @example
 * const cookie = createCookie('session', { secrets: [secret], secure: true, maxAge: 604_800 })
 * const router = createRouter({ middleware: [session(cookie, createFileSessionStorage({ dir }))] })
 */
export function session<Data = SessionData, FlashData = Data>(
  cookie: Cookie,
  storage: SessionStorage<Data, FlashData>,
  options?: SessionOptions,
): Middleware<SessionEntry<Data, FlashData>>
export function session<Data = SessionData, FlashData = Data>(
  storage: SessionStorage<Data, FlashData>,
  options?: SessionOptions,
): Middleware<SessionEntry<Data, FlashData>>
export function session(
  first: Cookie | SessionStorage,
  second?: SessionStorage | SessionOptions,
  third?: SessionOptions,
): Middleware<SessionEntry> {
  const [cookie, storage, options = {}] = isCookie(first)
    ? [first, second as SessionStorage, third]
    : [first?.cookie, first, second as SessionOptions | undefined]
  checkConfiguration(cookie, storage, options)
  const commit = createCommit(cookie, storage, options)

  return async (context, next) => {
    if (context.has(Session)) {
      throw new Error(
        'Existing session found, refusing to overwrite. Use session() once in the middleware of a request',
      )
    }

    const current = await storage.read(await cookie.parse(context.headers.get('Cookie')))
    context.set(Session, current, { property: 'session' })
    // `getSession(request)` of the same storage then gives this session, in route modules and elsewhere
    storage.share?.(context, current)
    const request = (context as { [existingRequest]?: Request })[existingRequest]
    if (request) storage.share?.(request, current)

    const response = await next()
    try {
      if (context.get(Session) !== current) {
        throw new Error(
          'Cannot save session that was initialized by another middleware/handler. Change the session of context.get(Session) instead of setting another',
        )
      }
      return await commit(current, response)
    } catch (error) {
      // The response is not going to be sent; what streams into it shall stop
      discardBody(response, error)
      throw error
    }
  }
}

function checkConfiguration(
  cookie: Cookie | undefined,
  storage: SessionStorage,
  options: SessionOptions,
): asserts cookie {
  invariant(
    typeof storage?.read === 'function' && typeof storage.save === 'function',
    'session() takes a storage such as createFileSessionStorage(), alone or after a cookie of createCookie()',
  )
  invariant(!isCookie(options), 'session() takes the cookie first: call session(cookie, storage)')
  checkOptions<SessionOptions>('session()', options, { allowUnsigned: true, rolling: true })
  invariant(
    cookie,
    'session() needs a cookie: call session(cookie, storage), or give the storage a `cookie`',
  )
  invariant(
    cookie.isSigned || options.allowUnsigned,
    `Session cookie must be signed: give "${cookie.name}" \`secrets\`, or pass { allowUnsigned: true } to session()`,
  )
  if (cookie.httpOnly === false) {
    warnOnce(
      `Session cookie "${cookie.name}" has \`httpOnly: false\`: any script on the page can read it`,
    )
  }
}
