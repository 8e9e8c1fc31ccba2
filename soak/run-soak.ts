import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { abortMany, mixedLoad } from './clients.ts'
import type { Stats } from './server.ts'

/** Options for {@link runSoak}. */
export interface SoakOptions {
  readonly aborts: number
  readonly milliseconds: number
  /** Called for each step. */
  readonly onStep?: (line: string) => void
}

/** The result of {@link runSoak}. */
export interface SoakReport {
  readonly before: Stats
  readonly after: Stats
  readonly responses: number
  /** What changed. Empty if the server works as before. */
  readonly problems: readonly string[]
}

/** Loads a server with clients that disconnect, slow clients and normal clients, and checks that nothing is left over. */
export async function runSoak({
  aborts,
  milliseconds,
  onStep = () => {},
}: SoakOptions): Promise<SoakReport> {
  const child = spawn(process.execPath, ['--expose-gc', join(import.meta.dirname, 'server.ts')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let errorOutput = ''
  child.stderr.on('data', (chunk: Buffer) => (errorOutput += chunk.toString().slice(0, 2000)))
  const exited = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`The server ended (${code ?? signal}):\n${errorOutput}`)
  })
  exited.catch(() => {})

  try {
    const [line] = (await Promise.race([once(child.stdout, 'data'), exited])) as [Buffer]
    const port = Number(/port (\d+)/.exec(line.toString())![1])
    const orExit = <Value>(work: Promise<Value>) => Promise.race([work, exited])

    // Warm up before anything is counted: code gets compiled, and pools and caches fill.
    await orExit(mixedLoad(port, 1500))
    await orExit(abortMany(port, 1000))
    const before = await orExit(settle(port))
    onStep(`before: ${describeStats(before)}`)

    await orExit(abortMany(port, aborts))
    onStep(`after ${aborts} aborted requests: ${describeStats(await orExit(settle(port, before)))}`)

    const responses = await orExit(mixedLoad(port, milliseconds))
    const after = await orExit(settle(port, before))
    onStep(
      `after ${responses} responses in ${milliseconds / 1000} s of mixed load: ${describeStats(after)}`,
    )

    return { before, after, responses, problems: compare(before, after) }
  } finally {
    child.removeAllListeners('exit')
    child.kill('SIGKILL')
  }
}

const MEBIBYTE = 1_048_576

function compare(before: Stats, after: Stats): string[] {
  const problems: string[] = []
  if (after.running > 0) problems.push(`${after.running} streams or handlers never ended`)
  if (after.errors > 0) problems.push(`onError was called ${after.errors} times`)
  if (after.handles > before.handles)
    problems.push(`handles: ${before.handles} before, ${after.handles} after`)
  if (after.descriptors > before.descriptors) {
    problems.push(`descriptors: ${before.descriptors} before, ${after.descriptors} after`)
  }
  if (after.heap > before.heap + 8 * MEBIBYTE) {
    problems.push(`heap: ${mebibytes(before.heap)} before, ${mebibytes(after.heap)} after`)
  }

  return problems
}

/** Waits a few seconds at most, until the connections and timers of the last requests are gone. */
async function settle(port: number, wanted?: Stats): Promise<Stats> {
  const deadline = Date.now() + 15_000
  let last = await readStats(port)
  for (;;) {
    await pause(300)
    const next = await readStats(port)
    const isQuiet = wanted === undefined ? isSame(last, next) : compare(wanted, next).length === 0
    if (isQuiet || Date.now() > deadline) return next
    last = next
  }
}

function isSame(one: Stats, other: Stats): boolean {
  return (
    one.handles === other.handles && one.descriptors === other.descriptors && other.running === 0
  )
}

async function readStats(port: number): Promise<Stats> {
  const response = await fetch(`http://127.0.0.1:${port}/stats`, {
    headers: { Connection: 'close' },
  })

  return (await response.json()) as Stats
}

function describeStats({ handles, descriptors, heap }: Stats): string {
  return `${handles} handles, ${descriptors} descriptors, ${mebibytes(heap)} heap`
}

function mebibytes(bytes: number): string {
  return `${(bytes / MEBIBYTE).toFixed(1)} MiB`
}
