export {
  cache,
  ResponseCache,
  type CacheMiddleware,
  type ContextWithResponseCache,
  type ResponseCacheEntry,
} from './cache.ts'
export type { CacheOptions } from './cache-options.ts'
