export {
  cache,
  ResponseCache,
  type CacheMiddleware,
  type ContextWithResponseCache,
} from './cache.ts'
export type { CacheOptions } from './cache-options.ts'
