import { fork, type ChildProcess } from 'node:child_process'
import { deepStrictEqual } from 'node:assert'
import { join } from 'node:path'
import { needsRound, type Rounds } from './statistics.ts'

/** Something that can be timed, in a separate process. */
export interface Contestant {
  /** Returns a result that must be the same for all contestants. */
  check(): unknown
  /** Does the work `times` times. */
  run(times: number): void | Promise<void>
}

/** Contestants by name. Each one runs in a separate process. */
export type Contestants = Readonly<Record<string, () => Contestant | Promise<Contestant>>>

/** The `cases` export of a benchmark file, for the processes of its contestants. */
export type Cases = Readonly<Record<string, Contestants>>

/** The time that one contestant needed for one run, in nanoseconds, one entry per round. */
export interface Measured {
  readonly wall: readonly number[]
  /** The CPU time of all threads of the process. Other processes on the machine do not affect it. */
  readonly cpu: readonly number[]
}

export interface CompareOptions {
  rounds: Rounds
  /** Milliseconds of CPU time for the warm-up. */
  warmUp: number
  /** Milliseconds of CPU time for one turn. It is long enough that cold caches at its start have little effect. */
  turn: number
}

/** How a case is timed, unless it needs something else. */
export function timing(trial: boolean, other: Partial<CompareOptions> = {}): CompareOptions {
  return trial
    ? { rounds: { least: 2, most: 2 }, warmUp: 20, turn: 5 }
    : { rounds: { least: 12, most: 40 }, warmUp: 1500, turn: 100, ...other }
}

/**
 * Times the contestants of one case, until it is decided who is ahead. Each runs in a separate process, so that they do
 * not affect each other's compiled code. They take turns of a part of a second, so that a slow second affects all of them.
 *
 * @throws {AssertionError} If their results differ
 */
export async function compare(
  file: string,
  name: string,
  contestants: Contestants,
  options: CompareOptions,
): Promise<Record<string, Measured>> {
  const running: { name: string; worker: Worker; times: number; wall: number[]; cpu: number[] }[] =
    []
  try {
    for (const contestant of Object.keys(contestants)) {
      const worker = startWorker(file, name, contestant)
      running.push({ name: contestant, worker, times: 0, wall: [], cpu: [] })
    }

    const results: unknown[] = []
    for (const { worker } of running) results.push(await worker({ ask: 'check' }))
    results.forEach((result, i) =>
      deepStrictEqual(result, results[0], `${running[i]!.name} returns another result for ${name}`),
    )

    for (const entry of running) {
      entry.times = (await entry.worker({ ask: 'warm up', ...options })) as number
    }
    const costs = Object.fromEntries(running.map(({ name, cpu }) => [name, cpu]))
    while (needsRound(options.rounds, costs)) {
      for (const entry of running) {
        const cost = (await entry.worker({ ask: 'run', times: entry.times })) as Cost
        entry.wall.push(cost.wall)
        entry.cpu.push(cost.cpu)
      }
    }
  } finally {
    for (const { worker } of running) worker.stop()
  }

  return Object.fromEntries(running.map(({ name, wall, cpu }) => [name, { wall, cpu }]))
}

/** Lets each contestant measure itself, each time in a new process, in turns. Each figure has one entry for each round. */
export async function measureFresh(
  file: string,
  name: string,
  contestants: readonly string[],
  rounds: number,
): Promise<Record<string, Record<string, number[]>>> {
  const figures: Record<string, Record<string, number[]>> = {}
  for (let round = 0; round < rounds; round++) {
    for (const contestant of contestants) {
      const worker = startWorker(file, name, contestant)
      try {
        const found = (await worker({ ask: 'check' })) as Record<string, number>
        const all = (figures[contestant] ??= {})
        for (const [name, figure] of Object.entries(found)) (all[name] ??= []).push(figure)
      } finally {
        worker.stop()
      }
    }
  }
  return figures
}

/** Returns how many times as fast as `peer` something is, per round. */
export function speedRatios(ours: readonly number[], peer: readonly number[]): number[] {
  return ours.map((cost, round) => peer[round]! / cost)
}

interface Cost {
  wall: number
  cpu: number
}

type Question =
  | { ask: 'check' }
  | ({ ask: 'warm up' } & CompareOptions)
  | { ask: 'run'; times: number }

interface Worker {
  (question: Question): Promise<unknown>
  stop(): void
}

function startWorker(file: string, caseName: string, contestant: string): Worker {
  const child: ChildProcess = fork(
    join(import.meta.dirname, 'worker.ts'),
    [file, caseName, contestant],
    {
      env: { ...process.env, NODE_ENV: 'production' },
      serialization: 'advanced',
    },
  )
  const ask = (question: Question) =>
    new Promise<unknown>((resolve, reject) => {
      const onExit = () =>
        reject(new Error(`${contestant} ended while it was asked for ${caseName}`))
      child.once('exit', onExit)
      child.once('message', (reply) => {
        child.off('exit', onExit)
        resolve(reply)
      })
      child.send(question)
    })
  return Object.assign(ask, { stop: () => void child.kill('SIGKILL') })
}

/** Handles the messages of {@link compare} in the process of a contestant. */
export async function reply(contestant: Contestant, question: Question): Promise<unknown> {
  if (question.ask === 'check') return await contestant.check()
  if (question.ask === 'run') return await time(contestant, question.times)

  await contestant.run(1) // Work that only the first run does must not count.
  let times = 1
  let spent = 0
  for (;;) {
    const { cpu } = await time(contestant, times)
    spent += (cpu * times) / 1e6
    if (spent >= question.warmUp) return Math.max(1, Math.round((question.turn * 1e6) / cpu))
    if (cpu * times < question.turn * 1e6) times *= 2
  }
}

/**
 * Times one turn, without a full garbage collection before it. That would throw away the compiled code for every kind of
 * object of which there is none between two requests, so a turn would mostly measure how fast code is compiled again.
 */
async function time(contestant: Contestant, times: number): Promise<Cost> {
  const cpuBefore = process.cpuUsage()
  const before = performance.now()
  await contestant.run(times)
  const wall = performance.now() - before
  const { user, system } = process.cpuUsage(cpuBefore)
  return { wall: (wall * 1e6) / times, cpu: ((user + system) * 1e3) / times }
}
