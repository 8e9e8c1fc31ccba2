import { warnOnce } from '../../internal/process/warn-once.ts'

/** Warns the developer once, except in production. */
export function warn(message: string): void {
  if (process.env.NODE_ENV !== 'production') warnOnce(message)
}
