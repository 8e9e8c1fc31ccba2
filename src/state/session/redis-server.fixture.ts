import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../internal/fixtures/free-port.fixture.ts'

/** A `redis-server` of one's own: on a free port, in a directory that goes away with it. */
export interface RedisServer {
  readonly port: number
  /** Starts it again, with the data that {@link RedisServer.stop} has saved. */
  start(): Promise<void>
  /** Stops it, as a crash would with `SIGKILL`. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** Stops it, and removes its files. */
  close(): Promise<void>
}

export async function startRedisServer(settings: readonly string[] = []): Promise<RedisServer> {
  const dir = await mkdtemp(join(tmpdir(), 'redis-'))
  const port = await findFreePort()
  let child: ChildProcess | undefined

  const server: RedisServer = {
    port,

    async start() {
      const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--save', '3600 1']
      const started = spawn('redis-server', [...args, ...settings], { stdio: 'ignore' })
      child = started
      const failed = new Promise<never>((_, reject) => {
        started.once('error', reject)
        started.once('exit', (code) => reject(new Error(`redis-server ended with code ${code}`)))
      })
      failed.catch(() => {}) // It ends for good in stop().
      await Promise.race([failed, untilReady(port)])
    },

    async stop(signal = 'SIGTERM') {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const exited = new Promise((resolve) => child?.once('exit', resolve))
      child.kill(signal)
      await exited
    },

    async close() {
      await server.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }

  await server.start()
  return server
}

/** While it loads its data, a server replies too, but with an error. */
async function untilReady(port: number): Promise<void> {
  while (!(await ping(port)).startsWith('+PONG')) {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function ping(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'))
    socket.once('data', (data) => {
      resolve(data.toString())
      socket.destroy()
    })
    socket.once('error', () => resolve(''))
    socket.once('close', () => resolve(''))
  })
}
