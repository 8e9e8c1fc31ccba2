export { createMemoryStorage, type MemoryStorageOptions } from './memory-storage.ts'
export { postgresTables, type PostgresClient } from '../common/shared.ts'
export { createPostgresStorage, type PostgresStorageOptions } from './postgres-storage.ts'
export {
  createRedisStorage,
  type RedisStorageClient,
  type RedisStorageOptions,
} from './redis-storage.ts'
export type { Storage } from './storage.ts'
