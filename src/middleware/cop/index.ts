export { cop, type CopOptions } from './cop.ts'
