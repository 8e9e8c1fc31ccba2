export { Nonce } from '../../router/fetch-router/index.ts'
export { hashOf } from './hash-of.ts'
export {
  secureHeaders,
  type ContextWithNonce,
  type SecureHeadersOptions,
} from './secure-headers.ts'
