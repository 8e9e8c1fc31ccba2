export type { Bus, BusListener } from './bus.ts'
export { createMemoryBus } from './memory-bus.ts'
export {
  createPostgresBus,
  type PostgresBusClient,
  type PostgresBusOptions,
} from './postgres-bus.ts'
export {
  createRedisBus,
  type RedisBusClient,
  type RedisBusListener,
  type RedisBusOptions,
} from './redis-bus.ts'
