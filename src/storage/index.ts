export { createMemoryStorage, type MemoryStorageOptions } from './memory-storage.ts'
export {
  createRedisStorage,
  type RedisStorageClient,
  type RedisStorageOptions,
} from './redis-storage.ts'
export type { SetOptions, Storage } from './storage.ts'
