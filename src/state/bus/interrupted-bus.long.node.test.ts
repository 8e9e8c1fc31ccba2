import { spawnSync } from 'node:child_process'
import { Redis } from 'ioredis'
import { Client } from 'pg'
import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  startPostgresServer,
  type PostgresServer,
} from '../../internal/fixtures/postgres-server.fixture.ts'
import { startRedisServer, type RedisServer } from '../session/redis-server.fixture.ts'
import { createPostgresBus, createRedisBus, type Bus } from './index.ts'
import { busConformance } from './testing/index.ts'

describe.each(['redis', 'ioredis'] as const)('a bus on %s whose server restarts', (name) => {
  let server: RedisServer
  const closing: (() => unknown)[] = []

  beforeAll(async () => {
    server = await startRedisServer()
  })

  afterAll(async () => {
    for (const close of closing) close()
    await server.close()
  })

  async function createBus(): Promise<Bus> {
    const client =
      name === 'redis'
        ? createClient({ url: `redis://127.0.0.1:${server.port}` })
        : new Redis(server.port, '127.0.0.1', { retryStrategy: () => 50 })
    client.on('error', () => {})
    if ('destroy' in client) await client.connect()
    closing.push(() => ('destroy' in client ? client.destroy() : client.disconnect()))
    return createRedisBus({ client: client as never, timeout: 1_000 })
  }

  const cases = busConformance(createBus, {
    async interrupt(whileDown) {
      await server.stop()
      await whileDown()
      await server.start()
    },
  })
  for (const { name, run } of cases.slice(-2)) it(name, run)
})

describe('a bus on Postgres', () => {
  let server: PostgresServer

  beforeAll(async () => {
    server = await startPostgresServer()
  })

  afterAll(() => server.close())

  const connect = (): Client => new Client(server.url)
  const cases = busConformance(() => createPostgresBus({ connect }), {
    async interrupt(whileDown) {
      await server.stop('SIGKILL')
      await whileDown()
      await server.start()
    },
  })
  for (const { name, run } of cases.slice(-2)) it(`${name}, if its server restarts`, run)

  it('keeps no process alive while its server is down', () => {
    const program = `
      import { createPostgresBus } from ${JSON.stringify(import.meta.resolve('./index.ts'))}
      import { Client } from ${JSON.stringify(import.meta.resolve('pg'))}
      const bus = createPostgresBus({ connect: () => new Client('postgres://app@127.0.0.1:9/x') })
      bus.publish(['a']).catch(() => {})
    `
    const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', program])
    expect(status).toBe(0)
  })
})
