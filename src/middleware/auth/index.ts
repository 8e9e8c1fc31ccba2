export { auth, type AuthOptions } from './auth.ts'
export {
  Auth,
  type AuthError,
  type AuthFailure,
  type AuthState,
  type AuthSuccess,
  type ContextWithAuth,
  type ContextWithRequiredAuth,
} from './auth-state.ts'
export type { AuthIdentity, AuthScheme } from './auth-state.ts'
export { createAPIAuthScheme, type APIAuthSchemeOptions } from './api-auth-scheme.ts'
export { createBasicAuthScheme, type BasicAuthSchemeOptions } from './basic-auth-scheme.ts'
export {
  createBearerTokenAuthScheme,
  type BearerTokenAuthSchemeOptions,
} from './bearer-token-auth-scheme.ts'
export { createSessionAuthScheme, type SessionAuthSchemeOptions } from './session-auth-scheme.ts'
export { requireAuth, type RequireAuthOptions } from './require-auth.ts'
export { timingSafeEqual } from '../../internal/guards/timing-safe-equal.ts'
