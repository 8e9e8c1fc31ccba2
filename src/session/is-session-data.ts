import type { SessionData } from './session.ts'

/** Whether a value that was parsed can be the data of a session: anything else in a cookie, file or database is none. */
export function isSessionData(value: unknown): value is SessionData {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
