import type { RequestContext } from '../fetch-router/index.ts'

/** What a scheme found: an identity, or credentials that are not valid. */
export type AuthResult<Identity = unknown> =
  | { readonly status: 'success'; readonly identity: Identity }
  | {
      readonly status: 'failure'
      /** @default 'invalid_credentials' */
      readonly code?: string
      /** @default 'Invalid credentials' */
      readonly message?: string
      /** For the `WWW-Authenticate` header. */
      readonly challenge?: string
    }

/** One way to find out who sent a request. */
export interface AuthScheme<Identity = unknown> {
  readonly name: string
  /**
   * What a 401 tells clients to do, for the `WWW-Authenticate` header.
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
