import type { RequestContext } from '../../router/fetch-router/index.ts'
import { checkOptions, invariant, showValue } from '../../internal/guards/check.ts'
import { fromBase64, strictUtf8 } from '../../internal/text/encoding.ts'
import type { AuthIdentity, AuthScheme, Maybe } from './auth-state.ts'
import { toResult } from './identity.ts'
import { readCredentials } from './read-credentials.ts'

/** Options for {@link createBasicAuthScheme}. */
export interface BasicAuthSchemeOptions<Identity extends AuthIdentity> {
  /** Returns the user, or nothing if the name or the password is wrong. Never `true`. */
  readonly verify: (
    credentials: { readonly username: string; readonly password: string },
    context: RequestContext,
  ) => Maybe<Identity>
  /** @default 'basic' */
  readonly name?: string
  /**
   * The realm: a name for the URLs that the password protects. Browsers remember a password for all URLs of a realm.
   *
   * @default 'Restricted'
   */
  readonly realm?: string
}

/**
 * Creates a scheme that reads a user name and a password from `Authorization: Basic <base64>`, as UTF-8 (RFC 7617). A
 * browser asks its user for them when it gets the 401 of `requireAuth()`.
 *
 * If the header is missing or has another scheme, the next scheme is tried. A malformed header is refused.
 *
 * @param options How to check a password
 * @throws {TypeError} If there is no `verify`, or if the realm cannot stand in a header
 *
 * @example
 * const basic = createBasicAuthScheme({
 *   verify: ({ username, password }) =>
 *     timingSafeEqual(`${username}:${password}`, 'ann:correct horse') ? { name: 'Ann' } : null,
 * })
 */
export function createBasicAuthScheme<Identity extends AuthIdentity>(
  options: BasicAuthSchemeOptions<Identity>,
): AuthScheme<Identity> {
  checkOptions('createBasicAuthScheme()', options, 'verify name realm')
  const { verify, name = 'basic', realm = 'Restricted' } = options
  invariant(
    typeof verify === 'function',
    `createBasicAuthScheme() needs a function \`verify\` that checks a password, not ${showValue(verify)}`,
  )
  invariant(
    typeof realm === 'string' && /^[\x20-\x7E]*$/.test(realm),
    `createBasicAuthScheme() takes ASCII characters as \`realm\`, not ${showValue(realm)}`,
  )
  const challenge = `Basic realm="${realm.replaceAll(/["\\]/g, '\\$&')}", charset="UTF-8"`
  const failure = { status: 'failure', challenge } as const

  return {
    name,
    challenge,

    async authenticate(context) {
      const encoded = readCredentials(context, 'Authorization', 'basic')
      if (encoded === undefined) return null

      const credentials = decodeCredentials(encoded)
      if (credentials === null) return failure

      return toResult(await verify(credentials, context), name, failure)
    },
  }
}

/** Returns `null` unless it is base64 of UTF-8 with a colon and without control characters (RFC 7617 §2). */
function decodeCredentials(encoded: string): { username: string; password: string } | null {
  let text: string
  try {
    text = strictUtf8.decode(fromBase64(encoded))
  } catch {
    return null
  }
  const colon = text.indexOf(':')
  if (colon === -1 || /\p{Cc}/u.test(text)) return null

  return { username: text.slice(0, colon), password: text.slice(colon + 1) }
}
