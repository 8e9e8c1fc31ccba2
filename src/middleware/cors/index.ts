export { cors, type CorsOptions } from './cors.ts'
