import {
  createCookie,
  isCookie,
  type Cookie,
  type CookieOptions,
  type CookieParseOptions,
  type CookieSerializeOptions,
} from '../../http/cookie/index.ts'
import { checkOptions, invariant, showValue } from '../../internal/guards/check.ts'
import { factsOf } from '../../internal/exchange/request-body.ts'
import { cookieBytes, maxCookieBytes } from '../../internal/http/http.ts'
import { warnOnce } from '../../internal/process/warn-once.ts'
import { Session } from './session.ts'
import type { SessionData, StoredSessionData } from './session-data.ts'

/** The source of the session cookie: a `Cookie` header, or a `Request` or request context that has one. */
export type SessionSource =
  | string
  | null
  | undefined
  | { readonly headers: { get(name: string): string | null } }

/** The options of every storage. */
export interface SessionStorageOptions {
  /**
   * The cookie: a container, or the options for one. It is `HttpOnly` unless the options say otherwise.
   *
   * @default { name: '__session' }, unless you pass a cookie to `session(cookie, storage)`
   */
  cookie?: Cookie | (CookieOptions & { name?: string }) | undefined
}

/** Keeps sessions between requests. */
export interface SessionStorage<Data = SessionData, FlashData = Data> {
  /** The cookie that the storage was created with. */
  readonly cookie: Cookie | undefined
  /**
   * Loads the session of a request. Returns a new, empty session if the request has none, or if the storage does not know
   * it.
   *
   * If middleware has loaded the session of a request from this storage, the `Request` and the context give that same
   * session. A `Cookie` header always gives a separate session.
   */
  getSession(
    source?: SessionSource,
    options?: CookieParseOptions,
  ): Promise<Session<Data, FlashData>>
  /**
   * Saves a session.
   *
   * @returns The `Set-Cookie` header value
   */
  commitSession(
    session: Session<Data, FlashData>,
    options?: CookieSerializeOptions,
  ): Promise<string>
  /**
   * Ends a session and deletes its record.
   *
   * @returns The `Set-Cookie` header value that ends the cookie
   */
  destroySession(
    session: Session<Data, FlashData>,
    options?: CookieSerializeOptions,
  ): Promise<string>
  /** Loads the session for the value of a cookie, or `null` if there is no cookie. */
  read(value: unknown): Promise<Session<Data, FlashData>>
  /**
   * Saves a session if it has changed.
   *
   * @param session The session
   * @param expires When the cookie expires
   * @returns The new value of the cookie, `''` to delete the cookie, or `null` if it can stay as it is
   */
  save(session: Session<Data, FlashData>, expires?: Date): Promise<unknown>
  /**
   * Makes {@link SessionStorage.getSession} return `session` for `owner`, a `Request` or a request context, and for every
   * request that belongs to that context.
   *
   * @internal For session middleware
   */
  share?(owner: object, session: Session): void
}

/** The part of a storage that depends on its kind. The rest is the same for all storages. */
interface SessionBackend {
  read(value: unknown): Promise<Session>
  /** Returns the value of the cookie and the id of the session, or `null` if the session has ended. */
  write(session: Session, expires: Date | undefined): Promise<{ value: unknown; id: string } | null>
  remove(session: Session): Promise<void>
}

/** Creates a storage around a backend. */
export function createStorage<Data, FlashData>(
  options: SessionStorageOptions,
  backend: SessionBackend,
): SessionStorage<Data, FlashData> {
  const cookie = options.cookie && readCookie(options.cookie)
  let defaultCookie: Cookie | undefined
  const shared = new WeakMap<object, Session>()
  const writing = new WeakMap<Session, Promise<unknown>>()

  const storage: SessionStorage = {
    cookie,

    async getSession(source, parseOptions) {
      if (typeof source !== 'object' || source === null) {
        return backend.read(await container().parse(source, parseOptions))
      }
      invariant(
        typeof source.headers?.get === 'function',
        "getSession() takes a Request, a request context or request.headers.get('Cookie'), not another object",
      )
      const known = shared.get(source) ?? shared.get(factsOf(source)?.context ?? source)
      if (known) return known
      return backend.read(await container().parse(source.headers.get('Cookie'), parseOptions))
    },

    async commitSession(session, serializeOptions) {
      assertSession(session, 'commitSession')
      const value = await write(session, readExpires(container(), serializeOptions))
      return serializeSessionCookie(container(), value, serializeOptions)
    },

    async destroySession(session, serializeOptions) {
      assertSession(session, 'destroySession')
      session.destroy()
      await write(session, undefined)
      return serializeSessionCookie(container(), '', serializeOptions)
    },

    read: backend.read,

    async save(session, expires) {
      assertSession(session, 'save')
      if (!session.dirty) return session.destroyed ? '' : null
      return write(session, expires)
    },

    share(owner, session) {
      shared.set(owner, session)
    },
  }
  // The type parameters describe the data of the app. Nothing here depends on them.
  return storage as SessionStorage<any, any>

  function container(): Cookie {
    return cookie ?? (defaultCookie ??= readCookie({}))
  }

  /** Writes are made one after the other, because two loaders that commit the same session must not create two records. */
  function write(session: Session, expires: Date | undefined): Promise<unknown> {
    const previous = writing.get(session)
    const run = (): Promise<unknown> => writeNow(session, expires)
    const current = previous ? previous.then(run, run) : run()
    writing.set(session, current)
    return current
  }

  async function writeNow(session: Session, expires: Date | undefined): Promise<unknown> {
    const { revision } = session
    if (session.destroyed) {
      if (session.dirty) await backend.remove(session)
      session.saved(revision, session.id)
      return ''
    }

    const written = await backend.write(session, expires)
    if (written === null) session.end()
    session.saved(revision, written?.id ?? session.id)
    return written?.value ?? ''
  }
}

/** Throws if a directory, a name or a secret was passed instead of the options. It would be ignored otherwise. */
export function assertOptions(options: SessionStorageOptions): void {
  invariant(
    typeof options === 'object' && options !== null,
    `A session storage takes an object of options such as { cookie }, not ${options === null ? 'null' : `a ${typeof options}`}`,
  )
}

function readCookie(option: Cookie | (CookieOptions & { name?: string })): Cookie {
  invariant(
    typeof option === 'object',
    `The \`cookie\` of a session storage must be createCookie(…), or its options with a \`name\`, not a ${typeof option}`,
  )
  const { name = '__session', httpOnly, ...others } = option as CookieOptions & { name?: string }
  const cookie = isCookie(option)
    ? option
    : createCookie(name, { ...others, httpOnly: httpOnly ?? true })
  if (!cookie.isSigned) {
    warnOnce(
      `The session cookie "${cookie.name}" is not signed, so anyone can change its content. Give it \`secrets\`.`,
    )
  }
  return cookie
}

/** Returns when the session ends on the server: by the options of the commit, or else by those of the cookie. */
function readExpires(cookie: Cookie, options: CookieSerializeOptions = {}): Date | undefined {
  const { maxAge, expires } = options
  if (maxAge !== undefined) return new Date(Date.now() + maxAge * 1000)
  // Apps made from Remix's templates use `maxAge: 0` for the cookie, and commit with `maxAge: undefined` for a login that
  // ends with the browser. Such a commit does not delete the cookie, so the session must not expire at once either.
  const isForThisVisit = cookie.maxAge === 0 && 'maxAge' in options
  return expires ?? (isForThisVisit ? undefined : cookie.expires)
}

function assertSession(session: unknown, method: string): void {
  invariant(
    session instanceof Session,
    `${method}() takes a session from getSession() or createSession(), not ${showValue(session)}`,
  )
}

/** Options for {@link createSessionStorage}. */
export interface CustomSessionStorageOptions<
  Data = SessionData,
  FlashData = Data,
> extends SessionStorageOptions {
  /**
   * Stores a new record.
   *
   * @returns Its id, which must be impossible to guess
   */
  createData(
    data: StoredSessionData<Data, FlashData>,
    expires: Date | undefined,
  ): string | Promise<string>
  /** Returns the data of a record, or `null` if there is none or it has expired. */
  readData(
    id: string,
  ): StoredSessionData<Data, FlashData> | null | Promise<StoredSessionData<Data, FlashData> | null>
  /**
   * Replaces the data of a record.
   *
   * If the record is gone, it must not come back, or a request in flight would undo a logout. Return `false` in that
   * case, and the response deletes the cookie. The check and the write must be one atomic step.
   */
  updateData(
    id: string,
    data: StoredSessionData<Data, FlashData>,
    expires: Date | undefined,
  ): void | boolean | Promise<void | boolean>
  /**
   * Changes when a record expires, and nothing else. It is called for a session that was only read, with `rolling` of
   * `session()`. Return `false` if the record does not exist.
   *
   * @default `updateData`, which would undo the changes of another request meanwhile
   */
  prolongData?(id: string, expires: Date | undefined): void | boolean | Promise<void | boolean>
  /** Deletes a record. Returns `false` if it was already gone. */
  deleteData(id: string): void | boolean | Promise<void | boolean>
}

/**
 * Creates a storage that keeps its records where you want. The cookie holds the id.
 *
 * @param options The cookie, and the four functions that keep records
 *
 * @example
 * const { getSession, commitSession, destroySession } = createSessionStorage({
 *   cookie: { name: '__session', secrets: [secret], secure: true },
 *   createData: (data, expires) => db.insert(crypto.randomUUID(), data, expires),
 *   readData: (id) => db.find(id),
 *   updateData: (id, data, expires) => db.updateExisting(id, data, expires),
 *   deleteData: (id) => db.delete(id),
 * })
 */
export function createSessionStorage<Data = SessionData, FlashData = Data>(
  options: CustomSessionStorageOptions<Data, FlashData>,
): SessionStorage<Data, FlashData> {
  assertOptions(options)
  const { createData, readData, updateData, prolongData, deleteData } =
    options as CustomSessionStorageOptions
  const callbacks = { createData, readData, updateData, deleteData }
  for (const [name, callback] of Object.entries(callbacks)) {
    invariant(
      typeof callback === 'function',
      `createSessionStorage() needs a function \`${name}\`, not ${showValue(callback)}`,
    )
  }

  invariant(
    prolongData === undefined || typeof prolongData === 'function',
    `createSessionStorage() takes a function as \`prolongData\`, not ${showValue(prolongData)}`,
  )

  checkOptions(
    'createSessionStorage()',
    options,
    'cookie createData readData updateData prolongData deleteData',
  )

  return createStorage(options, {
    async read(value) {
      if (typeof value !== 'string' || value === '') return new Session()
      const data = await readData(value)
      // An unknown id is never adopted. An attacker may have planted it and wait for the victim to log in.
      return data ? new Session(data, value) : new Session()
    },

    async write(session, expires) {
      const { data, retiredId } = session
      let { id } = session

      // The old record is deleted first. If it does not exist, this request was too late and must not get a new id.
      if (retiredId !== '' && !isThere('deleteData', await deleteData(retiredId))) return null

      if (id === '') {
        id = await createData(data, expires)
        invariant(
          typeof id === 'string' && id !== '',
          `createData() must return the id of the new session as a string, not ${JSON.stringify(id)}`,
        )
      } else {
        const isKept =
          prolongData !== undefined && session.isOnlyProlonged
            ? isThere('prolongData', await prolongData(id, expires))
            : isThere('updateData', await updateData(id, data, expires))
        if (!isKept) return null
      }
      return { value: id, id }
    },

    async remove({ id, retiredId }) {
      if (id !== '') await deleteData(id)
      if (retiredId !== '') await deleteData(retiredId)
    },
  })
}

/** Whether a record existed. A result such as `{ changes: 0 }` is refused, because it must not count as `true`. */
function isThere(name: string, result: unknown): boolean {
  invariant(
    result === undefined || typeof result === 'boolean',
    `${name}() must return false if the record is gone, and otherwise true or nothing, not ${showValue(result)}`,
  )
  return result !== false
}

/**
 * Serializes the result of a storage's `save()` as a `Set-Cookie` header value.
 *
 * @param cookie The cookie container
 * @param value The new value of the cookie. `''` deletes the cookie
 * @param options Attributes for this header
 * @throws {Error} If the cookie is so long that browsers would drop it
 */
export async function serializeSessionCookie(
  cookie: Cookie,
  value: unknown,
  options: CookieSerializeOptions = {},
): Promise<string> {
  if (value === '') {
    const ended = await cookie.serialize('', { ...options, maxAge: 0 })
    return `${ended}; Expires=Thu, 01 Jan 1970 00:00:00 GMT`
  }

  const header = await cookie.serialize(value, options)
  const [pair] = header.split(';', 1)
  const length = cookieBytes(cookie.name, pair!.slice(cookie.name.length + 1))
  if (length > maxCookieBytes) {
    throw new Error(
      `Cookie length will exceed browser maximum. Length: ${length}. Keep less in the session, or use a storage that keeps it on the server.`,
    )
  }
  return header
}
