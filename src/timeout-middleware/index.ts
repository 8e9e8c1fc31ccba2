export {
  Deadline,
  timeout,
  type ContextWithDeadline,
  type DeadlineEntry,
  type TimeoutOptions,
} from './timeout.ts'
