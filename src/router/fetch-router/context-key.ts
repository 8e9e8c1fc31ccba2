const isContextKey: unique symbol = Symbol('framework.contextKey')

/** A typed name for a value on the request context. Keys are compared by identity. */
export interface ContextKey<Value = unknown> {
  readonly [isContextKey]: Value
}

/** A key with a default value. */
export interface ContextKeyWithDefault<Value = unknown> extends ContextKey<Value> {
  readonly defaultValue: Value
}

/** Any value that can be a key: a created key, or a class whose instances are the values. */
export type AnyContextKey = ContextKey<any> | (abstract new (...args: any) => any)

/**
 * Creates a key for {@link RequestContext.get} and {@link RequestContext.set}.
 *
 * @param defaultValue What `get` returns before the key is set; an explicit `undefined` is also a default
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

/** Returns the default of a key. A class never has one, even if it has a static `defaultValue`. */
export function defaultValueOf(key: AnyContextKey): unknown {
  return isContextKey in key ? (key as Partial<ContextKeyWithDefault>).defaultValue : undefined
}

/** Throws unless `key` is an object or a function, which are compared by identity. */
export function assertContextKey(key: unknown): asserts key is AnyContextKey {
  if ((typeof key !== 'object' || key === null) && typeof key !== 'function') {
    throw new TypeError(
      `Cannot use ${typeof key === 'string' ? JSON.stringify(key) : String(key)} as a context key. Use createContextKey() or a class.`,
    )
  }
}

/**
 * The address of the client. Set it in `provide` if the runtime passes the address beside the request. An empty string says
 * that the address is not known. Read it with `addressOf(context)`.
 */
export const ClientAddress: ContextKey<string> = /* @__PURE__ */ createContextKey<string>()

/** Keeps the process alive until `work` has settled, even if that is after the response: `waitUntil` of a Worker. */
export const WaitUntil: ContextKey<(work: Promise<unknown>) => void> =
  /* @__PURE__ */ createContextKey<(work: Promise<unknown>) => void>()

/** Aborts when the server begins to close. Read it with `shutdownOf(context)`. */
export const Shutdown: ContextKey<AbortSignal> = /* @__PURE__ */ createContextKey<AbortSignal>()

/** The id of the request in logs. `requestId()` sets it. */
export const RequestId: ContextKey<string> = /* @__PURE__ */ createContextKey<string>()

/**
 * The nonce of the response's Content-Security-Policy. Middleware that sends a policy sets it. `<Scripts/>` and React add it
 * to the elements that they render.
 *
 * @example
 * const nonce = crypto.randomUUID()
 * context.set(Nonce, nonce)
 * return editHeaders(await next(), (headers) => {
 *   headers.set('Content-Security-Policy', `script-src 'nonce-${nonce}'`)
 * })
 */
export const Nonce: ContextKeyWithDefault<string | undefined> = /* @__PURE__ */ createContextKey<
  string | undefined
>(undefined)
