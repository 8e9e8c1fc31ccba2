import { isCookie, type Cookie } from '../../http/cookie/index.ts'
import type {
  ContextEntry,
  ContextWithEntry,
  Middleware,
  RequestContext,
} from '../../router/fetch-router/index.ts'
import { holdOpen, internalsOf, routerBusOf, withRules } from '../../router/fetch-router/shared.ts'
import { readQuietly } from '../../internal/exchange/anonymous-run.ts'
import { onSessionUse } from '../../internal/process/global-keys.ts'
import { isSafeMethod } from '../../internal/http/http.ts'
import { checkFlags, checkOptions, checkSeconds, invariant } from '../../internal/guards/check.ts'
import { onceResultOf } from '../../internal/forms/once-results.ts'
import { createSessionTag, sessionKeyOf } from '../../state/session/shared.ts'
import { warnOnce } from '../../internal/process/warn-once.ts'
import { discardBody } from '../../internal/exchange/edit-headers.ts'
import { keepPersonalPrivate } from '../../http/response/shared.ts'
import { Session, type SessionData, type SessionStorage } from '../../state/session/index.ts'
import { createCommit, createUnavailable } from './commit.ts'

/** Options for {@link session}. */
export interface SessionOptions {
  /**
   * Accepts a cookie without `secrets`. Clients can then send any id, or any session if the cookie holds the data.
   *
   * @default false
   */
  readonly allowUnsigned?: boolean
  /**
   * Also prolongs unchanged sessions, so that a session ends `maxAge` after the last visit instead of the last change.
   *
   * @default false
   */
  readonly rolling?: boolean
  /**
   * Seconds after the last `regenerateId()`, at the login, after which the session ends: its record is deleted, and the
   * request gets a new, empty session. `rolling` does not extend it. Sessions that never called it have no such limit.
   *
   * @default undefined, no limit
   */
  readonly maxLoginAge?: number
}

/** The effect of {@link session}: `context.get(Session)` and `context.session`. */
type SessionEntry<Data = SessionData, FlashData = Data> = ContextEntry<
  typeof Session,
  Session<Data, FlashData>,
  'session'
>

/** `Context` after {@link session} has run. */
export type ContextWithSession<Context, Data = SessionData, FlashData = Data> = ContextWithEntry<
  Context,
  SessionEntry<Data, FlashData>
>

/**
 * Loads the session of each request and puts it on the context under `Session`. When the handler has returned a
 * response, and before its first byte is sent, a changed session is saved and its cookie is added.
 *
 * If an error is thrown, nothing is saved. After the save the session is closed: changing it throws.
 *
 * @param cookie The signed cookie. The default is the cookie of the storage
 * @param storage The storage of sessions
 * @param options Unsigned cookies, rolling sessions, the age of a login
 * @returns Middleware that loads and saves the session
 * @throws {TypeError} If there is no cookie, if it is not signed, or if an option is unknown or invalid
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

  const middleware: Middleware<SessionEntry> = async function session(context, next) {
    if (context.has(Session)) {
      throw new Error(
        'Existing session found, refusing to overwrite. Use session() only once for each request.',
      )
    }

    const internals = internalsOf(context)
    const { observation, run } = internals
    const startedAt = observation && performance.now()
    const header = readQuietly(context.headers, 'Cookie')
    const current = await readSession(context, storage, await cookie.parse(header), options)
    const key = sessionKeyOf(current)
    const isNew = current.id === '' && current.size === 0
    observation?.session({ phase: 'read', isNew }, startedAt!)
    context.set(Session, current, { property: 'session' })
    // Makes `getSession(request)` of the same storage return this session, for example in route modules.
    storage.share?.(context, current)
    const request = internals.existingRequest
    if (request) storage.share?.(request, current)

    const noteUse = (): void => internals.notePersonal('used the session')
    current[onSessionUse](noteUse)

    // A live page that is left open in a tab must not keep its visitor signed in.
    const isByVisitor = internals.facts?.dataRequest?.live === undefined
    const response = await next()
    current[onSessionUse](undefined)
    try {
      if (context.get(Session) !== current) {
        throw new Error(
          'Cannot save session that was initialized by another middleware/handler. Change the session of context.get(Session) instead of setting another one.',
        )
      }
      if (run !== undefined) {
        // No visitor would ever send the cookie of this session.
        current.close()
        return response
      }
      // A safe request has no effect, and the effect of a `once()` is already recorded. So the client may send the request
      // again (SC-4).
      const isRepeatable =
        isSafeMethod(context.method) || /first|repeat/.test(onceResultOf(context) ?? '')
      const sent = { isByVisitor, isRepeatable }
      const { changed, destroyed } = current
      const savedAt = observation && performance.now()
      const committed = await commit(current, response, sent)
      observation?.session({ phase: 'commit', isNew, changed, destroyed }, savedAt!)
      if (current.destroyed || sessionKeyOf(current) !== key) announceEnd(context, key)
      // Middleware around this one may read the session, too.
      current[onSessionUse](noteUse)
      return keepUsedPrivate(context, committed)
    } catch (error) {
      // This response will not be sent, so its streams are stopped.
      discardBody(response, error)
      throw error
    }
  }
  return withRules(middleware, { sets: Session })
}

/** A router can also run without `createFetchHandler()`, which would do this at the end. */
function keepUsedPrivate(context: RequestContext, response: Response): Response {
  const { facts, isJudged } = internalsOf(context)
  return keepPersonalPrivate(response, facts, isJudged)
}

/** Reads the session of a cookie. A login that is too old ends, and the visitor gets a new, empty session. */
async function readSession(
  context: RequestContext,
  storage: SessionStorage,
  value: unknown,
  { maxLoginAge }: SessionOptions,
): Promise<Session> {
  try {
    const stored = await storage.read(value)
    if (maxLoginAge === undefined || isWithinAge(stored, maxLoginAge)) return stored

    const key = sessionKeyOf(stored)
    stored.destroy()
    await storage.save(stored)
    announceEnd(context, key)
    return await storage.read(null)
  } catch (cause) {
    throw createUnavailable('read', cause)
  }
}

/** Ends the streams of live pages of the session with this key. The response does not wait for that. */
function announceEnd(context: RequestContext, key: string): void {
  const { bus } = routerBusOf(context)
  if (bus === undefined || key === '') return
  const published = createSessionTag(key)
    .then((tag) => bus.publish([tag]))
    .catch(() => {})
  holdOpen(context, published)
}

/** Whether a login is recent enough. A session that never got a new id at a login has no age. */
function isWithinAge({ regeneratedAt }: Session, maxLoginAge: number): boolean {
  return regeneratedAt === undefined || Date.now() - regeneratedAt < maxLoginAge * 1000
}

function checkConfiguration(
  cookie: Cookie | undefined,
  storage: SessionStorage,
  options: SessionOptions,
): asserts cookie {
  invariant(
    typeof storage?.read === 'function' && typeof storage.save === 'function',
    `session() takes a storage such as createFileSessionStorage(), alone or after a cookie of createCookie(), not ${storage === null ? 'null' : `a value of type ${typeof storage}`}`,
  )
  invariant(!isCookie(options), 'session() takes the cookie first: call session(cookie, storage)')
  checkOptions('session()', options, 'allowUnsigned rolling maxLoginAge')
  const { allowUnsigned, rolling, maxLoginAge } = options
  checkFlags('session()', { allowUnsigned, rolling })
  checkSeconds('session()', { maxLoginAge })
  invariant(
    cookie,
    'session() needs a cookie: call session(cookie, storage), or give the storage a `cookie`',
  )
  invariant(
    cookie.isSigned || allowUnsigned,
    `Session cookie must be signed: give "${cookie.name}" \`secrets\`, or pass { allowUnsigned: true } to session(). See framework/docs/sessions.md.`,
  )
  if (cookie.httpOnly === false) {
    warnOnce(
      `The session cookie "${cookie.name}" has \`httpOnly: false\`, so any script on the page can read it. Remove the option.`,
    )
  }
}
