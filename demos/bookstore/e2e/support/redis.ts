import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from 'redis'
import { stop } from './shop.ts'

/** A Redis of one's own, in a folder that goes away with it. */
export interface Redis {
  readonly url: string
  close(): Promise<void>
}

export async function startRedis(): Promise<Redis> {
  const directory = await mkdtemp(join(tmpdir(), 'redis-'))
  const port = await findFreePort()
  const url = `redis://127.0.0.1:${port}`
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', directory, '--save', '']
  const child = spawn('redis-server', args, { stdio: 'ignore' })
  child.once('error', (error) => console.error('Cannot start redis-server:', error.message))

  // The client retries until the server is ready.
  const client = createClient({ url, socket: { reconnectStrategy: 50 } }).on('error', () => {})
  await client.connect()
  await client.ping()
  client.destroy()

  return {
    url,
    async close() {
      await stop(child)
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
