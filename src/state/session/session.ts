import { onSessionUse } from '../../internal/process/global-keys.ts'
import { invariant, isValidDate, showValue } from '../../internal/guards/check.ts'
import {
  assertFree,
  flashKey,
  isSessionData,
  LOGIN_KEY,
  OIDC_KEY,
  reservedNames,
  type Known,
  type Name,
  type ONCE_KEY,
  type SessionData,
  type SessionValue,
  type StoredSessionData,
} from './session-data.ts'

/**
 * The data of one visitor, kept between requests.
 *
 * A session is read from a storage at the start of a request and committed at the end. The class is also the key of the
 * session in a request context: `context.get(Session)`.
 *
 * @example
 * const session = await storage.getSession(request)
 * session.set('userId', user.id)
 * return redirect('/', { headers: { 'Set-Cookie': await storage.commitSession(session) } })
 */
export class Session<Data = SessionData, FlashData = Data> {
  #id: string
  #retiredId = ''
  #boundNames: Set<string> | undefined
  #values: Map<string, unknown> = new Map()
  #revision = 0
  /** The revision of the last change of the data. Later revisions only prolong the session. */
  #dataRevision = 0
  #savedRevision = 0
  #setCount = 0
  #wasStored: boolean
  #hasNewId = false
  #destroyed = false
  #closed = false
  #reportUse: (() => void) | undefined

  /** @throws {TypeError} If the data is not an object, or the id is not a string */
  constructor(initialData: StoredSessionData<Data, FlashData> = {}, id = '') {
    invariant(
      isSessionData(initialData),
      `Cannot create a session from ${showValue(initialData)}: the first argument must be an object of values by name, the second the id`,
    )
    invariant(
      typeof id === 'string',
      `Cannot create a session with ${showValue(id)} as its id: it must be a string`,
    )
    this.#id = id
    for (const [name, value] of Object.entries(initialData)) {
      if (value !== undefined) this.#values.set(name, value)
    }
    this.#wasStored = id !== '' || this.#values.size > 0
  }

  /** The id in the storage. It is `''` until the first commit, and always if the cookie holds the data. */
  get id(): string {
    this.#reportUse?.()
    return this.#id
  }

  /** A copy of all values in the session, on a null prototype. Unread flash values are under `__flash_<name>__`. */
  get data(): StoredSessionData<Data, FlashData> {
    this.#reportUse?.()
    const snapshot = Object.create(null) as SessionData
    for (const [name, value] of this.#values) snapshot[name] = value
    return snapshot as StoredSessionData<Data, FlashData>
  }

  /** The number of values, including unread flash values. */
  get size(): number {
    this.#reportUse?.()
    return this.#values.size
  }

  /** Whether there are unsaved changes. */
  get dirty(): boolean {
    return this.#revision !== this.#savedRevision
  }

  /** Whether the session has ended: by {@link Session.destroy}, or because its record was deleted in the meantime. */
  get destroyed(): boolean {
    return this.#destroyed
  }

  /**
   * When the visitor proved who they are: the `loginAt` of the last {@link Session.regenerateId}.
   *
   * @returns The time, or `undefined` if that call had none
   */
  get loginAt(): Date | undefined {
    this.#reportUse?.()
    const [, loginAt] = this.#loginTimes() ?? []
    return typeof loginAt === 'number' ? new Date(loginAt) : undefined
  }

  /** Whether there is a value or an unread flash value with this name. */
  has(name: Name<Data> | Name<FlashData>): boolean {
    this.#reportUse?.()
    return this.#values.has(name) || this.#values.has(flashKey(name))
  }

  /**
   * Reads a value. If there is none, reads the flash value with this name and removes it.
   *
   * @returns The value, or `undefined`
   */
  get<Key extends Name<Data> | Name<FlashData>>(
    name: Key,
  ): SessionValue<Data, FlashData, Key> | undefined {
    this.#reportUse?.()
    let value = this.#values.get(name)
    const key = flashKey(name)
    if (value === undefined && this.#values.has(key)) {
      this.#change()
      value = this.#values.get(key)
      this.#values.delete(key)
    }
    return value as SessionValue<Data, FlashData, Key> | undefined
  }

  /** Stores a value for later requests. `undefined` is the same as {@link Session.unset}. */
  set<Key extends Name<Data>>(name: Key, value: Known<Data>[Key] | undefined): void {
    assertFree('set', name)
    if (value === undefined) {
      this.unset(name)
      return
    }
    this.#change()
    this.#setCount++
    this.#values.set(name, value)
  }

  /** Stores a value until it is read for the first time, in this request or a later one. */
  flash<Key extends Name<FlashData>>(name: Key, value: Known<FlashData>[Key] | undefined): void {
    this.#change()
    if (value === undefined) this.#values.delete(flashKey(name))
    else this.#values.set(flashKey(name), value)
  }

  /** Removes a value and an unread flash value with this name. */
  unset(name: Name<Data> | Name<FlashData>): void {
    assertFree('unset', name)
    this.#assertOpen()
    const had = this.#values.delete(name)
    if (this.#values.delete(flashKey(name)) || had) this.#change()
  }

  /** Ends the session. It is empty from now on, and the next commit deletes its record. */
  destroy(): void {
    if (this.#destroyed) return
    this.#change()
    this.end()
  }

  /**
   * Makes the next commit give the session a new id and delete the old record. Call this whenever a user logs in or gains
   * rights. Otherwise an id that an attacker already knows would gain them too.
   *
   * @param options `loginAt`: when the visitor proved who they are. To keep the time of an earlier login, pass
   *   {@link Session.loginAt}
   * @throws {TypeError} If `loginAt` is not a valid date
   *
   * @example
   * session.regenerateId({ loginAt: new Date() }) // The password was right.
   */
  regenerateId({ loginAt }: { readonly loginAt?: Date | undefined } = {}): void {
    invariant(
      loginAt === undefined || isValidDate(loginAt),
      `Cannot take ${showValue(loginAt)} as \`loginAt\` of a session: it must be a valid Date`,
    )
    this.#change()
    this.#hasNewId = true
    for (const name of this.#boundNames ?? []) this.#values.delete(name)
    this.#values.delete(OIDC_KEY)
    this.#values.set(LOGIN_KEY, loginAt ? [Date.now(), loginAt.getTime()] : [Date.now()])
    if (this.#id === '') return
    this.#retiredId = this.#id
    this.#id = ''
  }

  /**
   * Whether anything has changed since the session was read, saved or not.
   *
   * @internal For session middleware: the app may have committed the session to a response that it did not send
   */
  get changed(): boolean {
    return this.#revision > 0
  }

  /**
   * Whether the visitor may be someone else than when the session was read: it has ended, got a new id, or is new.
   *
   * @internal For pages, whose loaders then run again. It works with every storage, even if the id is always `''`
   */
  get isOther(): boolean {
    return this.#destroyed || this.#hasNewId || (!this.#wasStored && this.changed)
  }

  /**
   * Makes {@link Session.regenerateId} remove the value with this name, until the session is read again.
   *
   * @internal For values that must not outlive an id, such as a token in forms
   */
  bindToId(name: string): void {
    this.#boundNames ??= new Set()
    this.#boundNames.add(name)
  }

  /**
   * When {@link Session.regenerateId} was last called, in milliseconds. `undefined` if it never was, and `NaN` if the
   * stored time cannot be read.
   *
   * @internal For session middleware, which limits the age of a login
   */
  get regeneratedAt(): number | undefined {
    const times = this.#loginTimes()
    if (times === undefined) return undefined
    return typeof times[0] === 'number' ? times[0] : Number.NaN
  }

  /**
   * Gives the session a new id and the time of a login, and calls `store`. If the app refuses the login, the times of the
   * earlier login stay, because the refused person has proved nothing about the user who is logged in.
   *
   * @param store Stores the user. An app refuses a login by storing no value, or by a response with an error
   * @internal For logins with a provider
   */
  async logIn(
    loginAt: Date | undefined,
    store: () => Promise<Response | undefined>,
  ): Promise<Response | undefined> {
    const setCount = this.#setCount
    const earlier = this.#values.get(LOGIN_KEY)
    this.regenerateId({ loginAt })
    const times = this.#values.get(LOGIN_KEY)
    const response = await store()
    const isRefused = this.#setCount === setCount || (response && response.status >= 400)
    // The array is another one if `store` has called regenerateId() itself.
    if (isRefused && this.#values.get(LOGIN_KEY) === times) this.setReserved(LOGIN_KEY, earlier)
    return response
  }

  /** @internal Stores a value of the framework under its reserved name. `undefined` removes it. */
  setReserved(name: typeof LOGIN_KEY | typeof OIDC_KEY | typeof ONCE_KEY, value: unknown): void {
    this.#change()
    if (value === undefined) this.#values.delete(name)
    else this.#values.set(name, value)
  }

  /** @internal Replaces the values of the app, to undo its changes. The values of the framework stay. */
  restore(data: object): void {
    this.#change()
    for (const name of this.#values.keys()) {
      if (!reservedNames.has(name)) this.#values.delete(name)
    }
    for (const [name, value] of Object.entries(data)) {
      if (!reservedNames.has(name)) this.#values.set(name, value)
    }
  }

  /** @internal The id whose record the next commit deletes. */
  get retiredId(): string {
    return this.#retiredId
  }

  /** @internal The number to pass to {@link Session.saved} after the current data was saved. */
  get revision(): number {
    return this.#revision
  }

  /** @internal Says that a storage has saved the data of `revision` under `id`. */
  saved(revision: number, id: string): void {
    this.#savedRevision = revision
    this.#id = id
    this.#retiredId = ''
  }

  /** @internal Says that the session has ended. */
  end(): void {
    this.#destroyed = true
    this.#values.clear()
  }

  /** @internal Makes the next save prolong the session even if the data has not changed, for rolling sessions. */
  touch(): void {
    this.#revision++
  }

  /** @internal Whether the next save only prolongs the session, because no data has changed (SC-1). */
  get isOnlyProlonged(): boolean {
    return this.dirty && this.#dataRevision <= this.#savedRevision
  }

  /** @internal Says that the response has its cookie. Later changes would be lost, so they throw. */
  close(): void {
    this.#closed = true
  }

  /**
   * Calls `report` each time that code reads or changes the session. `undefined` stops that.
   *
   * @internal For session middleware, in a run without a visitor
   */
  [onSessionUse](report: (() => void) | undefined): void {
    this.#reportUse = report
  }

  #loginTimes(): readonly unknown[] | undefined {
    const times = this.#values.get(LOGIN_KEY)
    if (times === undefined) return undefined
    return Array.isArray(times) ? times : []
  }

  #change(): void {
    this.#assertOpen()
    this.#dataRevision = ++this.#revision
  }

  #assertOpen(): void {
    this.#reportUse?.()
    if (this.#closed) {
      throw new Error(
        'Cannot change the session: it was already committed for this request. Change it before you return the response.',
      )
    }
    if (this.#destroyed) {
      throw new Error(
        'Cannot change the session: it was destroyed. Change it before destroy(), or in the next request.',
      )
    }
  }
}

/**
 * Creates a session from data, as a custom storage does.
 *
 * @param initialData Values by name
 * @param id The id in the storage
 * @throws {TypeError} If the data is not an object, or the id is not a string
 *
 * @example
 * context.set(Session, createSession({ userId: '1' })) // In a test of a handler.
 */
export function createSession<Data = SessionData, FlashData = Data>(
  initialData: StoredSessionData<Data, FlashData> = {},
  id = '',
): Session<Data, FlashData> {
  return new Session<Data, FlashData>(initialData, id)
}

/** Whether `value` can be used as a {@link Session}, even if another copy of this package created it. */
export function isSession(value: unknown): value is Session {
  if (typeof value !== 'object' || value === null) return false
  const session = value as Partial<Session>
  return (
    typeof session.id === 'string' &&
    typeof session.data === 'object' &&
    typeof session.has === 'function' &&
    typeof session.get === 'function' &&
    typeof session.set === 'function' &&
    typeof session.flash === 'function' &&
    typeof session.unset === 'function'
  )
}
