export { bodyLimit } from './body-limit.ts'
