export {
  createOidcLogin,
  type OidcContext,
  type OidcFailure,
  type OidcLogin,
  type OidcLoginOptions,
  type OidcSuccess,
} from './oidc-login.ts'
