import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../internal/eventually.fixture.ts'
import { startRedisServer, type RedisServer } from '../session/redis-server.fixture.ts'

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

async function startMachine(): Promise<Machine> {
  const file = fileURLToPath(new URL('./machine.fixture.ts', import.meta.url))
  const child = spawn(process.execPath, [file, String(redis.port)], {
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

  it('count to one limit', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 30 }, (_, i) => (i % 2 === 0 ? one : two).status('/limited')),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  })
})

async function countRuns(): Promise<number> {
  return Number(await one.read('/runs')) + Number(await two.read('/runs'))
}
