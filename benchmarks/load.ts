import { fork, spawnSync, type ChildProcess } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Order, TurnResult } from './load-client.ts'
import { needsRound, type Rounds } from './statistics.ts'

/** The request that every server gets. */
export interface LoadCase {
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string
  /** The type of the responses, without the charset. */
  type: string
  /** Returns the part of a response that must be the same for all servers. Without it, the whole response is compared. */
  read?: (text: string) => string
}

/** The results of a server in each round. */
export interface Loaded {
  /** Requests in a second. */
  rate: number[]
  /** CPU time of the server for one request, in microseconds. */
  cpu: number[]
  /** The 99th percentile of the response times, in milliseconds. */
  p99: number[]
}

export interface LoadOptions {
  rounds: Rounds
  /** Milliseconds of one turn. */
  turn: number
  /** Milliseconds of CPU time before the first turn that counts. */
  warmUp: number
  connections: number
}

/**
 * How servers are loaded, unless they need something else. In the first three seconds of load, V8 still compiles the code of
 * most of them.
 */
export function loading(trial: boolean, other: Partial<LoadOptions> = {}): LoadOptions {
  return trial
    ? { rounds: { least: 2, most: 2 }, warmUp: 50, turn: 50, connections: 50 }
    : { rounds: { least: 12, most: 30 }, warmUp: 4000, turn: 250, connections: 50, ...other }
}

/** A server in a separate process. */
export interface RunningServer {
  name: string
  port: number
  /** Returns the CPU time so far, in microseconds. */
  cpu(): Promise<number>
  /** Returns the memory use after a garbage collection. */
  memory(): Promise<NodeJS.MemoryUsage>
  stop(): void
}

/** If there are two cores and `taskset`, servers use one core and the client uses the other. */
const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0

export const pinned: string = canPin
  ? 'Servers run on one core, the client on another.'
  : 'Nothing is pinned to a core here.'

/** Starts servers of a file, all at once. */
export async function startServers(
  file: string,
  names: readonly string[],
  ...args: string[]
): Promise<RunningServer[]> {
  return await Promise.all(names.map((name) => startServer(file, [name, ...args])))
}

/**
 * Loads servers in short turns, until it is decided who is ahead.
 *
 * @throws {Error} If the response of a server differs from that of the first, or a server fails under load
 */
export async function loadServers(
  running: readonly RunningServer[],
  load: LoadCase,
  options: LoadOptions,
): Promise<Record<string, Loaded>> {
  let expected: string | undefined
  for (const { name, port } of running) {
    const found = await ask(port, load)
    expected ??= found
    if (found !== expected) {
      throw new Error(`${name} returns another response for ${load.path}: ${found.slice(0, 200)}`)
    }
  }

  const results = Object.fromEntries(
    running.map(({ name }): [string, Loaded] => [name, { rate: [], cpu: [], p99: [] }]),
  )
  const costs = Object.fromEntries(Object.entries(results).map(([name, { cpu }]) => [name, cpu]))
  const client = await startClient()
  try {
    const takeTurn = async (server: RunningServer, time: number) => {
      const turn = { port: server.port, requests: [toText(load)], time, ...options }
      return await client.takeTurn(turn, server)
    }
    for (const server of running) {
      for (let spent = 0; spent < options.warmUp * 1000;) {
        spent += (await takeTurn(server, options.turn)).cpu
      }
    }
    while (needsRound(options.rounds, costs)) {
      for (const server of running) {
        const { requests, elapsed, p99, cpu } = await takeTurn(server, options.turn)
        const result = results[server.name]!
        result.rate.push(requests / elapsed)
        result.cpu.push(cpu / requests)
        result.p99.push(p99)
      }
    }
  } finally {
    client.stop()
  }
  return results
}

/** What a client sends in a turn. */
export interface Turn {
  port: number
  /** The requests as they are sent, in turn. */
  requests: readonly string[]
  connections: number
  /** Milliseconds. */
  time: number
  /** Whether a response may also say that the request failed. */
  anyStatus?: boolean
}

/** A process that sends requests. */
export interface Client {
  /** Sends requests, and returns how it went, with the CPU time of the server in microseconds. */
  takeTurn(turn: Turn, server: Pick<RunningServer, 'cpu'>): Promise<TurnResult & { cpu: number }>
  stop(): void
}

export async function startClient(): Promise<Client> {
  const { ask, stop } = startProcess('load-client.ts', [], '1')
  const order = async (order: Order) => {
    const reply = (await ask(order)) as { error?: string } | null
    if (reply?.error !== undefined) throw new Error(`The client has stopped: ${reply.error}`)
    return reply
  }
  return {
    async takeTurn({ port, requests, connections, time, anyStatus = false }, server) {
      // Connections are opened before the CPU time is read, and the last response has arrived before it is read again.
      await order({ open: { port, connections, requests, anyStatus } })
      const before = await server.cpu()
      const result = (await order({ run: { time } })) as unknown as TurnResult
      return { ...result, cpu: (await server.cpu()) - before }
    },
    stop,
  }
}

/** Returns a request as it is sent. */
export function toText({ path, method = 'GET', headers = {}, body = '' }: LoadCase): string {
  const length = body === '' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
  const lines = Object.entries({ Host: '127.0.0.1', ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  return [`${method} ${path} HTTP/1.1`, ...lines, '', body].join('\r\n')
}

export async function ask(
  port: number,
  { path, method, headers, body, type, read }: LoadCase,
): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: method ?? 'GET',
    headers: headers ?? {},
    body: body ?? null,
  })
  const found = response.headers.get('Content-Type') ?? type
  if (!found.startsWith(type)) throw new Error(`${path} has type ${found} instead of ${type}`)
  const text = await response.text()
  return `${response.status} ${read === undefined ? text : read(text)}`
}

async function startServer(file: string, args: readonly string[]): Promise<RunningServer> {
  const { ask, hear, stop } = startProcess(file, args, '0')
  const port = (await hear()) as number
  return {
    name: args[0]!,
    port,
    async cpu() {
      const { user, system } = (await ask('cpu')) as NodeJS.CpuUsage
      return user + system
    },
    memory: () => ask('memory') as Promise<NodeJS.MemoryUsage>,
    stop,
  }
}

/** Starts a process on a core, and returns functions that ask it or only hear it. */
function startProcess(file: string, args: readonly string[], core: string) {
  const child: ChildProcess = fork(join(import.meta.dirname, file), args, {
    env: { ...process.env, NODE_ENV: 'production' },
    execArgv: [],
  })
  if (canPin) spawnSync('taskset', ['-a', '-c', '-p', core, String(child.pid)])

  const hear = () =>
    new Promise<unknown>((resolve, reject) => {
      const onExit = () => reject(new Error(`${args[0] ?? file} ended`))
      if (child.exitCode !== null) onExit()
      child.once('exit', onExit)
      child.once('message', (message) => {
        child.off('exit', onExit)
        resolve(message)
      })
    })
  const ask = (question: string | Order): Promise<unknown> => {
    const reply = hear()
    child.send(question)
    return reply
  }
  return { ask, hear, stop: () => void child.kill('SIGKILL') }
}
