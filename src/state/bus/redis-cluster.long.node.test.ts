import { Cluster } from 'ioredis'
import { createCluster } from 'redis'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { startRedisCluster, type RedisCluster } from '../session/redis-cluster.fixture.ts'
import { createRedisSessionStorage } from '../session/index.ts'
import { sessionStorageConformance } from '../session/testing/index.ts'
import { createRedisStorage } from '../storage/index.ts'
import { storageConformance } from '../storage/testing/index.ts'
import { createRedisBus } from './index.ts'
import { busConformance } from './testing/index.ts'

let cluster: RedisCluster

beforeAll(async () => {
  cluster = await startRedisCluster()
})

afterAll(async () => {
  await cluster.close()
})

async function connectRedis() {
  const client = createCluster({
    rootNodes: cluster.ports.map((port) => ({ url: `redis://127.0.0.1:${port}` })),
  })
  client.on('error', () => {})
  await client.connect()
  return { client, close: () => client.destroy() }
}

async function connectIORedis() {
  const client = new Cluster(cluster.ports.map((port) => ({ host: '127.0.0.1', port })))
  client.on('error', () => {})
  return { client, close: () => client.disconnect() }
}

describe.each([
  ['redis', connectRedis],
  ['ioredis', connectIORedis],
])('a Redis Cluster with a client of %s', (_, connect) => {
  let connection: Awaited<ReturnType<typeof connect>>

  beforeAll(async () => {
    connection = await connect()
  })

  afterAll(() => connection.close())

  describe('as a storage', () => {
    const cases = storageConformance(() =>
      createRedisStorage({ client: connection.client, prefix: 'cluster:', timeout: 5_000 }),
    )
    for (const { name, run } of cases) it(name, run)
  })

  describe('as a session storage', () => {
    const cases = sessionStorageConformance((options) =>
      createRedisSessionStorage({ client: connection.client, timeout: 5_000, ...options }),
    )
    for (const { name, run } of cases) it(name, run)
  })

  describe('as a bus', () => {
    const cases = busConformance(() =>
      createRedisBus({ client: connection.client, timeout: 5_000 }),
    )
    for (const { name, run } of cases) it(name, run)
  })
})
