import { spawn } from 'node:child_process'
import { extname } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { crash } from './checks.ts'
import { maxWait } from './sender.ts'
import type { Progress, ProofEvent, ProofReport, ProveOptions } from './prove-options.ts'

/** The task of a child process. */
export interface ChildTask {
  readonly root: string
  /** The file whose default export is the handler of the app. */
  readonly entry: string
  /** The file whose default export has the users. */
  readonly users: string | undefined
  /** Which `.env` files to load. */
  readonly mode: string
  readonly options: Omit<ProveOptions, 'users' | 'tell'>
}

/** A message of a child process. */
export type ChildEvent =
  | ProofEvent
  /** The process is about to end, because something blocks it. */
  | { readonly type: 'blocked' }
  | { readonly type: 'report'; readonly report: ProofReport }
  | { readonly type: 'error'; readonly message: string }

/**
 * Attacks an app in another process. If a request blocks or ends it, the proof goes on in a new one, without that route.
 *
 * @throws {Error} If the app cannot be attacked
 */
export async function runProof(task: ChildTask): Promise<ProofReport> {
  const startedAt = performance.now()
  let resume: Progress = { turn: 0, requests: 0, faults: [], skipped: [] }
  // Each process that is blocked by one request leaves out one more route.
  for (;;) {
    const time = Math.max(task.options.time - (performance.now() - startedAt), 0)
    const end = await runChild({ ...task, options: { ...task.options, time, resume } })
    if ('report' in end) return { ...end.report, milliseconds: performance.now() - startedAt }

    const { starts, progress = resume, says } = end
    if (starts === undefined) {
      throw new Error(`Cannot attack the app: it ${says} before the first request.`)
    }
    const { route, command } = starts
    const fault = {
      rule: crash.name,
      says: `${says}, so no other visitor gets a response. The other requests to this route were not sent`,
      cause: `blocks ${route}`,
      routes: [route],
      what: 'with the request below',
      curl: command,
    }
    resume = {
      ...progress,
      skipped: [...resume.skipped, route],
      faults: [...progress.faults, fault],
    }
  }
}

/** How a child process has ended. */
type ChildEnd =
  | { readonly report: ProofReport }
  | {
      /** What it was doing. */
      readonly starts: Extract<ProofEvent, { type: 'starts' }> | undefined
      readonly progress: Progress | undefined
      /** What happened, in words. */
      readonly says: string
    }

/** Runs a child. A thread beside the app ends it if something blocks it (`watch.ts`). */
function runChild(task: ChildTask): Promise<ChildEnd> {
  const file = fileURLToPath(new URL(`./child${extname(import.meta.url)}`, import.meta.url))
  const child = spawn(process.execPath, [...process.execArgv, file, JSON.stringify(task)], {
    // The app must not write between the lines of the report.
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  })

  return new Promise((resolve, reject) => {
    let starts: Extract<ProofEvent, { type: 'starts' }> | undefined
    let progress: Progress | undefined
    let report: ProofReport | undefined
    let isBlocked = false
    createInterface({ input: child.stdio[3] as Readable }).on('line', (line) => {
      const event = JSON.parse(line) as ChildEvent
      if (event.type === 'starts') starts = event
      else if (event.type === 'reaches') progress = event
      else if (event.type === 'blocked') isBlocked = true
      else if (event.type === 'report') report = event.report
      else reject(new Error(event.message))
    })
    // All lines have been read when the pipes are closed.
    child.on('close', (code, signal) => {
      const says = isBlocked
        ? `blocked the process for more than ${maxWait / 1_000} s`
        : `ended the process with ${code === null ? signal : `exit code ${code}`}`
      resolve(report ? { report } : { starts, progress, says })
    })
    child.on('error', reject)
  })
}
