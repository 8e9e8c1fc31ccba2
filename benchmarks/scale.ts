import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import {
  loading,
  loadServers,
  pinned,
  startServers,
  type Loaded,
  type RunningServer,
} from './load.ts'
import type { Budget, Report, Table } from './report.ts'
import type { BenchOptions } from './run.ts'
import { folderOf, generateApp, pathOf, scaleApps } from './scale-apps.ts'
import { median, needsRound, spread } from './statistics.ts'

/** The measurements of one app. One that did not finish is missing. */
interface Measured extends Partial<Loaded> {
  /** The JavaScript and data that a browser loads with the first page, in bytes. */
  raw?: number
  gzip?: number
  /** From the start of a process to its first document: milliseconds, and milliseconds of its CPU time. */
  start?: number[]
  startCpu?: number[]
  /** Milliseconds of CPU time of the first request for a page, in a process that has served another one. */
  cold?: number[]
  /** Bytes of heap that a visited page takes. */
  memory?: number
  /** Milliseconds, and milliseconds of CPU time. */
  build?: number[]
  buildCpu?: number[]
}

type Contestants = Record<string, Measured>

/** A measurement that takes longer is ended, and the report says that it did not finish. */
const patience = 10 * 60_000

const names = Object.keys(scaleApps)

/** Builds all apps at the same time if only their documents are measured: the longest of them takes minutes. */
export async function prepare({ trial, only }: BenchOptions): Promise<void> {
  if (only !== 'documents') return

  const apps = countsOf(trial)
    .toReversed()
    .flatMap((count) => names.map((name) => ({ name, count })))
  for (const { name, count } of apps) generateApp(name, count)
  await Promise.all(apps.map(({ name, count }) => runBuild(name, count)))
}

function countsOf(trial: boolean): number[] {
  return trial ? [10, 30] : [50, 500, 5000]
}

/** Measures everything, the documents of all apps (`scale:documents`), or the apps of one size (`scale:500`). */
export default async function benchScale({ trial, only }: BenchOptions): Promise<Report> {
  const isDocuments = only === 'documents'
  const counts = only === undefined || isDocuments ? countsOf(trial) : [Number(only)]
  const found: Record<string, Contestants> = {}

  for (const count of counts) {
    const measured: Contestants = Object.fromEntries(names.map((name) => [name, {}]))
    found[count] = measured
    try {
      if (!isDocuments) {
        for (const name of names) generateApp(name, count)
        // The spread of a long measurement is small.
        await measureBuilds(count, measured, trial || count >= 500 ? 1 : 3)
        await measureStarts(count, measured, trial)
      }
      await measureDocuments(count, measured, trial)
    } finally {
      for (const name of names) rmSync(folderOf(name, count), { recursive: true, force: true })
    }
  }

  return {
    title: 'Pages at scale',
    about:
      'Generated apps of many pages, `section<i>.$id.item<i>.tsx`, with a loader and a link each. The pages are compared before ' +
      `anything is timed, and what is repeated alternates between the frameworks. ${pinned} CPU is that of the server or of the build. ` +
      'JavaScript is what Chromium loads with the page until the network is quiet, with what scripts fetch.' +
      ` What takes longer than ${patience / 60_000} minutes is ended.`,
    tables: counts.map((count) => toTable(count, found[count]!)),
    budgets: toBudgets(counts, found),
    data: found,
  }
}

async function measureBuilds(count: number, measured: Contestants, rounds: number): Promise<void> {
  const times: Record<string, { elapsed: number; cpu: number }[]> = {}
  for (let round = 0; round < rounds; round++) {
    for (const name of Object.keys(measured)) {
      rmSync(join(folderOf(name, count), 'build'), { recursive: true, force: true })
      const time = await runBuild(name, count)
      if (time !== undefined) (times[name] ??= []).push(time)
    }
  }
  for (const [name, all] of Object.entries(times)) {
    measured[name]!.build = all.map(({ elapsed }) => elapsed)
    measured[name]!.buildCpu = all.map(({ cpu }) => cpu)
  }
}

/** Milliseconds of a build; `undefined` if it did not finish. */
async function runBuild(
  name: string,
  count: number,
): Promise<{ elapsed: number; cpu: number } | undefined> {
  const begin = performance.now()
  // `times` prints the CPU time of the commands that a shell has run.
  const child = spawn(
    '/bin/sh',
    ['-c', '"$@" >/dev/null && times', 'sh', process.execPath, ...scaleApps[name]!.build],
    {
      cwd: folderOf(name, count),
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    },
  )
  let output = ''
  let complaint = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (complaint += chunk))
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    process.kill(-child.pid!, 'SIGKILL')
  }, patience)
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(timer)
  if (isLate) return undefined
  if (code !== 0) throw new Error(`${name} does not build ${count} pages: ${complaint.slice(-500)}`)

  const [user = 0, system = 0] = [
    ...output
      .trim()
      .split('\n')
      .at(-1)!
      .matchAll(/(\d+)m([\d.]+)s/g),
  ].map(([, minutes, seconds]) => (Number(minutes) * 60 + Number(seconds)) * 1000)
  return { elapsed: performance.now() - begin, cpu: user + system }
}

/** Measures starts, first requests and memory. Each is measured in new processes. */
async function measureStarts(count: number, measured: Contestants, trial: boolean): Promise<void> {
  const built = namesOfBuilt(count)
  const costs = (read: (one: Measured) => number[] | undefined) =>
    Object.fromEntries(built.map((name) => [name, read(measured[name]!) ?? []]))
  const starts = trial ? { least: 1, most: 1 } : { least: 9, most: 15 }
  while (
    needsRound(
      starts,
      costs(({ startCpu }) => startCpu),
    )
  ) {
    for (const name of built) {
      const { elapsed, cpu } = await startOnce(name, count)
      ;(measured[name]!.start ??= []).push(elapsed)
      ;(measured[name]!.startCpu ??= []).push(cpu)
    }
  }
  const visits = trial ? { least: 1, most: 1 } : { least: 3, most: 9 }
  while (
    needsRound(
      visits,
      costs(({ cold }) => cold),
    )
  ) {
    for (const name of built) {
      ;(measured[name]!.cold ??= []).push(await visitCold(name, count, trial ? 1 : 200))
    }
  }
  for (const name of built) {
    measured[name]!.memory = await memoryOfPages(name, count, trial ? 1 : 500)
  }
}

/** Returns the names of the apps whose build has finished. */
function namesOfBuilt(count: number): string[] {
  return names.filter((name) => existsSync(join(folderOf(name, count), 'build/server/index.js')))
}

async function measureDocuments(
  count: number,
  measured: Contestants,
  trial: boolean,
): Promise<void> {
  const load = {
    path: pathOf(count - 1),
    type: 'text/html',
    headers: { Accept: 'text/html' },
    read: readPage,
  }
  const running = await startServers('scale-apps.ts', namesOfBuilt(count), String(count))
  try {
    const options = loading(trial, { rounds: { least: 8, most: 20 }, connections: 20 })
    const loaded = await loadServers(running, load, options)
    for (const server of running) {
      Object.assign(
        measured[server.name]!,
        loaded[server.name],
        await loadedInBrowser(server, load.path),
      )
    }
  } finally {
    for (const server of running) server.stop()
  }
}

/** Starts a separate process that loads an app and creates one document. */
async function startOnce(name: string, count: number): Promise<{ elapsed: number; cpu: number }> {
  return runAlone(
    name,
    count,
    `await visit(${count - 1})
const { user, system } = process.cpuUsage()
console.log(JSON.stringify({ elapsed: performance.now(), cpu: (user + system) / 1000 }))`,
  )
}

/** Milliseconds of CPU time for each page that is visited for the first time: its module has to be loaded. */
async function visitCold(name: string, count: number, warmUp: number): Promise<number> {
  return runAlone(
    name,
    count,
    `${warm(warmUp)}
const before = process.cpuUsage()
const pages = ${Math.min(count, 100) - 1}
for (let page = 1; page <= pages; page++) await visit(page)
const { user, system } = process.cpuUsage(before)
console.log((user + system) / 1000 / pages)`,
  )
}

/** Bytes of heap for each page that is visited for the first time, in a process that has served many requests for one page. */
async function memoryOfPages(name: string, count: number, warmUp: number): Promise<number> {
  return runAlone(
    name,
    count,
    `${warm(warmUp)}
const heap = () => (gc(), gc(), process.memoryUsage().heapUsed)
const before = heap()
const pages = ${Math.min(count, 500) - 1}
for (let page = 1; page <= pages; page++) await visit(page)
console.log((heap() - before) / pages)`,
    // Otherwise a collection also drops the code of functions that were not called for a while.
    ['--expose-gc', '--no-flush-bytecode'],
  )
}

/** Code that visits one page often. An app that takes 100 ms for each does that for 3 s. */
function warm(times: number): string {
  return `for (let round = 0; round < ${times} && performance.now() < 3000; round++) await visit(0)`
}

/** Runs code that has `visit(page)` in a process of its own, and returns what it prints. */
async function runAlone<Printed>(
  name: string,
  count: number,
  code: string,
  flags: readonly string[] = [],
): Promise<Printed> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      ...flags,
      '--input-type=module',
      '-e',
      `${scaleApps[name]!.start}
${pathOf.toString()}
async function visit(page) {
  const response = await handle(new Request('http://localhost' + pathOf(page)))
  if (!(await response.text()).includes('Page ' + page)) throw new Error('Another page')
}
${code}`,
    ],
    { cwd: folderOf(name, count), env: { ...process.env, NODE_ENV: 'production' } },
  )

  return JSON.parse(stdout) as Printed
}

/** Returns what a browser loads with a page, apart from the document and styles. Returns nothing without a browser. */
async function loadedInBrowser(
  { port }: RunningServer,
  path: string,
): Promise<Pick<Measured, 'raw' | 'gzip'>> {
  const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) =>
    existsSync(path),
  )
  if (executablePath === undefined) return {}

  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const tab = await browser.newPage()
    const bodies = new Map<string, Promise<Buffer>>()
    tab.on('response', (response) => {
      if (!/^(?:script|fetch|xhr|other)$/.test(response.request().resourceType())) return
      const body = response.body()
      body.catch(() => {}) // One that arrives while the browser closes is not counted.
      bodies.set(response.url(), body)
    })
    await tab.goto(`http://127.0.0.1:${port}${path}`, { waitUntil: 'networkidle' })
    const all = await Promise.all(bodies.values())
    return {
      raw: sum(all.map((body) => body.length)),
      gzip: sum(all.map((body) => gzipSync(body, { level: 9 }).length)),
    }
  } finally {
    await browser.close()
  }
}

/** Returns the visible part of a page, without what each framework adds. */
function readPage(html: string): string {
  return JSON.stringify([
    /<h1>([^<]*)/.exec(html)?.[1],
    /<p>([^<]*)/.exec(html)?.[1],
    /<a\b[^>]*href="([^"]*)"[^>]*>([^<]*)<\/a>/.exec(html)?.slice(1),
  ])
}

function toTable(count: number, measured: Contestants): Table {
  const late = 'not measured'
  const seconds = (values: number[] | undefined): string =>
    values === undefined ? late : spread(values.map((value) => value / 1000))
  const kilobytes = (value: number | undefined): string =>
    value === undefined ? 'not measured' : (value / 1000).toFixed(1)

  return {
    title: `${count.toLocaleString('en')} pages`,
    columns: [
      '',
      'documents per second',
      'CPU per document, µs',
      'first page, KB raw',
      'KB gzipped',
      'start, ms',
      'start, ms of CPU',
      'first request of a page, ms of CPU',
      'heap per visited page, KB',
      'build, s',
      'build, s of CPU',
    ],
    rows: Object.entries(measured).map(([name, one]) => [
      name,
      one.rate === undefined ? late : spread(one.rate, 0),
      one.cpu === undefined ? late : spread(one.cpu, 0),
      kilobytes(one.raw),
      kilobytes(one.gzip),
      one.start === undefined ? late : spread(one.start, 0),
      one.startCpu === undefined ? late : spread(one.startCpu, 0),
      one.cold === undefined ? late : spread(one.cold),
      kilobytes(one.memory),
      seconds(one.build),
      seconds(one.buildCpu),
    ]),
  }
}

/** How much more the largest app may cost than the smallest. */
function toBudgets(counts: readonly number[], found: Record<string, Contestants>): Budget[] {
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  const small = found[least]!['framework']!
  const large = found[most]!['framework']!
  if (least === most || large.cpu === undefined) return []

  const from = `${most.toLocaleString('en')} pages instead of ${least}`
  const document = median(large.cpu) / median(small.cpu!)
  const start = large.startCpu && median(large.startCpu) / median(small.startCpu!)
  const growth = large.gzip! - small.gzip!
  return [
    {
      what: `CPU of a document, ${from}`,
      budget: '≤ 1.5 ×',
      measured: document.toFixed(2),
      met: document <= 1.5,
    },
    ...(start === undefined
      ? []
      : [
          {
            what: `CPU of a start, ${least} pages`,
            budget: '≤ 130 ms',
            measured: `${median(small.startCpu!).toFixed(0)} ms`,
            met: median(small.startCpu!) <= 130,
          },
          {
            what: `CPU of a start, ${from}`,
            budget: '≤ 2 ×',
            measured: start.toFixed(2),
            met: start <= 2,
          },
        ]),
    ...(Number.isNaN(growth)
      ? []
      : [
          {
            what: `JavaScript of the first page, ${from}`,
            budget: '≤ 1,000 bytes more, gzipped',
            measured: Math.round(growth).toLocaleString('en'),
            met: growth <= 1000,
          },
        ]),
  ]
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
