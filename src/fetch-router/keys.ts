import { createContextKey, type ContextKey, type ContextKeyWithDefault } from './context-key.ts'

/**
 * The address of the client. Set it in `provide` where the runtime passes the address along with the request. An empty
 * text says that the address is not known. Read it with `addressOf(context)`.
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
 * The nonce of the response's Content-Security-Policy. Middleware that sends a policy sets it, and `<Scripts/>` and React
 * put it on what they write.
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
