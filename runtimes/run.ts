// Runs the tests of everything portable on Bun, Deno and workerd. On Node they run under Vitest.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { rolldown } from 'rolldown'
import { portableFolders, portableTests } from './portable.ts'
import { expectedEcho, postEcho } from './post-echo.ts'
import type { Report } from './vitest-shim.ts'

const root = join(import.meta.dirname, '..')
const bin = join(root, 'node_modules', '.bin')
const timeLimit = 120_000

type RuntimeReport = Report & { post?: unknown }

const runtimes: Readonly<Record<string, (folder: string) => Promise<RuntimeReport>>> = {
  bun: (folder) => runProcess(join(bin, 'bun'), ['run', join(folder, 'process.mjs')]),
  deno: (folder) =>
    runProcess(join(bin, 'deno'), [
      'run',
      '-A',
      '--no-config',
      '--no-lock',
      join(folder, 'process.mjs'),
    ]),
  workerd: runWorker,
}

const [only, ...folders] = process.argv.slice(2)
const chosen = only === undefined ? Object.keys(runtimes) : [only]
const folder = mkdtempSync(join(tmpdir(), 'framework-runtimes-'))
let passed = 0
let failed = 0

try {
  const totals = new Map(chosen.map((name) => [name, { passed: 0, failed: 0, ms: 0 }]))
  for (const part of folders.length > 0 ? folders : portableFolders()) {
    const tests = portableTests(part)
    if (tests.length === 0) continue
    await bundle('process', tests)
    await bundle('worker', tests)

    // All at once: a runtime has one thread for its tests, and spends part of the time waiting.
    await Promise.all(
      chosen.map(async (name) => {
        const total = totals.get(name)!
        const start = performance.now()
        const { passed, failures } = await judge(name, part)
        total.ms += performance.now() - start
        total.passed += passed
        for (const failure of failures) {
          total.failed++
          const error = failure.error.split('\n').slice(0, 4).join('\n    ')
          console.log(`  ✗ ${name}, ${part}: ${failure.name}\n    ${error}`)
        }
      }),
    )
  }
  for (const [name, total] of totals) {
    const seconds = (total.ms / 1000).toFixed(1)
    console.log(`${name}: ${total.passed} passed, ${total.failed} failed, ${seconds} s`)
    passed += total.passed
    failed += total.failed
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(`Runtimes: ${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

/** Returns the report of one folder's tests on one runtime, including the real POST. A runtime without a report has failed. */
async function judge(name: string, part: string): Promise<Report> {
  try {
    const report = await runtimes[name]!(folder)
    if (isDeepStrictEqual(report.post, expectedEcho)) return report
    const error = `answered ${JSON.stringify(report.post)}`
    return { ...report, failures: [...report.failures, { name: 'serves a POST', error }] }
  } catch (error) {
    return { passed: 0, failures: [{ name: `runs the tests of ${part}`, error: String(error) }] }
  }
}

/** One file with the tests, the shim in place of Vitest, and an entry. */
async function bundle(name: 'process' | 'worker', tests: readonly string[]): Promise<void> {
  const build = await rolldown({
    input: 'virtual:entry',
    platform: name === 'worker' ? 'browser' : 'neutral',
    logLevel: 'silent',
    resolve: {
      alias: { vitest: join(import.meta.dirname, 'vitest-shim.ts') },
      mainFields: ['module', 'main'],
      // The renderer of React that needs no module of Node.
      ...(name === 'process' && { conditionNames: ['edge-light', 'import', 'default'] }),
    },
    // Vite opens projects, which needs Node.
    external: [/^node:/, /\/vite-app\.ts$/],
    // In package.json, modules are marked as free of side effects, but test files consist of side effects.
    treeshake: false,
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'virtual:entry' ? id : null),
        load: (id) =>
          id === 'virtual:entry'
            ? [
                ...tests.map((file) => `import ${JSON.stringify(join(root, file))}`),
                name === 'worker'
                  ? `export { default } from ${JSON.stringify(join(import.meta.dirname, 'entry-worker.ts'))}`
                  : `import ${JSON.stringify(join(import.meta.dirname, 'entry-process.ts'))}`,
              ].join('\n')
            : null,
      },
    ],
  })
  await build.write({
    file: join(folder, `${name}.mjs`),
    format: 'esm',
    codeSplitting: false,
  } as never)
  await build.close()
}

function runProcess(command: string, args: string[]): Promise<RuntimeReport> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const timer = setTimeout(() => child.kill('SIGKILL'), timeLimit)
    child.on('close', () => {
      clearTimeout(timer)
      const line = output.split('\n').find((text) => text.startsWith('@@report '))
      if (line === undefined)
        reject(new Error(`${command} gave no report:\n${output.slice(-3000)}`))
      else resolve(JSON.parse(line.slice('@@report '.length)) as RuntimeReport)
    })
  })
}

async function runWorker(folder: string): Promise<RuntimeReport> {
  const port = await freePort()
  writeFileSync(
    join(folder, 'worker.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [ (name = "main", worker = .app), (name = "internet", network = (allow = ["private"])) ],
  sockets = [ (name = "http", address = "127.0.0.1:${port}", http = (), service = "main") ],
);
const app :Workerd.Worker = (
  modules = [ (name = "worker.mjs", esModule = embed "worker.mjs") ],
  compatibilityDate = "2026-01-01",
);
`,
  )
  const child = spawn(join(bin, 'workerd'), ['serve', join(folder, 'worker.capnp')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  try {
    await untilListening(port, child)
    const response = await fetch(`http://127.0.0.1:${port}/__test`, {
      signal: AbortSignal.timeout(timeLimit),
    })
    if (!response.ok)
      throw new Error(`workerd returned ${response.status}: ${await response.text()}`)
    const report = (await response.json()) as Report
    return { ...report, post: await postEcho(port) }
  } finally {
    child.kill('SIGKILL')
  }
}

async function untilListening(port: number, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (child.exitCode !== null) throw new Error(`workerd ended with ${child.exitCode}`)
    try {
      await fetch(`http://127.0.0.1:${port}/`)
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50)) // It is not listening yet.
    }
  }
  throw new Error(`workerd did not listen on port ${port} within 10 s`)
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
