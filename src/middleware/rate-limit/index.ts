export { clientKey, rateLimit, type RateLimitOptions } from './rate-limit.ts'
