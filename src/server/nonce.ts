import { createContextKey, type ContextKeyWithDefault } from '../fetch-router/index.ts'

/**
 * The CSP nonce of the current response. Middleware that sends a Content-Security-Policy sets it, and `<Scripts/>` and
 * React add it to their elements.
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

/** Returns the nonce. Throws if it has characters that are not allowed in a nonce (CSP 3, `base64-value`). */
export function readNonce(nonce: string | undefined): string | undefined {
  if (nonce !== undefined && !/^[A-Za-z0-9+/_-]+={0,2}$/.test(nonce)) {
    throw new TypeError(
      `Cannot use ${JSON.stringify(nonce)} as a nonce. Use only letters, digits, "+", "/", "-", "_", and "=" at the end.`,
    )
  }

  return nonce
}
