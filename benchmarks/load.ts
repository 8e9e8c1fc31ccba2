import { execFile, fork, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

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
  rounds: number
  /** Seconds of one turn. */
  turn: number
  connections: number
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

/** If there are two cores and `taskset`, servers use one core and wrk uses the other. */
const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0

export const pinned: string = canPin
  ? 'Servers run on one core, wrk on another.'
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
 * Loads servers with wrk in short turns.
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
  for (let round = -1; round < options.rounds; round++) {
    for (const server of running) {
      const before = await server.cpu()
      const { requests, rate, p99 } = await runWrk(server.port, load, options)
      const cpu = (await server.cpu()) - before
      if (round === -1) continue // The first round is a warm-up.

      const result = results[server.name]!
      result.rate.push(rate)
      result.cpu.push(cpu / requests)
      result.p99.push(p99)
    }
  }
  return results
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
  const name = args[0]!
  const child: ChildProcess = fork(join(import.meta.dirname, file), args, {
    env: { ...process.env, NODE_ENV: 'production' },
    execArgv: [],
  })
  if (canPin) spawnSync('taskset', ['-a', '-c', '-p', '0', String(child.pid)])

  const hear = () =>
    new Promise<unknown>((resolve, reject) => {
      const onExit = () => reject(new Error(`${name} ended`))
      if (child.exitCode !== null) onExit()
      child.once('exit', onExit)
      child.once('message', (message) => {
        child.off('exit', onExit)
        resolve(message)
      })
    })
  const question = (text: string): Promise<unknown> => {
    const reply = hear()
    child.send(text)
    return reply
  }
  const port = (await hear()) as number
  return {
    name,
    port,
    async cpu() {
      const { user, system } = (await question('cpu')) as NodeJS.CpuUsage
      return user + system
    },
    memory: () => question('memory') as Promise<NodeJS.MemoryUsage>,
    stop: () => void child.kill('SIGKILL'),
  }
}

async function runWrk(
  port: number,
  { path, method = 'GET', headers = {}, body }: LoadCase,
  { turn, connections }: LoadOptions,
): Promise<{ requests: number; rate: number; p99: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const script = join(folder, 'request.lua')
  writeFileSync(
    script,
    [
      `wrk.method = ${quote(method)}`,
      ...Object.entries(headers).map(
        ([name, value]) => `wrk.headers[${quote(name)}] = ${quote(value)}`,
      ),
      ...(body === undefined ? [] : [`wrk.body = ${quote(body)}`]),
    ].join('\n'),
  )
  try {
    const command = [
      ...(canPin ? ['taskset', '-c', '1'] : []),
      ...[
        'wrk',
        '-t',
        '1',
        '-c',
        String(connections),
        '-d',
        `${turn}s`,
        '--timeout',
        '30s',
        '--latency',
        '-s',
        script,
      ],
      `http://127.0.0.1:${port}${path}`,
    ]
    const { stdout } = await promisify(execFile)(command[0]!, command.slice(1))
    const trouble = /Non-2xx.*|Socket errors.*/.exec(stdout)
    if (trouble !== null) throw new Error(`${path}: ${trouble[0]}`)

    const [, slowest, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout)!
    return {
      requests: Number(/(\d+) requests in/.exec(stdout)![1]),
      rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)![1]),
      p99: Number(slowest) * { us: 0.001, ms: 1, s: 1000 }[unit as 'us' | 'ms' | 's'],
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Returns a Lua string. Lua understands the JSON escapes that are used here. */
function quote(text: string): string {
  return JSON.stringify(text)
}
