import { launchChromium, watchCpu } from './chromium.ts'
import {
  ask,
  loading,
  loadServers,
  pinned,
  startClient,
  startServers,
  toText,
  type RunningServer,
} from './load.ts'
import type { Report } from './report.ts'
import type { BenchOptions } from './run.ts'
import { median, spread } from './statistics.ts'

const bookstore = '../demos/bookstore'
/** An app in which each request has 50 steps. */
const steps = 'apps/panel'

export default async function benchPanel({ trial }: BenchOptions): Promise<Report> {
  const closed = await measureClosed(trial)
  const opened = await measureOpened(trial ? 3 : 20)
  const memory = await measureMemory(trial ? 2_000 : 100_000)
  const grown = (memory.after - memory.before) / 1e6

  return {
    title: 'Panel of the dev server',
    about:
      `The front page of the bookstore in \`framework dev\`, with \`panel: true\` and \`panel: false\`, loaded in turns. ${pinned} ` +
      'Then an app with 50 steps in each request: a tab opens the panel when the log has 200 requests, and one more request arrives ' +
      'while it is open. Its CPU time is that of scripts, styles and layout: painting depends on the graphics of the machine.',
    tables: [
      {
        title: 'CPU time of the dev server for a document',
        columns: ['', 'ms'],
        rows: Object.entries(closed.cpu).map(([name, all]) => [
          name,
          spread(all.map((time) => time / 1000)),
        ]),
      },
      {
        title: 'In the tab',
        columns: ['', 'ms'],
        rows: [
          ['from the key until 200 rows are drawn', spread(opened.first, 1)],
          ['CPU time of one more row', spread(opened.row, 1)],
        ],
      },
      {
        title: 'Heap of the dev server, after a garbage collection',
        columns: ['', 'MB'],
        rows: [
          ['after 1,000 requests', (memory.before / 1e6).toFixed(1)],
          [`after ${memory.count.toLocaleString('en')} more`, (memory.after / 1e6).toFixed(1)],
        ],
      },
    ],
    budgets: [
      {
        what: 'a document in development, panel closed',
        budget: '≤ 1.05 × without the panel',
        measured: spread(closed.ratios),
        met: median(closed.ratios) <= 1.05,
      },
      {
        what: 'open the panel with 200 requests of 50 steps',
        budget: '≤ 150 ms',
        measured: `${spread(opened.first, 0)} ms`,
        met: median(opened.first) <= 150,
      },
      {
        what: 'one more row in the open panel',
        budget: '≤ 8 ms',
        measured: `${spread(opened.row, 1)} ms`,
        met: median(opened.row) <= 8,
      },
      {
        what: `memory of ${memory.count.toLocaleString('en')} requests`,
        budget: '≤ 16 MB',
        measured: `${grown.toFixed(1)} MB`,
        met: grown <= 16,
      },
    ],
    data: { closed, opened, memory },
  }
}

async function measureClosed(
  trial: boolean,
): Promise<{ cpu: Record<string, number[]>; ratios: number[] }> {
  const [without] = await startServers('panel-server.ts', ['without the panel'], bookstore)
  const [panel] = await startServers('panel-server.ts', ['with the panel'], bookstore, 'panel')
  try {
    const loaded = await loadServers(
      [without!, panel!],
      // The scripts and the nonce of the page differ.
      { path: '/', type: 'text/html', read: (text) => /<main[^]*<\/main>/.exec(text)![0] },
      loading(trial, { rounds: { least: 25, most: 25 }, turn: 500, connections: 4 }),
    )
    const cpu = Object.fromEntries(Object.entries(loaded).map(([name, { cpu }]) => [name, cpu]))
    const ratios = cpu['with the panel']!.map((time, at) => time / cpu['without the panel']![at]!)
    return { cpu, ratios }
  } finally {
    without!.stop()
    panel!.stop()
  }
}

async function measureOpened(times: number): Promise<{ first: number[]; row: number[] }> {
  const [server] = await startServers('panel-server.ts', ['with the panel'], steps, 'panel')
  const browser = await launchChromium()
  try {
    const tab = await browser.newPage()
    await tab.addInitScript(openRoots)
    await tab.goto(`http://127.0.0.1:${server!.port}/`)
    await tab.waitForFunction(() => 'panelBench' in window)
    for (let i = 0; i < 200; i++) await ping(server!)
    // The first opening creates the root, and loads the code of the panel.
    await tab.keyboard.press('Alt+Shift+KeyD')
    await tab.getByRole('option').nth(199).waitFor()
    await tab.evaluate(() => window.panelBench.close())

    const first: number[] = []
    for (let i = 0; i < times; i++) {
      first.push(await tab.evaluate(() => window.panelBench.open(200)))
      if (i < times - 1) await tab.evaluate(() => window.panelBench.close())
    }
    const row: number[] = []
    const cpuTime = await watchCpu(tab, ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration'])
    for (let i = 0; i < times; i++) {
      const before = await cpuTime()
      const isDrawn = tab.evaluate(() => window.panelBench.newRow())
      await ping(server!)
      await isDrawn
      row.push((await cpuTime()) - before)
    }
    return { first, row }
  } finally {
    await browser.close()
    server!.stop()
  }
}

async function measureMemory(
  count: number,
): Promise<{ count: number; before: number; after: number }> {
  const [server] = await startServers('panel-server.ts', ['with the panel'], steps, 'panel')
  const client = await startClient()
  try {
    for (let i = 0; i < 1_000; i++) await ping(server!)
    const before = (await server!.memory()).heapUsed
    const turn = { port: server!.port, requests: [toText(pinging)], connections: 20, time: 1000 }
    let sent = 0
    while (sent < count) sent += (await client.takeTurn(turn, server!)).requests
    return { count, before, after: (await server!.memory()).heapUsed }
  } finally {
    client.stop()
    server!.stop()
  }
}

const pinging = { path: '/ping', type: 'text/plain' }

async function ping({ port }: RunningServer): Promise<void> {
  await ask(port, pinging)
}

declare global {
  interface Window {
    panelBench: {
      /** Opens the panel, and returns the milliseconds until it has drawn its rows. */
      open(rows: number): Promise<number>
      close(): Promise<void>
      newRow(): Promise<void>
    }
  }
}

/** Runs in the page. The root of the panel is closed for pages, and open here. */
function openRoots(): void {
  let root: ShadowRoot | undefined
  const attach = Element.prototype.attachShadow
  Element.prototype.attachShadow = function (options) {
    return (root = attach.call(this, { ...options, mode: 'open' }))
  }
  const rows = (): number => root?.querySelectorAll('.row').length ?? 0
  const press = (): void => {
    const key = { code: 'KeyD', altKey: true, shiftKey: true, bubbles: true, cancelable: true }
    document.body.dispatchEvent(new KeyboardEvent('keydown', key))
  }
  const until = (isDone: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const observer = new MutationObserver(check)
      function check(): void {
        if (!isDone()) return
        observer.disconnect()
        resolve()
      }
      observer.observe(root!, { childList: true, subtree: true })
      check()
    })
  const first = (): string | undefined => root?.querySelector<HTMLElement>('.row')?.dataset['key']

  window.panelBench = {
    async open(count) {
      const start = performance.now()
      press()
      await until(() => rows() >= count)
      return performance.now() - start
    },
    async close() {
      press()
      await until(() => root?.querySelector('.frame') === null)
    },
    async newRow() {
      const before = first()
      await until(() => first() !== before)
    },
  }
}
