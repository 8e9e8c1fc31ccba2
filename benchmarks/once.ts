import { execFileSync } from 'node:child_process'
import { deepStrictEqual } from 'node:assert'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import type { FetchHandler } from 'framework/fetch-router'
// The function itself is not published. A request with it is a separate case.
import { createOnce } from '../dist/middleware/once/create-once.js'
import { launchChromium } from './chromium.ts'
import { gzipped, loadedInBrowser } from './client-bytes.ts'
import { compare, timing, type Cases, type Contestant, type Measured } from './compare.ts'
import { startServers } from './load.ts'
import type { Budget, Report, Table } from './report.ts'
import type { BenchOptions } from './run.ts'
import { median, spread } from './statistics.ts'

/** What `once()` may cost beside the transaction, in microseconds. */
const MOST = 50
/** The time of a round trip, in milliseconds, and how long a form may take with one, in comparison with two requests. */
const ROUND_TRIP = 150
const MOST_TIME = 0.55
/** What `once` may add to a page that uses it, and one trip to a page that does not, in bytes. */
const MOST_BYTES = { once: 600, oneTrip: 300 }

/** A checkout without one trip, with its `dist/`, to see how many bytes that adds. */
const before = process.env['FRAMEWORK_BEFORE']

const apps = join(import.meta.dirname, 'apps')
const app = join(apps, 'once')
const cli = join(import.meta.dirname, 'node_modules/framework/dist/tools/cli/main.js')

/** Places an order, the one with this number. Returns its id. */
type Place = (db: DatabaseSync, insert: () => number, order: number) => number

const places: Readonly<Record<string, Place>> = {
  'a transaction'(db, insert) {
    db.exec('BEGIN IMMEDIATE')
    const id = insert()
    db.exec('COMMIT')
    return id
  },
  'once()'(db, insert, order) {
    const id = `${order}`.padStart(43, '0')
    const target = ['/order', {}] as const
    const submission = { id, owners: [''], print: '', target, route: 'order' }
    return createOnce(submission, () => {})(db, insert)
  },
}

/** Everything that is timed, for the processes of the contestants. */
export const cases: Cases = {
  sqlite: Object.fromEntries(
    Object.entries(places).map(([name, place]) => [name, () => createPlacing(place)]),
  ),
  request: {
    'a transaction': () => createSending('transaction'),
    'once()': () => createSending('once'),
  },
}

export default async function benchOnce({ trial }: BenchOptions): Promise<Report> {
  const options = timing(trial, { rounds: { least: 25, most: 25 }, warmUp: 1000 })
  build(app)
  const data: Record<string, unknown> = {}
  const tables: Table[] = []
  const budgets: Budget[] = []

  for (const [name, title] of [
    ['sqlite', 'An order'],
    ['request', 'The request of a form'],
  ] as const) {
    const found = await compare(import.meta.filename, name, cases[name]!, options)
    const [plain, keyed] = Object.values(found).map(toMicroseconds)
    const above = keyed!.map((cost, round) => cost - plain![round]!)
    const difference = spread(above, 1)
    tables.push({
      title,
      columns: ['', 'µs of CPU'],
      rows: [
        ['a transaction', spread(plain!, 1)],
        ['once()', spread(keyed!, 1)],
        ['the difference', difference],
      ],
    })
    if (name === 'sqlite') {
      budgets.push({
        what: 'once() in SQLite',
        budget: `≤ ${MOST} µs above the transaction`,
        measured: `${difference} µs`,
        met: median(above) <= MOST,
      })
    }
    data[name] = found
  }

  const trips = await timeTrips(trial ? 2 : 40)
  const ratios = trips['one trip']!.map((time, i) => time / trips['two requests']![i]!)
  data['trips'] = trips
  tables.push({
    title: `A form of a page, with a round trip of ${ROUND_TRIP} ms`,
    columns: ['', 'click to commit, ms'],
    rows: Object.entries(trips).map(([name, times]) => [name, spread(times, 0)]),
  })
  budgets.push({
    what: `a form with a round trip of ${ROUND_TRIP} ms`,
    budget: `≤ ${MOST_TIME} × two requests`,
    measured: spread(ratios),
    met: median(ratios) <= MOST_TIME,
  })

  const bytes = await countBytes()
  data['bytes'] = bytes
  tables.push({
    title: 'JavaScript of a page with 50 links and a form',
    columns: ['', 'bytes'],
    rows: Object.entries(bytes).map(([name, count]) => [name, count.toLocaleString('en')]),
  })
  const addBytes = (what: string, most: number, more: number): void =>
    void budgets.push({
      what,
      budget: `≤ ${most} bytes`,
      measured: `${more}`,
      met: more <= most,
    })
  addBytes(
    'JavaScript of once, in a page that uses it',
    MOST_BYTES.once,
    bytes['with once']! - bytes['without once']!,
  )
  if (before !== undefined) {
    addBytes(
      'JavaScript of one trip, in every page',
      MOST_BYTES.oneTrip,
      bytes['without once']! - bytes['before one trip']!,
    )
  }

  return {
    title: 'Once',
    about:
      'An order in a database of node:sqlite in memory: in a transaction, and by once(), which opens the same transaction. ' +
      'Each order has a new key. Then the same in the action of a page, whose request also has its digests. Cost is the CPU ' +
      'time of the process. Then the time from a click in Chromium until a form shows its page, behind a proxy that delays ' +
      'what each side sends, with one trip and without it. Then the bytes that Chromium loads, after `gzip -9`. With ' +
      'FRAMEWORK_BEFORE, also those of a build without one trip.',
    tables,
    budgets,
    data,
  }
}

function toMicroseconds({ cpu }: Measured): number[] {
  return cpu.map((cost) => cost / 1e3)
}

function createPlacing(place: Place): Contestant {
  const db = new DatabaseSync(':memory:')
  db.exec('CREATE TABLE orders (id INTEGER PRIMARY KEY, book TEXT)')
  const statement = db.prepare("INSERT INTO orders (book) VALUES ('Emma')")
  const insert = (): number => Number(statement.run().lastInsertRowid)
  let order = 0
  return {
    check: () => place(db, insert, order++),
    run(times) {
      for (let i = 0; i < times; i++) place(db, insert, order++)
    },
  }
}

/** Sends a form as the client router does, which wants no page with the response. */
async function createSending(route: 'once' | 'transaction'): Promise<Contestant> {
  const { default: handle } = (await import(join(app, 'build/server/index.js'))) as {
    default: FetchHandler
  }
  let order = 0
  const send = (): Promise<Response> => {
    const key = `${order++}`.padStart(22, '0')
    const part = route === 'once' ? ';once=1' : ''
    return handle(
      new Request(`http://shop.test/${route}?_data=routes%2F${route}${part}`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          'Idempotency-Key': `"${key}"`,
        },
        body: 'book=Emma',
      }),
    )
  }
  return {
    check: async () => (await send()).json(),
    async run(times) {
      for (let i = 0; i < times; i++) await (await send()).text()
    },
  }
}

/** Times clicks on the button of a form, in turns. */
async function timeTrips(rounds: number): Promise<Record<string, number[]>> {
  const names = ['two requests', 'one trip']
  const running = await startServers('once-server.ts', names, app, String(ROUND_TRIP))
  const browser = await launchChromium()
  try {
    const tabs = []
    for (const { name, port } of running) {
      const tab = await (await browser.newContext()).newPage()
      await tab.goto(`http://127.0.0.1:${port}/basket`, { waitUntil: 'networkidle' })
      tabs.push({ name, tab, times: [] as number[] })
    }
    for (let round = -1; round < rounds; round++) {
      for (const { name, tab, times } of tabs) {
        await tab.bringToFront() // Browsers slow down tabs in the background.
        const { time, requests } = await tab.evaluate(clickForm)
        deepStrictEqual(requests, name === 'one trip' ? 1 : 2, `the requests of ${name}`)
        if (round >= 0) times.push(time)
      }
    }
    return Object.fromEntries(tabs.map(({ name, times }) => [name, times]))
  } finally {
    await browser.close()
    for (const server of running) server.stop()
  }
}

/** Runs in the page: clicks, and waits for the next number. */
async function clickForm(): Promise<{ time: number; requests: number }> {
  const heading = document.querySelector('h1')!
  const before = heading.textContent
  performance.clearResourceTimings()
  const start = performance.now()
  const end = await new Promise<number>((resolve) => {
    const observer = new MutationObserver(() => {
      if (heading.textContent === before) return
      observer.disconnect()
      resolve(performance.now())
    })
    observer.observe(heading, { childList: true, subtree: true, characterData: true })
    document.querySelector('button')!.click()
  })
  // The browser records a request a little later.
  await new Promise((resolve) => setTimeout(resolve, 20))
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  return {
    time: end - start,
    requests: entries.filter(({ initiatorType }) => initiatorType === 'fetch').length,
  }
}

/** Counts what a browser loads for the page of 50 links and a form. */
async function countBytes(): Promise<Record<string, number>> {
  const page = join(apps, 'framework')
  build(page)
  const bytes = { 'without once': await countLoaded(page) } as Record<string, number>
  const keyed = join(apps, 'framework-once')
  copyApp(page, keyed)
  const form = join(keyed, 'app/routes/_index.tsx')
  writeFileSync(form, `${readFileSync(form, 'utf8')}\nexport const once = true\n`)
  build(keyed)
  bytes['with once'] = await countLoaded(keyed)
  rmSync(keyed, { recursive: true })
  if (before !== undefined) {
    const early = join(apps, 'framework-before')
    copyApp(page, early)
    for (const part of ['package.json', 'dist']) {
      cpSync(join(before, part), join(early, 'node_modules/framework', part), { recursive: true })
    }
    build(early, join(early, 'node_modules/framework/dist/tools/cli/main.js'))
    bytes['before one trip'] = await countLoaded(early)
    rmSync(early, { recursive: true })
  }
  return bytes
}

function copyApp(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true })
  cpSync(from, to, { recursive: true, filter: (path) => !path.endsWith('/build') })
}

async function countLoaded(folder: string): Promise<number> {
  const [server] = await startServers('once-server.ts', ['a page'], folder)
  try {
    const loaded = await loadedInBrowser(server!)
    return gzipped(join(folder, 'build/client'), loaded!)
  } finally {
    server!.stop()
  }
}

function build(folder: string, program: string = cli): void {
  execFileSync(process.execPath, [program, 'build'], { cwd: folder, stdio: 'ignore' })
}
