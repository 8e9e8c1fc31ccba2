const isContextKey: unique symbol = Symbol('framework.contextKey')

/** A typed name for a value on the request context. Keys are compared by identity. */
export interface ContextKey<Value = unknown> {
  readonly [isContextKey]: Value
}

/** A key whose value is `defaultValue` until somebody sets another. */
export interface ContextKeyWithDefault<Value = unknown> extends ContextKey<Value> {
  readonly defaultValue: Value
}

/** Anything that can be a key: a created one, or a constructor that stands for its instances. */
export type AnyContextKey = ContextKey<any> | (abstract new (...args: any) => any)

/**
 * Creates a key for {@link RequestContext.get} and {@link RequestContext.set}.
 *
 * @param defaultValue What `get` answers before anybody has set the key; an explicit `undefined` is a default too
 *
 * @example
 * const CurrentUser = createContextKey<User | null>(null)
 * const Database = createContextKey<Database>()
 */
export function createContextKey<Value>(): ContextKey<Value>
export function createContextKey<Value>(defaultValue: Value): ContextKeyWithDefault<Value>
export function createContextKey(...args: [] | [defaultValue: unknown]): ContextKey {
  return Object.freeze(
    args.length === 0
      ? { [isContextKey]: undefined }
      : { [isContextKey]: undefined, defaultValue: args[0] },
  )
}

/** The default of a created key. A class that happens to have a static `defaultValue` is not a created key. */
export function defaultValueOf(key: AnyContextKey): unknown {
  return isContextKey in key ? (key as Partial<ContextKeyWithDefault>).defaultValue : undefined
}

/** Throws unless `key` can be compared by identity. */
export function assertContextKey(key: unknown): asserts key is AnyContextKey {
  if ((typeof key !== 'object' || key === null) && typeof key !== 'function') {
    throw new TypeError(
      `Cannot use ${typeof key === 'string' ? JSON.stringify(key) : String(key)} as a context key: use createContextKey() or a class`,
    )
  }
}
