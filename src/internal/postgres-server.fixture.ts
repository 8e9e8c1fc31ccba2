import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chownSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { findProgram } from '../../scripts/find-program.ts'
import { findFreePort } from './free-port.fixture.ts'

/** A separate Postgres server, on a free port, in a directory that is deleted with it. */
export interface PostgresServer {
  readonly url: string
  /** Starts it again, with its data. */
  start(): Promise<void>
  /** Stops it, as a crash would with `SIGKILL`. */
  stop(signal?: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** Stops it, and deletes its files. */
  close(): Promise<void>
}

/** Postgres refuses to run as root. `nobody` exists everywhere. */
const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

export async function startPostgresServer(): Promise<PostgresServer> {
  const dir = await mkdtemp(join(tmpdir(), 'postgres-'))
  if (user.uid !== undefined) chownSync(dir, user.uid, user.gid)
  const port = await findFreePort()
  const url = `postgres://app@127.0.0.1:${port}/postgres`
  let child: ChildProcess | undefined

  const { status, stderr } = spawnSync(
    findProgram('initdb')!,
    ['-D', dir, '-U', 'app', '--auth=trust', '--no-sync', '--no-instructions', '--encoding=UTF8'],
    { ...user, encoding: 'utf8', cwd: dir },
  )
  if (status !== 0) throw new Error(`initdb failed: ${stderr}`)

  const server: PostgresServer = {
    url,

    async start() {
      // The data is gone with the test, so nothing has to survive a crash of the computer.
      const settings = [`listen_addresses=127.0.0.1`, 'fsync=off', 'unix_socket_directories=']
      const args = ['-D', dir, '-p', String(port), ...settings.flatMap((each) => ['-c', each])]
      for (;;) {
        const started = spawn(findProgram('postgres')!, args, {
          ...user,
          stdio: ['ignore', 'ignore', 'pipe'],
          cwd: dir,
        })
        child = started
        let log = ''
        started.stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
        const ended = new Promise<Error>((resolve) => {
          started.once('error', resolve)
          started.once('close', () => resolve(new Error(`postgres ended:\n${log}`)))
        })
        const error = await Promise.race([ended, untilReady(url)])
        if (!error) return
        // After a kill, the processes of its connections live on until they notice.
        if (!log.includes('is still in use')) throw error
      }
    },

    async stop(signal = 'SIGINT') {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const exited = new Promise((resolve) => child?.once('exit', resolve))
      child.kill(signal)
      await exited
    },

    async close() {
      // A pool that has ended may still have connections, for which the end of the server would be an error.
      const late = setTimeout(() => child?.kill('SIGINT'), 2000)
      await server.stop('SIGTERM')
      clearTimeout(late)
      await rm(dir, { recursive: true, force: true })
    },
  }

  await server.start()
  return server
}

async function untilReady(url: string): Promise<void> {
  for (;;) {
    const client = new Client(url)
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      // It still starts.
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}
