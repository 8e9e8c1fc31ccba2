import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { startServers, type RunningServer } from './load.ts'
import { buildApps, pageApps } from './page-servers.ts'
import type { Budget, Report } from './report.ts'
import type { BenchOptions } from './run.ts'

/** The same as in `e2e/client-bytes.test.ts`. */
const budget = 81_100

/** The apps of other frameworks take a minute. */
export async function prepare(): Promise<void> {
  await buildApps()
}

export default async function benchClientBytes(_options: BenchOptions): Promise<Report> {
  await buildApps()
  const names = Object.keys(pageApps).filter((name) => pageApps[name]!.client !== undefined)
  const running = await startServers('page-servers.ts', names)
  const found: Record<string, { named: number; files: number; loaded: number | null }> = {}
  try {
    for (const server of running) {
      const urls = await staticClosure(server)
      const loaded = await loadedInBrowser(server)
      found[server.name] = {
        named: total(server.name, urls),
        files: urls.length,
        loaded: loaded && total(server.name, loaded),
      }
    }
  } finally {
    for (const server of running) server.stop()
  }

  const { named, loaded } = found['framework']!
  return {
    title: 'Client JavaScript',
    about:
      'The JavaScript of a page with 50 links and a form, in bytes after `gzip -9` of each file. The first figure counts the files ' +
      'that the document names and their static imports. The second counts all that Chromium loads until the network is idle. ' +
      'Scripts for browsers without modules do not count.',
    tables: [
      {
        title: 'Bytes',
        columns: ['', 'named by the document', 'files', 'loaded by a browser', 'times ours'],
        rows: Object.entries(found).map(([name, one]) => [
          name,
          one.named.toLocaleString('en'),
          String(one.files),
          one.loaded?.toLocaleString('en') ?? 'no Chromium here',
          ((one.loaded ?? one.named) / (loaded ?? named)).toFixed(2),
        ]),
      },
    ],
    budgets: loaded === null ? [] : [toBudget('client JavaScript, as a browser loads it', loaded)],
    data: found,
  }
}

function toBudget(what: string, bytes: number): Budget {
  return {
    what,
    budget: `≤ ${budget.toLocaleString('en')} bytes`,
    measured: bytes.toLocaleString('en'),
    met: bytes <= budget,
  }
}

/** Returns the scripts that a document names, and everything that they import statically. */
async function staticClosure({ name, port }: RunningServer): Promise<string[]> {
  const origin = `http://127.0.0.1:${port}`
  const html = await (await fetch(origin, { headers: { Accept: 'text/html' } })).text()
  const found = new Set<string>()
  const follow = (url: string) => {
    const { pathname } = new URL(url, origin)
    if (found.has(pathname) || !existsSync(toFile(name, pathname))) return

    found.add(pathname)
    const code = readFileSync(toFile(name, pathname), 'utf8')
    for (const [, path] of code.matchAll(/(?:\bfrom|\bimport)\s*["']([^"']+\.js)["']/g)) {
      follow(new URL(path!, origin + pathname).href)
    }
  }
  for (const [tag] of html.matchAll(/<(?:script|link)\b[^>]*>/g)) {
    if (/nomodule/i.test(tag)) continue
    const url = /\b(?:src|href)="([^"]+\.js)(?:\?[^"]*)?"/.exec(tag)?.[1]
    if (url !== undefined) follow(url)
  }
  for (const [, code] of html.matchAll(/<script\b[^>]*>([^<]+)<\/script>/g)) {
    // Some frameworks start with an inline module that imports the entry.
    for (const [, url] of code!.matchAll(/\bimport\s*\(?\s*["']([^"']+\.js)["']/g)) follow(url!)
    for (const [, url] of code!.matchAll(/\bfrom\s*["']([^"']+\.js)["']/g)) follow(url!)
  }
  return [...found]
}

/** Returns the scripts that a browser loads, or `null` if there is no browser. */
export async function loadedInBrowser({ port }: RunningServer): Promise<string[] | null> {
  const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) =>
    existsSync(path),
  )
  if (executablePath === undefined) return null

  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const tab = await browser.newPage()
    const loaded = new Set<string>()
    tab.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.endsWith('.js')) loaded.add(pathname)
    })
    await tab.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'networkidle' })
    return [...loaded]
  } finally {
    await browser.close()
  }
}

function total(name: string, urls: readonly string[]): number {
  return gzipped(
    '',
    urls.map((url) => toFile(name, url)),
  )
}

/** Returns the size of files after `gzip -9` of each. */
export function gzipped(folder: string, paths: readonly string[]): number {
  return paths.reduce(
    (sum, path) => sum + gzipSync(readFileSync(join(folder, path)), { level: 9 }).length,
    0,
  )
}

function toFile(name: string, url: string): string {
  const { folder, below } = pageApps[name]!.client!
  return join(folder, url.startsWith(below) ? url.slice(below.length) : url)
}
