// Runs the tests of everything portable on Bun, Deno and workerd. On Node they run under Vitest.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import { rolldown } from 'rolldown'
import { portableFolders, portableTests } from './portable.ts'
import { expectedEcho, postEcho } from './post-echo.ts'
import type { Report } from './vitest-shim.ts'

const root = join(import.meta.dirname, '..')
const bin = join(root, 'node_modules', '.bin')
/** For the tests of one folder. */
const timeLimit = 120_000

/** How many folders share a process. To start one takes longer than the tests of most folders. */
const foldersTogether = 8

type RuntimeReport = Report & { post?: unknown }

/** Folders whose tests run in one process. */
interface Part {
  /** The folders, as paths below src/. */
  readonly names: readonly string[]
  /** Where the bundles are. */
  readonly folder: string
}

const runtimes: Readonly<Record<string, (part: Part) => Promise<RuntimeReport>>> = {
  bun: (part) => runProcess(part, join(bin, 'bun'), ['run']),
  deno: (part) => runProcess(part, join(bin, 'deno'), ['run', '-A', '--no-config', '--no-lock']),
  workerd: runWorker,
}

const [only, ...folders] = process.argv.slice(2)
const chosen = only === undefined ? Object.keys(runtimes) : [only]
const workspace = mkdtempSync(join(tmpdir(), 'framework-runtimes-'))
let passed = 0
let failed = 0

try {
  const names = (folders.length > 0 ? folders : portableFolders()).filter(
    (name) => portableTests(name).length > 0,
  )
  const parts: Part[] = []
  for (let start = 0; start < names.length; start += foldersTogether) {
    const folder = join(workspace, String(parts.length))
    parts.push({ names: names.slice(start, start + foldersTogether), folder })
  }

  // One after the other, while the runtimes already test the folders before.
  let last: Promise<void> = Promise.resolve()
  const bundled = parts.map((part) => (last = last.then(() => bundle(part))))

  // A runtime has one thread for its tests, and spends part of the time waiting, so none waits for the others.
  const totals = new Map(chosen.map((name) => [name, { passed: 0, failed: 0, ms: 0 }]))
  await Promise.all(
    Array.from(totals, async ([name, total]) => {
      for (const [index, part] of parts.entries()) {
        await bundled[index]
        const start = performance.now()
        const { passed, failures } = await judge(name, part)
        total.ms += performance.now() - start
        total.passed += passed
        for (const failure of failures) {
          total.failed++
          const error = failure.error.split('\n').slice(0, 4).join('\n    ')
          console.log(`  ✗ ${name}: ${failure.name}\n    ${error}`)
        }
      }
    }),
  )
  for (const [name, total] of totals) {
    const seconds = (total.ms / 1000).toFixed(1)
    console.log(`${name}: ${total.passed} passed, ${total.failed} failed, ${seconds} s`)
    passed += total.passed
    failed += total.failed
  }
} finally {
  rmSync(workspace, { recursive: true, force: true })
}
console.log(`Runtimes: ${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

/** Returns the report of one part on one runtime, including the real POST. A runtime without a report has failed. */
async function judge(name: string, part: Part): Promise<Report> {
  try {
    const report = await runtimes[name]!(part)
    if (isDeepStrictEqual(report.post, expectedEcho)) return report
    const error = `responded with ${JSON.stringify(report.post)}`
    return { ...report, failures: [...report.failures, { name: 'serves a POST', error }] }
  } catch (error) {
    const tests = `runs the tests of ${part.names.join(', ')}`
    return { passed: 0, failures: [{ name: tests, error: String(error) }] }
  }
}

/** Writes one file for processes and one for workers, each with the tests, the shim in place of Vitest, and an entry. */
async function bundle(part: Part): Promise<void> {
  await bundleFor('process', part)
  await bundleFor('worker', part)
}

async function bundleFor(name: 'process' | 'worker', { names, folder }: Part): Promise<void> {
  const shim = join(import.meta.dirname, 'vitest-shim.ts')
  const build = await rolldown({
    input: 'virtual:entry',
    platform: name === 'worker' ? 'browser' : 'neutral',
    logLevel: 'silent',
    resolve: {
      alias: { vitest: shim },
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
        resolveId: (id) => (id.startsWith('virtual:') ? id : null),
        load(id) {
          if (id === 'virtual:entry') {
            const tests = names.flatMap((name) => [
              `virtual:folder/${name}`,
              ...portableTests(name).map((file) => join(root, file)),
            ])
            const entry = JSON.stringify(join(import.meta.dirname, `entry-${name}.ts`))
            return [
              ...tests.map((path) => `import ${JSON.stringify(path)}`),
              name === 'worker' ? `export { default } from ${entry}` : `import ${entry}`,
            ].join('\n')
          }
          const folder = /^virtual:folder\/(.+)$/.exec(id)?.[1]
          return folder === undefined
            ? null
            : `import { startFolder } from ${JSON.stringify(shim)}\nstartFolder('${folder}')`
        },
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

function runProcess(part: Part, command: string, args: string[]): Promise<RuntimeReport> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args, join(part.folder, 'process.mjs')], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const timer = setTimeout(() => child.kill('SIGKILL'), timeLimit * part.names.length)
    child.on('close', () => {
      clearTimeout(timer)
      const line = output.split('\n').find((text) => text.startsWith('@@report '))
      if (line === undefined)
        reject(new Error(`${command} gave no report:\n${output.slice(-3000)}`))
      else resolve(JSON.parse(line.slice('@@report '.length)) as RuntimeReport)
    })
  })
}

async function runWorker({ names, folder }: Part): Promise<RuntimeReport> {
  writeFileSync(
    join(folder, 'worker.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [ (name = "main", worker = .app), (name = "internet", network = (allow = ["private"])) ],
  sockets = [ (name = "http", address = "127.0.0.1:0", http = (), service = "main") ],
);
const app :Workerd.Worker = (
  modules = [ (name = "worker.mjs", esModule = embed "worker.mjs") ],
  compatibilityDate = "2026-01-01",
);
`,
  )
  const args = ['serve', '--control-fd=3', join(folder, 'worker.capnp')]
  const child = spawn(join(bin, 'workerd'), args, {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  })
  try {
    const port = await readPort(child.stdio[3] as Readable)
    const report = await askForReport(port, timeLimit * names.length)
    return { ...report, post: await postEcho(port) }
  } finally {
    child.kill('SIGKILL')
  }
}

/** Asks without fetch(), which gives up after five minutes. */
async function askForReport(port: number, limit: number): Promise<Report> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const signal = AbortSignal.timeout(limit)
    get({ host: '127.0.0.1', port, path: '/__test', signal }, resolve).on('error', reject)
  })
  const body = await text(response)
  if (response.statusCode !== 200)
    throw new Error(`workerd returned ${response.statusCode}: ${body}`)
  return JSON.parse(body) as Report
}

/** Waits until workerd says on which port it listens. Another process cannot take it before, unlike one that was free. */
async function readPort(control: Readable): Promise<number> {
  let output = ''
  for await (const chunk of control) {
    output += String(chunk)
    const found = /"port":(\d+)\D/.exec(output)
    if (found) return Number(found[1])
  }
  throw new Error(`workerd ended before it listened. It wrote: ${output}`)
}
