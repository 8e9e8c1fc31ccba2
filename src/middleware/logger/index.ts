export { Logger, logger, type ContextWithLogger, type Log, type LoggerOptions } from './logger.ts'
