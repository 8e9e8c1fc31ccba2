export {
  session,
  type ContextWithSession,
  type SessionEntry,
  type SessionOptions,
} from './session.ts'
export { Session } from '../session/index.ts'
