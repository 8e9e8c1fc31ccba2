// The exports for other folders of the framework. They are not published.
export { equal, ok, rejects } from './expect.ts'
export {
  createQueries,
  explainMissingTable,
  postgresTables,
  timeIn,
  type PostgresClient,
} from './postgres-client.ts'
export { createRedisInTime, createSet, takesWords, type RedisClient } from './redis-client.ts'
export { Retry } from './retry.ts'
export { hasSharedState, noteSharedState } from './shared-state.ts'
