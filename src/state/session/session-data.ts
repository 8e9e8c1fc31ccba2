/** The data of a session without a declared type: any JSON value under any name. */
export type SessionData = Record<string, unknown>

/** The data that a storage keeps: the values by name, and unread flash values under `__flash_<name>__`. */
export type StoredSessionData<Data = SessionData, FlashData = Data> = Partial<
  Known<Data> & { [Key in Name<FlashData> as `__flash_${Key}__`]: Known<FlashData>[Key] }
>

/** The name, in a cookie session, of the time at which it expires. */
export const EXPIRES_KEY = '__expires__'

/** The name, in a record in Redis, of the number of its replacements. */
export const VERSION_KEY = '__version__'

/** The name of the times of a login: `[now, loginAt?]` in milliseconds. `now` is when `regenerateId()` was called. */
export const LOGIN_KEY = '__login__'

/** The name of the logins with a provider that have begun. They end with the id of the session. */
export const OIDC_KEY = '__oidc__'

/** The name of the submissions whose work was done in this session. */
export const ONCE_KEY = '__once__'

/** The names in the data of a session that belong to the framework. */
export const reservedNames: ReadonlySet<string> = new Set([
  EXPIRES_KEY,
  VERSION_KEY,
  LOGIN_KEY,
  OIDC_KEY,
  ONCE_KEY,
])

/** Whether a parsed value can be the data of a session. */
export function isSessionData(value: unknown): value is SessionData {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** @throws {TypeError} If an app uses a name that belongs to the framework */
export function assertFree(action: string, name: string): void {
  if (!reservedNames.has(name)) return
  throw new TypeError(
    `Cannot ${action} "${name}" in a session: the framework uses this name. Choose another one.`,
  )
}

/** Returns the name under which an unread flash value is stored. */
export function flashKey(name: string): string {
  return `__flash_${name}__`
}

/** `context.get(Session)` infers `unknown` for the type parameters of the class. */
export type Known<Data> = unknown extends Data ? SessionData : Data

/** The names of values. */
export type Name<Data> = keyof Known<Data> & string

/** The type that `get()` of a session returns: the value with this name, the flash value with this name, or either. */
export type SessionValue<Data, FlashData, Key> =
  | (Key extends keyof Known<Data> ? Known<Data>[Key] : never)
  | (Key extends keyof Known<FlashData> ? Known<FlashData>[Key] : never)
