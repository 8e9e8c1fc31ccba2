import { warnOnce } from '../internal/warn-once.ts'

/** Tells the developer, once; says nothing in production. */
export function warn(message: string): void {
  if (process.env.NODE_ENV !== 'production') warnOnce(message)
}
