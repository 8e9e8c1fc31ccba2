export { Nonce } from '../fetch-router/index.ts'
export {
  secureHeaders,
  type ContextWithNonce,
  type SecureHeadersOptions,
} from './secure-headers.ts'
