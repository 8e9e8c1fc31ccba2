import {
  createContextKey,
  type ContextEntry,
  type ContextKey,
  type ContextKeyWithDefault,
  type ContextWithEntry,
  type RequestContext,
} from '../../router/fetch-router/index.ts'

/** The user is known. `identity` is the return value of the scheme's `verify`, and never a boolean. */
export interface AuthSuccess<Identity = unknown> {
  readonly ok: true
  readonly identity: Identity
  /** The name of the scheme. */
  readonly method: string
  /** When the user proved who they are, if the scheme knows it. */
  readonly at?: Date | undefined
}

/** The user is not known. Without an `error`, the request had no credentials. */
export interface AuthFailure {
  readonly ok: false
  readonly error?: AuthError
}

/** The reason for which credentials were refused. */
export interface AuthError {
  /** The name of the scheme. */
  readonly method: string
  readonly code: string
  readonly message: string
  /** For the `WWW-Authenticate` header. */
  readonly challenge?: string
}

/** The user of a request, if known. Check `ok` before you read `identity`. */
export type AuthState<Identity = unknown> = AuthSuccess<Identity> | AuthFailure

/** The key of the {@link AuthState} that `auth()` sets. */
export const Auth: ContextKey<AuthState> = createContextKey<AuthState>()

/** The challenges of the schemes of `auth()`, for the `WWW-Authenticate` header of a 401. */
export const Challenge: ContextKeyWithDefault<string> = createContextKey('')

/** `Context` after `auth()` has run: it has `context.get(Auth)` and `context.auth`. */
export type ContextWithAuth<Context, Identity = unknown> = ContextWithEntry<
  Context,
  ContextEntry<typeof Auth, AuthState<Identity>, 'auth'>
>

/** `Context` after `requireAuth()` has let the request pass: as after `auth()`, and the state is a success. */
export type ContextWithRequiredAuth<Context, Identity = unknown> = ContextWithEntry<
  Context,
  ContextEntry<typeof Auth, AuthSuccess<Identity>, 'auth'>
>

/** The type of an identity: an object, a string, a number or a bigint. Never a boolean, a list or a promise. */
export type AuthIdentity =
  | string
  | number
  | bigint
  | (object & { readonly [Symbol.iterator]?: never; readonly then?: never })

/** The result of a scheme: an identity, or credentials that are not valid. */
export type AuthResult<Identity = unknown> =
  | {
      readonly status: 'success'
      readonly identity: Identity
      /** When the user proved who they are, for `requireAuth({ within })`. Leave it out if the scheme does not know it. */
      readonly at?: Date | undefined
    }
  | {
      readonly status: 'failure'
      /** @default 'invalid_credentials' */
      readonly code?: string
      /** @default 'Invalid credentials' */
      readonly message?: string
      /** For the `WWW-Authenticate` header. */
      readonly challenge?: string
    }

/**
 * A way to identify the user of a request. An identity is an object, a string, a number or a bigint. `auth()` refuses empty
 * and other values, such as `false`, as wrong credentials.
 */
export interface AuthScheme<Identity extends AuthIdentity = AuthIdentity> {
  readonly name: string
  /**
   * The challenge that a 401 has in its `WWW-Authenticate` header.
   *
   * @default the name
   */
  readonly challenge?: string
  /** Checks the credentials of a request. Returns nothing if it has no credentials of this kind. */
  authenticate(context: RequestContext): Maybe<AuthResult<Identity>>
}

/** The identity that a scheme, or any scheme of a union, returns. */
export type IdentityOf<Scheme> = Scheme extends AuthScheme<infer Identity> ? Identity : never

/** A value or nothing, or a promise of it. */
export type Maybe<Value> = Value | null | undefined | Promise<Value | null | undefined>
