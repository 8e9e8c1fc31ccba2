import type { RequestContext } from '../fetch-router/index.ts'
import { checkOptions, invariant, showValue } from '../internal/check.ts'
import type { AuthScheme, Maybe } from './auth-state.ts'

/** Options for {@link createAPIAuthScheme}. */
export interface APIAuthSchemeOptions<Identity> {
  /** Returns the owner of the key, or nothing if it is not valid. */
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
export function createAPIAuthScheme<Identity>(
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

      const identity = await verify(key, context)
      return identity === null || identity === undefined
        ? { status: 'failure' }
        : { status: 'success', identity }
    },
  }
}
