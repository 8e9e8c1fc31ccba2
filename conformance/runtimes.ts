import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { rolldown } from 'rolldown'
import { serve } from '../src/edges/node/index.ts'
import { app, MAX_BODY_SIZE } from './app.ts'
import { cert, key } from './certificate.ts'
import { createHttp1Target, createHttp2Target, type RuntimeName, type Target } from './target.ts'

const here = import.meta.dirname
const bin = join(here, '../node_modules/.bin')

/** Starts the app of the suite on a runtime. */
export interface Runtime {
  readonly name: RuntimeName
  start(): Promise<Target>
}

export const nodeRuntimes: readonly Runtime[] = [
  { name: 'Node HTTP/1.1', start: startNode },
  { name: 'Node HTTP/2', start: startHttp2 },
]

export const otherRuntimes: readonly Runtime[] = [
  { name: 'Bun', start: () => startProcess('Bun', 'bun', [join(here, 'serve-bun.ts')]) },
  {
    name: 'Deno',
    start: () =>
      startProcess('Deno', 'deno', [
        'run',
        // The API of the suite imports a package.
        '--node-modules-dir=manual',
        '--no-lock',
        '--no-check',
        '--allow-net',
        join(here, 'serve-deno.ts'),
      ]),
  },
  { name: 'workerd', start: startWorkerd },
]

const quietly = { port: 0, quiet: true, handleSignals: false, maxBodySize: MAX_BODY_SIZE } as const

async function startNode(): Promise<Target> {
  const server = await serve(app, { ...quietly, host: '127.0.0.1', onError: () => {} })

  return createHttp1Target('Node HTTP/1.1', server.port, server.close)
}

async function startHttp2(): Promise<Target> {
  const server = await serve(app, {
    ...quietly,
    host: '127.0.0.1',
    tls: { cert, key },
    onError: () => {},
  })

  return createHttp2Target(server.port, server.close)
}

async function startWorkerd(): Promise<Target> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'))
  const bundle = await rolldown({
    input: join(here, 'serve-workerd.ts'),
    logLevel: 'silent',
  })
  await bundle.write({ file: join(folder, 'worker.js'), format: 'esm' })
  await bundle.close()
  await writeFile(join(folder, 'config.capnp'), workerdConfig)

  return startProcess(
    'workerd',
    'workerd',
    ['serve', '--control-fd=1', join(folder, 'config.capnp')],
    () => rm(folder, { recursive: true, force: true }),
  )
}

const workerdConfig = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "worker", esModule = embed "worker.js")],
    compatibilityDate = "2026-10-01",
    compatibilityFlags = ["enable_request_signal"],
  ))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`

/** Runs a server that prints its port, in a separate process. */
async function startProcess(
  name: RuntimeName,
  command: string,
  args: readonly string[],
  cleanUp: () => Promise<void> = async () => {},
): Promise<Target> {
  const child = spawn(join(bin, command), args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', DENO_NO_UPDATE_CHECK: '1' },
  })
  const port = await readPort(child.stdout, child.stderr)
  child.stdout.resume()
  child.stderr.resume()

  return createHttp1Target(name, port, async () => {
    if (child.exitCode === null) {
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    }
    await cleanUp()
  })
}

function readPort(stdout: Readable, stderr: Readable): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = ''
    const onData = (chunk: Buffer) => {
      output += chunk.toString()
      const match = /port"?[ :](\d+)/.exec(output)
      if (match !== null) resolve(Number(match[1]))
    }
    stdout.on('data', onData)
    stderr.on('data', onData)
    stdout.on('end', () => reject(new Error(`The server did not start:\n${output}`)))
  })
}
