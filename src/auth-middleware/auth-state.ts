import {
  createContextKey,
  type ContextEntry,
  type ContextKey,
  type ContextKeyWithDefault,
  type ContextWithEntry,
} from '../fetch-router/index.ts'

/** The user is known. `identity` is what the scheme's `verify` returned. */
export interface AuthSuccess<Identity = unknown> {
  readonly ok: true
  readonly identity: Identity
  /** The name of the scheme. */
  readonly method: string
}

/** The user is not known. Without an `error`, the request had no credentials. */
export interface AuthFailure {
  readonly ok: false
  readonly error?: AuthError
}

/** Why credentials were refused. */
export interface AuthError {
  /** The name of the scheme. */
  readonly method: string
  readonly code: string
  readonly message: string
  /** For the `WWW-Authenticate` header. */
  readonly challenge?: string
}

/** Who sent the request. Check `ok` before you read `identity`. */
export type AuthState<Identity = unknown> = AuthSuccess<Identity> | AuthFailure

/** The key of the {@link AuthState} that `auth()` sets. */
export const Auth: ContextKey<AuthState> = createContextKey<AuthState>()

/** The challenges of the schemes of `auth()`, for the `WWW-Authenticate` header of a 401. */
export const Challenge: ContextKeyWithDefault<string> = createContextKey('')

/** The effect of `auth()`: `context.get(Auth)` and `context.auth`. */
export interface AuthEntry<Identity = unknown> extends ContextEntry<
  typeof Auth,
  AuthState<Identity>
> {
  readonly property: 'auth'
}

/** The effect of `requireAuth()`: as `auth()`, and the state is a success. */
export interface RequiredAuthEntry<Identity = unknown> extends ContextEntry<
  typeof Auth,
  AuthSuccess<Identity>
> {
  readonly property: 'auth'
}

/** `Context` after `auth()` has run. */
export type ContextWithAuth<Context, Identity = unknown> = ContextWithEntry<
  Context,
  AuthEntry<Identity>
>

/** `Context` after `requireAuth()` has let the request pass. */
export type ContextWithRequiredAuth<Context, Identity = unknown> = ContextWithEntry<
  Context,
  RequiredAuthEntry<Identity>
>
