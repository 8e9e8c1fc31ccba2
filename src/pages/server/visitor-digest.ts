import { findPlatform } from '../../http/cookie/shared.ts'
import { digest } from '../../internal/forms/once-key.ts'

/** How many characters of a digest the browser gets: 12 bytes in base64url. The browser knows this length too. */
const DIGEST_LENGTH = 16
/** How many characters name the secret in front of a digest. */
const NAME_LENGTH = 4

/**
 * Returns the function that digests who is signed in. The browser compares digests, and cannot find out the visitor without
 * the secret.
 *
 * With more than one secret, the digests of all are told, with dots between them: a browser that knows only a digest of the
 * older secret still finds its visitor. Each digest begins with the name of its secret, so that the browser never takes
 * digests of two secrets for two visitors.
 *
 * @param secrets The newest first. Without any, the digest is a plain SHA-256, from which a short id can be guessed
 */
export function createVisitorDigest(secrets: readonly string[]): (who: string) => Promise<string> {
  if (secrets.length === 0) {
    return async (who) => (await digest(new TextEncoder().encode(who))).slice(0, DIGEST_LENGTH)
  }

  const { createSigner } = findPlatform()
  const signers = secrets.map((secret) => {
    const { sign } = createSigner(secret)
    return async (about: string, length: number): Promise<string> =>
      // A digest of a tag begins with the id of a route, which has no null character.
      (await sign(`\0${about}`)).slice(0, length).replaceAll('+', '-').replaceAll('/', '_')
  })
  return async (who) => {
    const told = signers.map(
      async (sign) => (await sign('name', NAME_LENGTH)) + (await sign(`=${who}`, DIGEST_LENGTH)),
    )
    return (await Promise.all(told)).join('.')
  }
}
