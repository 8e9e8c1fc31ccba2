// Sends submissions through a proxy that cuts connections anywhere, to two servers that are killed again and again, on a
// Postgres that is killed too. A client repeats each submission until it has a response.
import { fork, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import * as http from 'node:http'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'pg'
import { startPostgresServer } from '../src/internal/fixtures/postgres-server.fixture.ts'
import { postgresTables } from '../src/state/storage/index.ts'

/** What a run has found. */
export interface ChaosResult {
  /** How often a client had to send again. */
  readonly repeats: number
  /** How often a server was killed. */
  readonly serverKills: number
  /** How often Postgres was killed. */
  readonly postgresKills: number
  /** Labels with more than one order. */
  readonly double: readonly string[]
  /** Labels whose client got a response, and that have no order, or another one than the response says. */
  readonly lost: readonly string[]
}

/** How many clients send at the same time. */
const CLIENTS = 16

/** After how many responses something is killed. */
const KILL_EVERY = 100

export async function runChaos(submissions: number): Promise<ChaosResult> {
  const postgres = await startPostgresServer()
  const pool = new Pool({ connectionString: postgres.url })
  pool.on('error', () => {})
  await pool.query(`${postgresTables}; CREATE TABLE orders (id serial PRIMARY KEY, label text)`)
  const servers = [await startServer(postgres.url), await startServer(postgres.url)]
  const proxy = await startProxy(() => servers[randomInt(servers.length)]!.port)

  const told = new Map<string, number>()
  let repeats = 0
  let serverKills = 0
  let postgresKills = 0
  let next = 0
  let killing = Promise.resolve()
  const kill = async (): Promise<void> => {
    if (postgresKills * 4 < serverKills) {
      postgresKills++
      await postgres.stop('SIGKILL')
      await postgres.start()
      return
    }
    serverKills++
    const at = randomInt(servers.length)
    servers[at]!.child.kill('SIGKILL')
    servers[at] = await startServer(postgres.url)
  }
  const send = async (): Promise<void> => {
    while (next < submissions) {
      const label = String(next++)
      const key = crypto.randomUUID()
      for (;;) {
        const id = await submit(proxy.port, label, key).catch(() => undefined)
        if (id !== undefined) {
          told.set(label, id)
          break
        }
        repeats++
        await pause(randomInt(20))
      }
      if (told.size % KILL_EVERY === 0) {
        // On a busy computer, the clients wait for what was killed before.
        const before = killing
        killing = before.then(kill)
        await before
      }
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, send))
  await killing

  const { rows } = await pool.query<{ id: number; label: string }>('SELECT id, label FROM orders')
  const orders = Map.groupBy(rows, ({ label }) => label)
  const double = rows.map(({ label }) => label).filter((label) => orders.get(label)!.length > 1)
  const lost = Array.from(told).flatMap(([label, id]) =>
    id === orders.get(label)?.[0]?.id ? [] : label,
  )

  proxy.close()
  for (const { child } of servers) child.kill('SIGKILL')
  await pool.end()
  await postgres.close()
  return { repeats, serverKills, postgresKills, double, lost }
}

interface RunningServer {
  readonly child: ChildProcess
  readonly port: number
}

async function startServer(url: string): Promise<RunningServer> {
  const child = fork(join(import.meta.dirname, 'once-server.ts'), [url], {
    execArgv: ['--conditions=framework-source'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [port] = (await once(child, 'message')) as [number]
  return { child, port }
}

/** Starts a proxy that cuts one connection in three, after any number of bytes in either direction. */
async function startProxy(portOf: () => number): Promise<{ port: number; close(): void }> {
  const server = createServer((client) => {
    const target = connect(portOf(), '127.0.0.1')
    const cut = (): void => {
      client.destroy()
      target.destroy()
    }
    const pass = (from: Socket, to: Socket, limit: number): void => {
      let left = limit
      from.on('data', (chunk: Buffer) => {
        to.write(chunk.subarray(0, left))
        left -= chunk.length
        if (left <= 0) cut()
      })
      from.on('end', () => to.end())
      from.on('error', cut)
    }
    const isCut = randomInt(3) === 0
    const isRequest = randomInt(2) === 0
    pass(client, target, isCut && isRequest ? randomInt(1, 600) : Infinity)
    pass(target, client, isCut && !isRequest ? randomInt(1, 600) : Infinity)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() }
}

/** Orders something. Returns the number of the order, or rejects if there is no whole response. */
function submit(port: number, label: string, key: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.request({
      port,
      host: '127.0.0.1',
      path: '/orders',
      method: 'POST',
      agent: false,
      headers: { 'Content-Length': label.length, 'Idempotency-Key': `"${key}"` },
    })
    request.on('error', reject)
    request.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('error', reject)
      response.on('close', () => {
        if (response.statusCode === 200 && response.complete) {
          resolve((JSON.parse(text) as { id: number }).id)
        } else reject(new Error(`${response.statusCode} ${text}`))
      })
    })
    request.end(label)
  })
}
