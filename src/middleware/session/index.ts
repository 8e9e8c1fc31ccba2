export { session, type ContextWithSession, type SessionOptions } from './session.ts'
export { Session } from '../../state/session/index.ts'
