export { cors, type CorsOptions } from './cors.ts'
export type { CorsOrigin, CorsOriginFunction } from './allowed-origin.ts'
