import { spawn, type ChildProcess } from 'node:child_process'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { startRedisServer, type RedisServer } from '../../state/session/redis-server.fixture.ts'

/** Another process with the same app. */
interface Machine {
  readonly child: ChildProcess
  read(path: string, init?: RequestInit): Promise<string>
  status(path: string): Promise<number>
}

let redis: RedisServer
let client: Redis
let one: Machine
let two: Machine

beforeAll(async () => {
  redis = await startRedisServer()
  client = new Redis(redis.port, '127.0.0.1')
  ;[one, two] = await Promise.all([startMachine(), startMachine()])
})

beforeEach(async () => {
  await client.flushall()
})

afterAll(async () => {
  one?.child.kill()
  two?.child.kill()
  client?.disconnect()
  await redis?.close()
})

async function startMachine(...args: (number | string)[]): Promise<Machine> {
  const file = fileURLToPath(new URL('./machine.fixture.ts', import.meta.url))
  const child = spawn(process.execPath, [file, String(redis.port), ...args.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout!.once('data', (chunk) => resolve(String(chunk).match(/:(\d+)/)![1]!))
    child.once('exit', (code) => reject(new Error(`The machine ended with code ${code}`)))
  })
  const send = (path: string, init?: RequestInit) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      ...init,
      headers: { 'X-Forwarded-Host': 'shop.example', ...init?.headers },
    })
  return {
    child,
    read: async (path, init) => (await send(path, init)).text(),
    status: async (path) => {
      const response = await send(path)
      await response.arrayBuffer()
      return response.status
    },
  }
}

describe('two machines with one Redis', () => {
  it('share what they have stored, and what they drop', async () => {
    const runs = await countRuns()
    expect([await one.read('/books'), await two.read('/books')]).toEqual(['0', '0'])
    expect(await countRuns()).toBe(runs + 1)

    await two.read('/buy', { method: 'POST' })
    expect([await one.read('/books'), await two.read('/books')]).toEqual(['1', '1'])
    expect(await countRuns()).toBe(runs + 2)
  })

  it('store nothing that is older than an invalidation on the other machine', async () => {
    const slow = one.read('/slow')
    await eventually(async () => expect(await client.get('waiting')).toBe('1'))
    await two.read('/buy', { method: 'POST' })
    await client.set('released', 'yes')
    await slow
    expect([await one.read('/slow'), await two.read('/slow')]).toEqual(['1', '1'])
  })

  it('send a stale response, and make it again', async () => {
    await one.read('/stale')
    const runs = await countRuns()
    await client.set('stock', '5')
    await Promise.all([one, two].map((machine) => machine.read('/stale')))
    await eventually(async () => expect(await two.read('/stale')).toBe('5'))
    expect(await countRuns()).toBeGreaterThan(runs)
  })

  it('never send the page of one visitor to another', async () => {
    const visits = Array.from({ length: 40 }, async (_, i) => {
      const [machine, name] = [i % 2 === 0 ? one : two, i % 3 === 0 ? 'ada' : 'bob']
      expect(await machine.read('/mine', { headers: { Cookie: name } })).toBe(`mark of ${name}`)
    })
    await Promise.all(visits)
  })

  it('share one rate limit', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 30 }, (_, i) => (i % 2 === 0 ? one : two).status('/limited')),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  })
})

describe('a machine whose connection to Redis hangs', () => {
  let proxy: StallingProxy
  let writer: Machine

  beforeAll(async () => {
    proxy = await startProxy(redis.port)
    writer = await startMachine(proxy.port, 250)
  }, 60_000)

  afterAll(() => {
    writer?.child.kill()
    proxy?.close()
  })

  it('never sends the old page after its own write, and other machines drop it when the connection is back', async () => {
    expect([await writer.read('/books'), await one.read('/books')]).toEqual(['0', '0'])
    proxy.stall()
    expect(await writer.read('/buy', { method: 'POST' })).toBe('bought')
    for (let i = 0; i < 3; i++) expect(await writer.read('/books')).toBe('1')
    proxy.resume()
    await eventually(async () => expect(await one.read('/books')).toBe('1'))
    expect(await writer.read('/books')).toBe('1')
  }, 60_000)

  it('loses no invalidation, however many were written while it hung', async () => {
    await eventually(async () => expect(await writer.read('/books')).toBe('0'))
    await one.read('/books')
    proxy.stall()
    for (let i = 0; i < 20; i++) await writer.read('/buy', { method: 'POST' })
    expect(await writer.read('/books')).toBe('20')
    proxy.resume()
    await eventually(async () => expect(await one.read('/books')).toBe('20'))
  }, 60_000)
})

/** Passes bytes on to a port, and can hold them back. */
interface StallingProxy {
  readonly port: number
  stall(): void
  resume(): void
  close(): void
}

async function startProxy(target: number): Promise<StallingProxy> {
  const sockets = new Set<Socket>()
  let isStalled = false
  const server = createServer((socket) => {
    const upstream = connect(target, '127.0.0.1')
    socket.pipe(upstream)
    upstream.pipe(socket)
    for (const each of [socket, upstream]) each.on('error', () => {})
    sockets.add(socket).add(upstream)
    if (isStalled) socket.pause()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    stall() {
      isStalled = true
      for (const socket of sockets) socket.pause()
    },
    resume() {
      isStalled = false
      for (const socket of sockets) socket.resume()
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

async function countRuns(): Promise<number> {
  return Number(await one.read('/runs')) + Number(await two.read('/runs'))
}
