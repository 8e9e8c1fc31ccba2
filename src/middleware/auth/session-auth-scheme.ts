import type { RequestContext } from '../../router/fetch-router/index.ts'
import { checkOptions, invariant, showValue } from '../../internal/guards/check.ts'
import { Session } from '../../state/session/index.ts'
import type { AuthIdentity, AuthScheme, Maybe } from './auth-state.ts'
import { isIdentity } from './identity.ts'

/** Options for {@link createSessionAuthScheme}. */
export interface SessionAuthSchemeOptions<Value, Identity extends AuthIdentity> {
  /**
   * Reads the value that the login has stored in the session, such as a user id. Returns nothing or `false` if the user has
   * not logged in. `verify` gets every other value.
   */
  read(session: Session<any, any>, context: RequestContext): Maybe<Value | false>
  /** Returns the user, or nothing if the user no longer exists. Never `true`. */
  verify(value: Value, context: RequestContext): Maybe<Identity>
  /** Removes the value that `verify` has refused from the session, so that it is not checked again. */
  invalidate?(session: Session<any, any>, context: RequestContext): void | Promise<void>
  /** @default 'session' */
  readonly name?: string
  /** @default 'invalid_credentials' */
  readonly code?: string
  /** @default 'Invalid session' */
  readonly message?: string
}

/**
 * Creates a scheme for visitors who have logged in. It requires `session()` before `auth()`. The time of the login is
 * `session.loginAt`.
 *
 * @param options How to read the session and find the user
 * @throws {TypeError} If there is no `read` or no `verify`
 *
 * @example
 * const login = createSessionAuthScheme({
 *   read: (session) => session.get('userId'),
 *   verify: (userId) => users.find(userId),
 *   invalidate: (session) => session.unset('userId'),
 * })
 */
export function createSessionAuthScheme<Value, Identity extends AuthIdentity>(
  options: SessionAuthSchemeOptions<Value, Identity>,
): AuthScheme<Identity> {
  checkOptions('createSessionAuthScheme()', options, 'read verify invalidate name code message')
  const { name = 'session', code, message = 'Invalid session' } = options
  invariant(
    typeof options.read === 'function' && typeof options.verify === 'function',
    `createSessionAuthScheme() needs functions \`read\` and \`verify\`, not ${showValue(options.read)} and ${showValue(options.verify)}`,
  )

  return {
    name,

    async authenticate(context) {
      const session = context.get(Session)
      if (!session) {
        throw new Error(
          'Cannot read the user of the session: there is no session on the context. Put session() before auth() in the list of middleware.',
        )
      }

      const value = await options.read(session, context)
      if (value === null || value === undefined || value === false) return null

      const identity = await options.verify(value, context)
      if (isIdentity(identity, name)) {
        return { status: 'success', identity, at: session.loginAt }
      }

      await options.invalidate?.(session, context)
      return { status: 'failure', message, ...(code !== undefined && { code }) }
    },
  }
}
