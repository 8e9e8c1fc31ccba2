import { isResponse } from '../internal/exchange/is-fetch-object.ts'
import { showValue } from '../internal/check.ts'
import { isThenable } from '../internal/promises.ts'
import type { AuthIdentity, AuthResult } from './auth-state.ts'

/**
 * Whether a value names a user: an object, a string that is not empty, a bigint, or a finite number other than 0.
 * Collections, errors and responses are objects, but no user is one of these: a query that found nothing returns `[]`, an
 * empty `Set`, or an iterator without a value.
 *
 * @param value What `verify` returned, or the identity of a scheme
 * @param name The name of the scheme
 * @throws {TypeError} If it is `true` or a promise. Both can only be a mistake in the program
 */
export function isIdentity(value: unknown, name: string): value is AuthIdentity {
  if (value === true || isThenable(value)) {
    throw new TypeError(
      `Cannot use ${showValue(value)} of the auth scheme "${name}" as an identity. Return the user, such as { id }, or null if the credentials are wrong${value === true ? '' : ', and await promises'}.`,
    )
  }
  switch (typeof value) {
    case 'object':
      return (
        value !== null &&
        !(Symbol.iterator in value || Symbol.asyncIterator in value) &&
        !(value instanceof Error) &&
        !isResponse(value)
      )
    case 'string':
      return value !== ''
    case 'number':
      return Number.isFinite(value) && value !== 0
    default:
      return typeof value === 'bigint'
  }
}

/** Returns the result of a scheme for what its `verify` returned: a success, or `failure` if that is not an identity. */
export function toResult<Identity extends AuthIdentity>(
  identity: Identity | null | undefined,
  name: string,
  failure: AuthResult<never>,
): AuthResult<Identity> {
  return isIdentity(identity, name) ? { status: 'success', identity } : failure
}
