// The process in which `framework prove` runs an app. A request may block or end it.
import './open-proof.ts'
import { writeSync } from 'node:fs'
import { setSourceMapsSupport } from 'node:module'
import { extname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { FetchHandlerSource } from '../../router/fetch-router/index.ts'
import { proof } from '../../internal/exchange/proof.ts'
import { loadEnv } from '../../edges/env/shared.ts'
import { proveApp } from './prove-app.ts'
import type { ChildEvent, ChildTask } from './run-proof.ts'
import { importUsers } from './sign-in-users.ts'

const task = JSON.parse(process.argv[2]!) as ChildTask
// Before the app can write to the standard output. The other process reads it even if this one is blocked.
const tell = (event: ChildEvent): void => void writeSync(3, `${JSON.stringify(event)}\n`)
const beats = new Int32Array(new SharedArrayBuffer(4))
setInterval(() => Atomics.add(beats, 0, 1), 500).unref()
new Worker(new URL(`./watch${extname(import.meta.url)}`, import.meta.url), {
  workerData: beats,
}).unref()

try {
  // React reads `NODE_ENV` when it is imported.
  process.env['NODE_ENV'] ??= 'production'
  loadEnv(task.root, task.mode)
  setSourceMapsSupport(true, { nodeModules: false, generatedCode: false })
  const source = (await importDefault(task.entry)) as FetchHandlerSource
  const users = task.users === undefined ? undefined : await importUsers(task.users)
  const report = await proveApp(source, proof!, { ...task.options, users, tell })
  tell({ type: 'report', report })
  process.exit(0)
} catch (error) {
  const isBug = error instanceof TypeError || error instanceof ReferenceError
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error))
  tell({ type: 'error', message: isBug ? stack : message })
  process.exit(1)
}

async function importDefault(file: string): Promise<unknown> {
  return ((await import(pathToFileURL(file).href)) as { default: unknown }).default
}
