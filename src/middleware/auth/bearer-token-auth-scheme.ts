import type { RequestContext } from '../../router/fetch-router/index.ts'
import { checkOptions, invariant, showValue } from '../../internal/guards/check.ts'
import type { AuthIdentity, AuthScheme, Maybe } from './auth-state.ts'
import { toResult } from './identity.ts'
import { readCredentials } from './read-credentials.ts'

/** Options for {@link createBearerTokenAuthScheme}. */
export interface BearerTokenAuthSchemeOptions<Identity extends AuthIdentity> {
  /** Returns the owner of the token, or nothing if it is not valid. Never `true`. */
  readonly verify: (token: string, context: RequestContext) => Maybe<Identity>
  /** @default 'bearer' */
  readonly name?: string
  /** @default 'Authorization' */
  readonly headerName?: string
  /**
   * The word before the token. Upper and lower case do not matter.
   *
   * @default 'Bearer'
   */
  readonly scheme?: string
  /**
   * For the `WWW-Authenticate` header, such as `Bearer realm="api"`.
   *
   * @default the scheme
   */
  readonly challenge?: string
}

/**
 * Creates a scheme that reads `Authorization: Bearer <token>`.
 *
 * If the header is missing or has another scheme, the next scheme is tried. A malformed header is refused.
 *
 * @param options How to find the owner of a token
 * @throws {TypeError} If there is no `verify`, or if the scheme is not one word
 *
 * @example
 * const bearer = createBearerTokenAuthScheme({ verify: (token) => users.findByTokenHash(sha256(token)) })
 */
export function createBearerTokenAuthScheme<Identity extends AuthIdentity>(
  options: BearerTokenAuthSchemeOptions<Identity>,
): AuthScheme<Identity> {
  checkOptions('createBearerTokenAuthScheme()', options, 'verify name headerName scheme challenge')
  const { verify, name = 'bearer', headerName = 'Authorization', scheme = 'Bearer' } = options
  const { challenge = scheme } = options
  invariant(
    typeof verify === 'function',
    `createBearerTokenAuthScheme() needs a function \`verify\` that returns the owner of a token, not ${showValue(verify)}`,
  )
  invariant(
    /^[\w!#$%&'*+.^`|~-]+$/.test(scheme),
    `createBearerTokenAuthScheme() takes a word as \`scheme\`, not ${JSON.stringify(scheme)}`,
  )
  const failure = { status: 'failure', challenge } as const
  const word = scheme.toLowerCase()

  return {
    name,
    challenge,

    async authenticate(context) {
      const token = readCredentials(context, headerName, word)
      if (token === undefined) return null
      if (token === '') return failure

      return toResult(await verify(token, context), name, failure)
    },
  }
}
