import type { RequestContext } from '../fetch-router/index.ts'

/** What a scheme found: someone, or credentials that are no good. */
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

/** One way to tell who sends a request. */
export interface AuthScheme<Identity = unknown> {
  readonly name: string
  /**
   * What a 401 tells clients to do, for the `WWW-Authenticate` header.
   *
   * @default the name
   */
  readonly challenge?: string
  /** Looks at the credentials of a request. Nothing, if it has none of this kind. */
  authenticate(context: RequestContext): Maybe<AuthResult<Identity>>
}

/** Who a scheme, or any of a union of them, identifies. */
export type IdentityOf<Scheme> = Scheme extends AuthScheme<infer Identity> ? Identity : never

/** A value or nothing, at once or later. */
export type Maybe<Value> = Value | null | undefined | Promise<Value | null | undefined>
