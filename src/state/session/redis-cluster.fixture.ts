import { Redis } from 'ioredis'
import { startRedisServer, type RedisServer } from './redis-server.fixture.ts'

/** A Redis Cluster of three servers on this computer. */
export interface RedisCluster {
  readonly ports: readonly number[]
  close(): Promise<void>
}

const SLOTS = 16_384

export async function startRedisCluster(): Promise<RedisCluster> {
  const settings = ['--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1']
  const servers: RedisServer[] = await Promise.all(
    [0, 1, 2].map((at) =>
      startRedisServer([...settings, '--cluster-config-file', `nodes-${at}.conf`]),
    ),
  )
  const clients = servers.map(({ port }) => new Redis(port, '127.0.0.1'))
  for (const [at, client] of clients.entries()) {
    const first = Math.floor((SLOTS * at) / servers.length)
    const last = Math.floor((SLOTS * (at + 1)) / servers.length) - 1
    await client.call('CLUSTER', 'ADDSLOTSRANGE', first, last)
    await client.call('CLUSTER', 'SET-CONFIG-EPOCH', at + 1)
  }
  for (const { port } of servers.slice(1)) {
    await clients[0]!.call('CLUSTER', 'MEET', '127.0.0.1', port)
  }
  for (const client of clients) {
    while (!String(await client.call('CLUSTER', 'INFO')).includes('cluster_state:ok')) {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    client.disconnect()
  }

  return {
    ports: servers.map(({ port }) => port),
    close: async () => void (await Promise.all(servers.map((server) => server.close()))),
  }
}
