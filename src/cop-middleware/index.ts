export { cop, type CopOptions, type CopReason } from './cop.ts'
