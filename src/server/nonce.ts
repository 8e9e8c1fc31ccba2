export { Nonce } from '../fetch-router/index.ts'

/** Returns the nonce. Throws if it has characters that are not allowed in a nonce (CSP 3, `base64-value`). */
export function readNonce(nonce: string | undefined): string | undefined {
  if (nonce !== undefined && !/^[A-Za-z0-9+/_-]+={0,2}$/.test(nonce)) {
    throw new TypeError(
      `Cannot use ${JSON.stringify(nonce)} as a nonce. Use only letters, digits, "+", "/", "-", "_", and "=" at the end.`,
    )
  }

  return nonce
}
