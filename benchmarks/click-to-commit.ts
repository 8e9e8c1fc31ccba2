import { deepStrictEqual } from 'node:assert'
import type { Page } from 'playwright-core'
import { launchChromium, watchCpu } from './chromium.ts'
import { startServers, type RunningServer } from './load.ts'
import { buildApps } from './page-servers.ts'
import type { Budget, Report, Table } from './report.ts'
import type { BenchOptions } from './run.ts'
import { median, needsRound, spread } from './statistics.ts'

/** The apps in which every click runs one loader on the server. */
const contestants = ['framework', 'react-router']

const targets = {
  'the page of one link': 'item',
  'the page of 50 links and a form': 'list',
} as const

/** How many times as fast as React Router 8 it should be. */
const least: Readonly<Record<keyof typeof targets, number>> = {
  'the page of one link': 1,
  'the page of 50 links and a form': 1.1,
}

/** The time of a click, in milliseconds. */
interface Click {
  /** From the click until the new page is in the document. */
  total: number
  /** The part between the request for the data and the end of the response. */
  request: number
}

type Clicks = Record<keyof typeof targets, Click>

/** One turn of a contestant: the medians of its clicks. */
interface Turn extends Clicks {
  /** CPU time of the page's main thread for one click, in milliseconds. */
  cpu: number
}

export default async function benchClickToCommit({ trial }: BenchOptions): Promise<Report> {
  const { rounds, warmUp, times } = trial
    ? { rounds: { least: 2, most: 2 }, warmUp: 2, times: 2 }
    : { rounds: { least: 20, most: 60 }, warmUp: 200, times: 10 }
  await buildApps(contestants)
  const running = await startServers('page-servers.ts', contestants)
  const browser = await launchChromium()
  try {
    const tabs: { name: string; tab: Page; cpuTime: () => Promise<number>; turns: Turn[] }[] = []
    for (const server of running) {
      const tab = await (await browser.newContext()).newPage()
      await open(tab, server)
      tabs.push({ name: server.name, tab, cpuTime: await watchCpu(tab), turns: [] })
    }
    // Nothing is timed unless the same clicks lead to the same pages.
    const seen = []
    for (const { tab } of tabs) seen.push(await look(tab))
    for (const [i, pages] of seen.entries()) {
      deepStrictEqual(pages, seen[0], `${tabs[i]!.name} shows other pages`)
    }

    for (const { tab } of tabs) {
      await tab.bringToFront()
      await click(tab, warmUp)
    }
    const isDecided = (target: keyof Clicks): boolean => {
      const costs = tabs.map(({ name, turns }) => [name, turns.map((turn) => turn[target].total)])
      return !needsRound(rounds, Object.fromEntries(costs))
    }
    while (!(Object.keys(targets) as (keyof Clicks)[]).every(isDecided)) {
      for (const { tab, cpuTime, turns } of tabs) {
        await tab.bringToFront() // Browsers slow down tabs in the background.
        const before = await cpuTime()
        const clicks = await click(tab, times)
        const cpu = (await cpuTime()) - before
        turns.push({ ...clicks, cpu: cpu / (times * Object.keys(targets).length) })
      }
    }
    return report(Object.fromEntries(tabs.map(({ name, turns }) => [name, turns])))
  } finally {
    await browser.close()
    for (const server of running) server.stop()
  }
}

async function open(tab: Page, { name, port }: RunningServer): Promise<void> {
  tab.on('pageerror', (error) => {
    throw new Error(`${name} failed in the browser`, { cause: error })
  })
  await tab.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'networkidle' })
  await tab.evaluate(prepare)
}

/** Returns what a reader sees after a click on a link, and after the click back. */
async function look(tab: Page): Promise<unknown> {
  const pages = []
  for (const target of ['item', 'list'] as const) {
    const { requests } = await tab.evaluate((target) => window.bench.go(target, 3), target)
    pages.push({
      requests,
      isSameDocument: await tab.evaluate(() => 'bench' in window),
      path: new URL(tab.url()).pathname,
      heading: await tab.textContent('h1'),
      links: await tab
        .locator('a')
        .evaluateAll((links) => links.map((link) => [link.getAttribute('href'), link.textContent])),
      fields: await tab.locator('form, input, button').count(),
    })
  }
  deepStrictEqual(
    pages.map(({ requests }) => requests),
    [1, 1],
    'each click asks the server once',
  )
  return pages
}

/** Clicks a link and goes back, several times, one link of the list after the other. */
async function click(tab: Page, times: number): Promise<Clicks> {
  const clicks = await tab.evaluate(
    async ({ targets, times }) => {
      const clicks: Record<string, Click[]> = {}
      for (let i = 0; i < times; i++) {
        for (const [name, target] of Object.entries(targets)) {
          ;(clicks[name] ??= []).push(await window.bench.go(target, i % 50))
        }
      }
      return Object.entries(clicks)
    },
    { targets, times },
  )
  return Object.fromEntries(
    clicks.map(([name, all]) => [
      name,
      {
        total: median(all.map(({ total }) => total)),
        request: median(all.map(({ request }) => request)),
      },
    ]),
  ) as Clicks
}

declare global {
  interface Window {
    bench: { go(target: 'item' | 'list', at: number): Promise<Click & { requests: number }> }
  }
}

/** Runs in the page: clicks, and waits for the heading of the other page. */
function prepare(): void {
  const isRequest = ({ initiatorType }: PerformanceResourceTiming): boolean =>
    initiatorType === 'fetch'

  window.bench = {
    async go(target, at) {
      const links = document.querySelectorAll<HTMLAnchorElement>('main a')
      const heading = target === 'item' ? `item-${at}` : 'Items'
      await new Promise((resolve) => setTimeout(resolve)) // Let the work of the last click finish.
      performance.clearResourceTimings()

      const start = performance.now()
      const end = await new Promise<number>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`${heading} did not come`)), 10_000)
        const observer = new MutationObserver(() => {
          if (document.querySelector('h1')?.textContent !== heading) return
          clearTimeout(timer)
          observer.disconnect()
          resolve(performance.now())
        })
        observer.observe(document, { childList: true, subtree: true, characterData: true })
        links[target === 'item' ? at : 0]!.click()
      })

      // The browser records the time of a request a little later.
      await new Promise((resolve) => setTimeout(resolve, 2))
      const requests = (
        performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      ).filter(isRequest)
      return {
        total: end - start,
        request: requests.reduce((sum, { duration }) => sum + duration, 0),
        requests: requests.length,
      }
    },
  }
}

function report(found: Record<string, Turn[]>): Report {
  const cpu = (contestant: string): number[] => found[contestant]!.map((turn) => turn.cpu)
  const byCpu = ratiosOf(cpu('react-router'), cpu('framework'))
  const tables: Table[] = []
  const budgets: Budget[] = []
  for (const name of Object.keys(targets) as (keyof Clicks)[]) {
    const read = (contestant: string, of: (click: Click) => number): number[] =>
      found[contestant]!.map((turn) => of(turn[name]))
    const total = ({ total }: Click): number => total
    const ratios = ratiosOf(read('react-router', total), read('framework', total))
    tables.push({
      title: `To ${name}`,
      columns: ['', 'click to commit, ms', 'of that the request', 'the rest'],
      rows: Object.keys(found).map((contestant) => [
        contestant,
        spread(read(contestant, total)),
        spread(read(contestant, ({ request }) => request)),
        spread(read(contestant, ({ total, request }) => total - request)),
      ]),
    })
    budgets.push({
      what: `click to commit, to ${name}`,
      budget: `≥ ${least[name]} × as fast as React Router 8`,
      measured: `${spread(ratios)}, by CPU ${spread(byCpu)}`,
      met: median(ratios) >= least[name],
    })
  }
  tables.push({
    title: 'CPU time of the main thread for one click',
    columns: ['', 'ms'],
    rows: Object.keys(found).map((contestant) => [contestant, spread(cpu(contestant))]),
  })

  return {
    title: 'Click to commit',
    about:
      'The time from a click on a link until the new page is in the document, in Chromium. The loader of the target returns at once, so ' +
      'this measures the router, a request to a server on this machine, and React. Each framework has its own tab, which is warmed up ' +
      'with 200 clicks. The tabs take turns of ten clicks each way. Figures are the median and the middle half of the rounds. ' +
      'Next and TanStack Start are not included: they use a cache for such clicks, or run the loader in the browser.',
    tables,
    budgets,
    data: found,
  }
}

function ratiosOf(theirs: readonly number[], ours: readonly number[]): number[] {
  return ours.map((value, round) => theirs[round]! / value)
}
