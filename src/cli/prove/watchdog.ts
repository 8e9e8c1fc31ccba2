import { Worker } from 'node:worker_threads'

/** Ends the process if one request blocks it, for example with a pattern that takes forever. */
export interface Watchdog {
  /** Says what is done from now on. */
  watch(command: string): void
  stop(): void
}

const maxText = 16 * 1024

/**
 * Starts a thread that looks at the main one. Nothing in the main thread could interrupt a loop.
 *
 * @param milliseconds How long one request may block
 */
export function startWatchdog(milliseconds: number): Watchdog {
  const shared = new SharedArrayBuffer(8 + maxText)
  const state = new Int32Array(shared, 0, 2)
  const text = new Uint8Array(shared, 8)
  const worker = new Worker(code, { eval: true, workerData: { shared, milliseconds } })
  worker.unref()
  const encoder = new TextEncoder()

  return {
    watch(command) {
      const { written } = encoder.encodeInto(command, text)
      Atomics.store(state, 1, written)
      Atomics.add(state, 0, 1)
    },
    stop: () => void worker.terminate(),
  }
}

/** A process that is blocked cannot exit by itself, so it is killed. */
const code = `
const { workerData: { shared, milliseconds } } = process.getBuiltinModule('node:worker_threads')
const state = new Int32Array(shared, 0, 2)
let seen = -1
let since = 0
setInterval(() => {
  const count = Atomics.load(state, 0)
  if (count !== seen) {
    seen = count
    since = Date.now()
  } else if (Date.now() - since > milliseconds) {
    const text = Buffer.from(shared, 8, Atomics.load(state, 1)).toString()
    process.getBuiltinModule('node:fs').writeSync(2, '\\nThis request blocks the process, so the proof cannot go on:\\n\\n  ' + text + '\\n\\nLook for a slow pattern in a schema, or for a loop.\\n')
    process.kill(process.pid, 'SIGKILL')
  }
}, 100)
`
