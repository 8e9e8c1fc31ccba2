export { session, type ContextWithSession, type SessionOptions } from './session.ts'
export { Session } from '../session/index.ts'
