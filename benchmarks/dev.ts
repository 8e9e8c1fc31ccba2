import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { launchChromium } from './chromium.ts'
import type { Budget, Report, Table } from './report.ts'
import type { BenchOptions } from './run.ts'
import { devApps, folderOf, generateApp, pathOf } from './scale-apps.ts'
import { median, needsRound, spread } from './statistics.ts'

/** The measurements of one dev server, in milliseconds. What did not finish is missing. */
interface Measured {
  /** From the start of the process, without a cache, until the document of its last page. */
  start?: number[]
  startCpu?: number[]
  /** From writing a file until the browser shows the edit. */
  edit?: number[]
  /** CPU time of the dev server for one edit. */
  editCpu?: number[]
}

type Contestants = Record<string, Measured>

/** What takes longer is ended, and the report says that it did not finish. */
const patience = 90_000

const most = { start: 4000, edit: 150 }

export default async function benchDev({ trial, only }: BenchOptions): Promise<Report> {
  const all = trial ? [10] : [50, 5000]
  const counts = only === undefined ? all : [Number(only)]
  const found: Record<string, Contestants> = {}
  for (const count of counts) found[count] = await measure(count, trial)

  return {
    title: 'Dev server',
    about:
      'Generated apps of many pages, as in the benchmark of pages at scale. Each dev server starts without a cache, and the time ' +
      'ends with the document of one page. Then the text of the component of this page is edited on disk, and the time ends when ' +
      `the text is in the document in Chromium. The servers take turns. What takes more than ${patience / 1000} s is ended.`,
    tables: counts.map((count) => toTable(count, found[count]!)),
    budgets: toBudgets(counts, found),
    data: found,
  }
}

async function measure(count: number, trial: boolean): Promise<Contestants> {
  const names = Object.keys(devApps)
  const measured: Contestants = Object.fromEntries(names.map((name) => [name, {}]))
  const rounds = trial || count >= 5000 ? 1 : 3
  const edits = trial ? { least: 2, most: 2 } : { least: 10, most: 20 }
  let servers: DevServer[] = []
  const browser = await launchChromium()
  try {
    for (const name of names) generateApp(name, count)
    for (let round = 0; round < rounds; round++) {
      for (const server of servers) server.stop()
      servers = []
      for (const name of names) {
        rmSync(join(folderOf(name, count), 'node_modules'), { recursive: true, force: true })
        const server = await startDev(name, count)
        if (server === undefined) continue
        servers.push(server)
        ;(measured[name]!.start ??= []).push(server.start)
        ;(measured[name]!.startCpu ??= []).push(server.startCpu)
      }
    }

    const editors: { name: string; apply: Edit }[] = []
    for (const server of servers) {
      const apply = await openEditor(browser, server, count).catch(ignoreTimeout)
      if (apply !== undefined) editors.push({ name: server.name, apply })
    }
    const costs = (): Record<string, number[]> =>
      Object.fromEntries(editors.map(({ name }) => [name, measured[name]!.edit ?? []]))
    for (let edit = 0; needsRound(edits, costs()); edit++) {
      for (const { name, apply } of editors) {
        const { elapsed, cpu } = await apply(`edit ${edit}`)
        ;(measured[name]!.edit ??= []).push(elapsed)
        ;(measured[name]!.editCpu ??= []).push(cpu)
      }
    }
  } finally {
    for (const server of servers) server.stop()
    await browser.close()
    for (const name of names) rmSync(folderOf(name, count), { recursive: true, force: true })
  }

  return measured
}

interface DevServer {
  name: string
  url: string
  start: number
  startCpu: number
  /** Milliseconds of CPU time that the process has used. */
  cpu(): number
  stop(): void
}

/** Starts a dev server and requests its last page; `undefined` if that takes too long. */
async function startDev(name: string, count: number): Promise<DevServer | undefined> {
  const port = await freePort()
  const url = `http://localhost:${port}${pathOf(count - 1)}`
  const begin = performance.now()
  const child = spawn(process.execPath, devApps[name]!.dev(port), {
    cwd: folderOf(name, count),
    env: { ...process.env, NODE_ENV: 'development' },
    stdio: 'ignore',
    detached: true,
  })
  const stop = (): void => void process.kill(-child.pid!, 'SIGKILL')
  const cpu = (): number => cpuOf(child.pid!)
  try {
    while (performance.now() - begin < patience) {
      if (child.exitCode !== null) throw new Error(`The dev server of ${name} ended`)
      const html = await readOnce(url)
      if (html === undefined) {
        await setTimeout(20)
        continue
      }
      if (!html.includes(`Page ${count - 1}`))
        throw new Error(`${name} shows ${html.slice(0, 500)}`)
      return { name, url, start: performance.now() - begin, startCpu: cpu(), cpu, stop }
    }
  } catch (error) {
    stop()
    throw error
  }
  stop()
  return undefined
}

/** Returns a document, or nothing from a server that does not listen yet. */
async function readOnce(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(patience) })
    return await response.text()
  } catch (error) {
    const { code = '' } = (error as { cause?: { code?: string } }).cause ?? {}
    if (code === 'ECONNREFUSED' || code === 'ECONNRESET') return undefined
    if ((error as Error).name === 'TimeoutError') return undefined
    throw error
  }
}

type Edit = (text: string) => Promise<{ elapsed: number; cpu: number }>

/** Opens a page of a dev server, and returns a function that edits its component and waits until the page shows it. */
async function openEditor(browser: Browser, server: DevServer, count: number): Promise<Edit> {
  const page = count - 1
  const file = join(folderOf(server.name, count), devApps[server.name]!.pageFile(page))
  const source = readFileSync(file, 'utf8')
  const tab = await (await browser.newContext()).newPage()
  let onShown: (text: string, at: number) => void = () => {}
  await tab.exposeFunction('shown', (text: string, at: number) => onShown(text, at))
  // Also after a reload, which is another way to show an edit.
  await tab.addInitScript(() => {
    const tell = (): void => {
      const text = document.querySelector('h1')?.textContent
      const at = performance.timeOrigin + performance.now()
      if (text) (globalThis as unknown as { shown: typeof onShown }).shown(text, at)
    }
    new MutationObserver(tell).observe(document, {
      characterData: true,
      childList: true,
      subtree: true,
    })
  })
  await tab.goto(server.url, { timeout: patience })
  await tab.waitForFunction(
    () => {
      const heading = document.querySelector('h1') ?? {}
      return Object.keys(heading).some((key) => key.startsWith('__react'))
    },
    undefined,
    { timeout: patience },
  )
  await tab.waitForLoadState('networkidle', { timeout: patience })

  const edit: Edit = async (text) => {
    const wanted = `Page ${page} ${text}`
    const shown = new Promise<number>((resolve) => {
      onShown = (heading, at) => heading === wanted && resolve(at)
    })
    const before = server.cpu()
    const begin = performance.timeOrigin + performance.now()
    writeFileSync(file, source.replace('<h1>{text}</h1>', `<h1>{text} ${text}</h1>`))
    const late = setTimeout(patience / 2, undefined, { ref: false }).then(() => {
      const error = new Error(`The dev server of ${server.name} does not show an edit`)
      throw Object.assign(error, { name: 'TimeoutError' })
    })
    late.catch(() => {})
    const elapsed = (await Promise.race([shown, late])) - begin
    return { elapsed, cpu: (await cpuAtRest(server)) - before }
  }
  // The first edits compile code of the dev server.
  for (let warmUp = 0; warmUp < 3; warmUp++) await edit(`warm ${warmUp}`)
  return edit
}

/** Waits until a server works no longer, but at most a second, and returns its CPU time. */
async function cpuAtRest({ cpu }: DevServer): Promise<number> {
  let before = -1
  let now = cpu()
  for (let wait = 0; wait < 5 && now !== before; wait++) {
    before = now
    await setTimeout(200)
    now = cpu()
  }
  return now
}

function ignoreTimeout(error: Error): undefined {
  if (error.name !== 'TimeoutError') throw error
}

/** The CPU time of a process and of those that it started, in milliseconds, in steps of 10. */
function cpuOf(group: number): number {
  const times = readdirSync('/proc').map((pid) => {
    const file = `/proc/${pid}/stat`
    if (!/^\d+$/.test(pid) || !existsSync(file)) return 0
    const fields = readFileSync(file, 'utf8').split(') ')[1]!.split(' ')
    return Number(fields[2]) === group ? Number(fields[11]) + Number(fields[12]) : 0
  })
  return times.reduce((sum, time) => sum + time) * 10
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')

  return port
}

function toTable(count: number, measured: Contestants): Table {
  const cell = (values: number[] | undefined, unit = 1, digits = 0): string =>
    values === undefined
      ? 'did not finish'
      : spread(
          values.map((value) => value / unit),
          digits,
        )
  return {
    title: `${count.toLocaleString('en')} pages`,
    columns: [
      '',
      'first page, s',
      'first page, s of CPU',
      'edit until it is shown, ms',
      'CPU of an edit, ms',
    ],
    rows: Object.entries(measured).map(([name, one]) => [
      name,
      cell(one.start, 1000, 2),
      cell(one.startCpu, 1000, 2),
      cell(one.edit),
      cell(one.editCpu),
    ]),
  }
}

function toBudgets(counts: readonly number[], found: Record<string, Contestants>): Budget[] {
  return counts.flatMap((count) => {
    const { start, edit } = found[count]!['framework']!
    const pages = `${count.toLocaleString('en')} pages`
    return [
      ...(start === undefined || count < 5000
        ? []
        : [
            {
              what: `first page of the dev server, ${pages}`,
              budget: `≤ ${most.start / 1000} s`,
              measured: `${(median(start) / 1000).toFixed(1)} s`,
              met: median(start) <= most.start,
            },
          ]),
      ...(edit === undefined
        ? []
        : [
            {
              what: `an edit until the browser shows it, ${pages}`,
              budget: `≤ ${most.edit} ms`,
              measured: `${spread(edit, 0)} ms`,
              met: median(edit) <= most.edit,
            },
          ]),
    ]
  })
}
