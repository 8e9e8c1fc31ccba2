import type { RequestContext } from '../../router/fetch-router/index.ts'
import { checkOptions, invariant, showValue } from '../../internal/guards/check.ts'
import type { AuthIdentity, AuthScheme, Maybe } from './auth-state.ts'
import { toResult } from './identity.ts'

/** Options for {@link createAPIAuthScheme}. */
export interface APIAuthSchemeOptions<Identity extends AuthIdentity> {
  /** Returns the owner of the key, or nothing if it is not valid. Never `true`. */
  readonly verify: (key: string, context: RequestContext) => Maybe<Identity>
  /** @default 'api-key' */
  readonly name?: string
  /** @default 'X-Api-Key' */
  readonly headerName?: string
}

/**
 * Creates a scheme that reads a key from a header.
 *
 * @param options How to find the owner of a key
 * @throws {TypeError} If there is no `verify`
 *
 * @example
 * const apiKey = createAPIAuthScheme({ verify: (key) => apps.findByKeyHash(sha256(key)) })
 */
export function createAPIAuthScheme<Identity extends AuthIdentity>(
  options: APIAuthSchemeOptions<Identity>,
): AuthScheme<Identity> {
  checkOptions('createAPIAuthScheme()', options, 'verify name headerName')
  const { verify, name = 'api-key', headerName = 'X-Api-Key' } = options
  invariant(
    typeof verify === 'function',
    `createAPIAuthScheme() needs a function \`verify\` that returns the owner of a key, not ${showValue(verify)}`,
  )

  return {
    name,

    async authenticate(context) {
      const key = context.headers.get(headerName)?.trim()
      if (key === undefined) return null
      if (key === '') {
        return { status: 'failure', code: 'missing_credentials', message: 'Missing credentials' }
      }

      return toResult(await verify(key, context), name, { status: 'failure' })
    },
  }
}
