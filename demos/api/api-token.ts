import {
  createBearerTokenAuthScheme,
  timingSafeEqual,
  type AuthScheme,
} from 'framework/auth-middleware'

/** A client that may change books. */
export interface Editor {
  readonly name: string
}

/** One token for all editors. Without a token, there are no editors. */
export function apiToken(token: string | undefined): AuthScheme<Editor> {
  return createBearerTokenAuthScheme({
    verify: (given) => (token && timingSafeEqual(given, token) ? { name: 'editor' } : null),
  })
}
