export { csrf, type CsrfOptions, type CsrfReason } from './csrf.ts'
export { getCsrfToken } from './csrf-token.ts'
export type { CsrfOrigin, CsrfOriginRule } from './allowed-origin.ts'
