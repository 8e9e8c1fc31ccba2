export { Deadline, timeout, type ContextWithDeadline, type TimeoutOptions } from './timeout.ts'
