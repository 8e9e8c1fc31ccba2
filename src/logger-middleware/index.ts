export type { JsonOptions } from './json-line.ts'
export {
  Logger,
  logger,
  type ContextWithLogger,
  type Log,
  type LoggerEntry,
  type LoggerOptions,
} from './logger.ts'
