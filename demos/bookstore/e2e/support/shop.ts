import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const adminPassword = 'the lamp is on'

/** A shop of one's own: a process, and a folder for its data. */
export interface Shop {
  readonly url: string
  readonly process: ChildProcess
  /** Where its data is. */
  readonly directory: string
  /** What it has printed so far. */
  readonly output: () => string
  /** Stops it and removes its data. */
  close(): Promise<void>
}

/** Starts `start.ts` as `npm start` does, by default on a free port. */
export async function startShop(env: Record<string, string> = {}): Promise<Shop> {
  const directory = env['DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'bookstore-')))
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../start.ts')], {
    env: {
      ...process.env,
      // With Vitest's value, the build would use the development version of React.
      NODE_ENV: 'production',
      PORT: '0',
      ADMIN_PASSWORD: adminPassword,
      // Tests log in often, and from one address.
      LOGIN_LIMIT: '100000',
      DATA_DIR: directory,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }

  return {
    url: await readUrl(child, () => output),
    process: child,
    directory,
    output: () => output,
    async close() {
      await stop(child)
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Ends a process and waits until it is gone. */
export async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

function readUrl(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('close', () => reject(new Error(`The shop did not open:\n${output()}`)))
    child.stdout!.on('data', () => {
      const url = /Listening on (http:\S+)\n/.exec(output())?.[1]
      if (url !== undefined) resolve(url)
    })
  })
}
