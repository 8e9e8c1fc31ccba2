import { invariant } from '../internal/invariant.ts'
import { showValue } from '../internal/show-value.ts'
import { isSessionData } from './is-session-data.ts'

/** What a session holds when nobody has said more: anything JSON can hold, under any name. */
export type SessionData = Record<string, unknown>

/** What a storage keeps: the values by name, and unread flash values under `__flash_<name>__`. */
export type StoredSessionData<Data = SessionData, FlashData = Data> = Partial<
  Known<Data> & { [Key in Name<FlashData> as `__flash_${Key}__`]: Known<FlashData>[Key] }
>

/** In the cookie of a cookie session, when it stops being valid. */
export const EXPIRES_KEY = '__expires__'

/** In a record in Redis, how often it was replaced. */
export const VERSION_KEY = '__version__'

/**
 * What is known about one visitor, from request to request.
 *
 * Read from a storage at the beginning of a request and committed to it at the end. The class is also the key of the
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
  #savedRevision = 0
  #destroyed = false
  #closed = false

  /** @throws {TypeError} If the data is not an object, or the id is not a string */
  constructor(initialData: StoredSessionData<Data, FlashData> = {}, id = '') {
    invariant(
      isSessionData(initialData),
      `Cannot create a session from ${showValue(initialData)}: the first argument is an object of values by name, the second the id`,
    )
    invariant(
      typeof id === 'string',
      `Cannot create a session with ${showValue(id)} as its id: it must be a string`,
    )
    this.#id = id
    for (const [name, value] of Object.entries(initialData)) {
      if (value !== undefined) this.#values.set(name, value)
    }
  }

  /** The storage's name for this session: `''` until the first commit, and always where the cookie holds the data. */
  get id(): string {
    return this.#id
  }

  /** A copy of everything in the session, on a null prototype. Unread flash values are under `__flash_<name>__`. */
  get data(): StoredSessionData<Data, FlashData> {
    const snapshot = Object.create(null) as SessionData
    for (const [name, value] of this.#values) snapshot[name] = value
    return snapshot as StoredSessionData<Data, FlashData>
  }

  /** How many values there are, unread flash values included. */
  get size(): number {
    return this.#values.size
  }

  /** Whether there are changes that no storage has saved. */
  get dirty(): boolean {
    return this.#revision !== this.#savedRevision
  }

  /** Whether the session has ended: by {@link Session.destroy}, or because its record was deleted meanwhile. */
  get destroyed(): boolean {
    return this.#destroyed
  }

  /** Whether there is a value, or an unread flash value, of that name. */
  has(name: Name<Data> | Name<FlashData>): boolean {
    return this.#values.has(name) || this.#values.has(flashKey(name))
  }

  /**
   * Reads a value. Without one, reads a flash value of that name and removes it.
   *
   * @returns The value, or `undefined`
   */
  get<Key extends Name<Data> | Name<FlashData>>(
    name: Key,
  ): SessionValue<Data, FlashData, Key> | undefined {
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
    if (name === EXPIRES_KEY || name === VERSION_KEY) {
      throw new TypeError(
        `Cannot set "${name}" in a session: storages keep something of their own there. Use another name`,
      )
    }
    if (value === undefined) {
      this.unset(name)
      return
    }
    this.#change()
    this.#values.set(name, value)
  }

  /** Stores a value that is gone once it has been read, in this request or a later one. */
  flash<Key extends Name<FlashData>>(name: Key, value: Known<FlashData>[Key] | undefined): void {
    this.#change()
    if (value === undefined) this.#values.delete(flashKey(name))
    else this.#values.set(flashKey(name), value)
  }

  /** Removes a value, and an unread flash value of that name. */
  unset(name: Name<Data> | Name<FlashData>): void {
    this.#assertOpen()
    const had = this.#values.delete(name)
    if (this.#values.delete(flashKey(name)) || had) this.#change()
  }

  /** Ends the session: it reads as empty from now on, and its record is deleted when it is committed. */
  destroy(): void {
    if (this.#destroyed) return
    this.#change()
    this.end()
  }

  /**
   * Gives the session a new id when it is committed, and deletes the record under the old one. Call this whenever
   * someone logs in or gains rights: an id that was known before must not be worth more afterwards.
   */
  regenerateId(): void {
    this.#change()
    for (const name of this.#boundNames ?? []) this.#values.delete(name)
    if (this.#id === '') return
    this.#retiredId = this.#id
    this.#id = ''
  }

  /**
   * Whether anything has changed since the session was read, saved or not.
   *
   * @internal For session middleware: what the app committed may have gone to a response that nobody sent
   */
  get changed(): boolean {
    return this.#revision > 0
  }

  /**
   * Has {@link Session.regenerateId} remove the value of that name, from now until the session is read again.
   *
   * @internal For what must not outlive an id, such as a token that forms carry
   */
  bindToId(name: string): void {
    this.#boundNames ??= new Set()
    this.#boundNames.add(name)
  }

  /** @internal The id whose record is to be deleted by the next commit. */
  get retiredId(): string {
    return this.#retiredId
  }

  /** @internal What {@link Session.saved} is to be told once the data as it is now has been saved. */
  get revision(): number {
    return this.#revision
  }

  /** @internal A storage has saved the data as of `revision`, under `id`. */
  saved(revision: number, id: string): void {
    this.#savedRevision = revision
    this.#id = id
    this.#retiredId = ''
  }

  /** @internal A storage found that the session is over. */
  end(): void {
    this.#destroyed = true
    this.#values.clear()
  }

  /** @internal Has the next save write the session although nothing has changed, as rolling sessions do. */
  touch(): void {
    this.#revision++
  }

  /** @internal The response has its cookie: a change from now on would be lost, and throws. */
  close(): void {
    this.#closed = true
  }

  #change(): void {
    this.#assertOpen()
    this.#revision++
  }

  #assertOpen(): void {
    if (this.#closed) {
      throw new Error(
        'Cannot change the session: it was already committed for this request. Change it before the response is returned',
      )
    }
    if (this.#destroyed) {
      throw new Error('Session has been destroyed: it cannot be changed any more')
    }
  }
}

/**
 * Creates a session by hand, as a custom storage does with what it has read.
 *
 * @param initialData Values by name
 * @param id The storage's name for it
 * @throws {TypeError} If the data is not an object, or the id is not a string
 */
export function createSession<Data = SessionData, FlashData = Data>(
  initialData: StoredSessionData<Data, FlashData> = {},
  id = '',
): Session<Data, FlashData> {
  return new Session<Data, FlashData>(initialData, id)
}

/** Whether `value` can be used as a {@link Session}, wherever it was made. */
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

function flashKey(name: string): string {
  return `__flash_${name}__`
}

/** `context.get(Session)` infers `unknown` for the type parameters of the class. */
type Known<Data> = unknown extends Data ? SessionData : Data

type Name<Data> = keyof Known<Data> & string

/** The type of what {@link Session.get} finds: the value of that name, the flash value of that name, or either. */
type SessionValue<Data, FlashData, Key> =
  | (Key extends keyof Known<Data> ? Known<Data>[Key] : never)
  | (Key extends keyof Known<FlashData> ? Known<FlashData>[Key] : never)
