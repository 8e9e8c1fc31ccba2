// A thread beside an app that is attacked. A request that blocks the process also blocks everything in it that could say so.
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import type { ChildEvent } from './run-proof.ts'
import { maxWait } from './sender.ts'

/** How often it looks, in milliseconds. */
const pause = 500

/** How many times it looks until a process is blocked that has waited all the time, such as for a locked file. */
const maxLooks = 60_000 / pause

const beats = workerData as Int32Array
let seen = 0
let worked = cpuTime()
let looks = 0

setInterval(() => {
  const beat = Atomics.load(beats, 0)
  if (beat !== seen) {
    seen = beat
    worked = cpuTime()
    looks = 0
    return
  }
  looks += 1
  // On a busy machine, a process may be fine that does nothing for minutes. So what it has worked counts, and not the time.
  const isBlocked = looks * pause > maxWait && cpuTime() - worked > maxWait
  if (isBlocked || looks > maxLooks) end()
}, pause)

function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

function end(): void {
  const event: ChildEvent = { type: 'blocked' }
  writeSync(3, `${JSON.stringify(event)}\n`)
  process.kill(process.pid, 'SIGKILL')
}
