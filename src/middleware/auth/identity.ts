import { isResponse } from '../../internal/exchange/is-fetch-object.ts'
import { showValue } from '../../internal/guards/check.ts'
import { isThenable } from '../../internal/process/promises.ts'
import type { AuthIdentity, AuthResult } from './auth-state.ts'

/**
 * Whether a value can be a user: an object, a string that is not empty, a bigint, or a finite number other than 0.
 * Collections, errors and responses are objects, but not users: a query without a result returns `[]`, an empty `Set`, or an
 * iterator without a value.
 *
 * @param value The return value of `verify`, or the identity of a scheme
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

/** Converts the return value of `verify` to the result of a scheme: a success, or `failure` if it is not an identity. */
export function toResult<Identity extends AuthIdentity>(
  identity: Identity | null | undefined,
  name: string,
  failure: AuthResult<never>,
): AuthResult<Identity> {
  return isIdentity(identity, name) ? { status: 'success', identity } : failure
}
