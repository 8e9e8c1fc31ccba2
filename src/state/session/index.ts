export { createSession, isSession, Session } from './session.ts'
export type { SessionData } from './session-data.ts'
export {
  createSessionStorage,
  type CustomSessionStorageOptions,
  type SessionStorage,
  type SessionStorageOptions,
} from './session-storage.ts'
export { createCookieSessionStorage } from './cookie-session-storage.ts'
export { createMemorySessionStorage } from './memory-session-storage.ts'
export { createFileSessionStorage, type FileSessionStorageOptions } from './file-session-storage.ts'
export {
  createPostgresSessionStorage,
  type PostgresSessionStorageOptions,
} from './postgres-session-storage.ts'
export {
  createRedisSessionStorage,
  type RedisSessionStorageOptions,
} from './redis-session-storage.ts'
export type { PostgresClient } from '../common/shared.ts'
export type { RedisClient } from './redis-session-storage.ts'
export { serializeSessionCookie } from './session-storage.ts'
