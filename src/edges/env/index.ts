export { env } from './env.ts'
