export type { Bus } from './bus.ts'
export { createMemoryBus } from './memory-bus.ts'
export { createPostgresBus } from './postgres-bus.ts'
export { createRedisBus } from './redis-bus.ts'
