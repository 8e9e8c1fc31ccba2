export { csrf, type CsrfOptions } from './csrf.ts'
export { getCsrfToken } from './csrf-token.ts'
