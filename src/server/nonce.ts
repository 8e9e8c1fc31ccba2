export { Nonce } from '../fetch-router/index.ts'

/** The nonce, or an error if it could say more than a nonce may (CSP 3, `base64-value`). */
export function readNonce(nonce: string | undefined): string | undefined {
  if (nonce !== undefined && !/^[A-Za-z0-9+/_-]+={0,2}$/.test(nonce)) {
    throw new TypeError(
      `Cannot use ${JSON.stringify(nonce)} as a nonce: it may only have letters, digits, "+", "/", "-", "_" and "=" at the end`,
    )
  }

  return nonce
}
