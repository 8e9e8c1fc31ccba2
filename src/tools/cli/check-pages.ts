import type { InlineConfig } from 'vite'
import {
  createHref,
  CreateHrefError,
  createMultiMatcher,
} from '../../router/route-pattern/index.ts'
import { elementsOf, findHandoff, loadParser } from '../testing/shared.ts'
import { createTestApp, type TestPage } from '../testing/index.ts'
import {
  inspectApp,
  markSources,
  openAppRunner,
  readInMemoryApp,
  type InspectedApp,
} from '../vite/shared.ts'
import { findPageFaults } from './page-faults.ts'

/** The result of a check of the pages. */
export interface CheckedPages {
  readonly problems: readonly string[]
  /** How many pages were visited. */
  readonly pages: number
  /** How many of them have the scripts that hydrate them. */
  readonly hydrated: number
  /** The patterns of pages that no link leads to. */
  readonly missed: readonly string[]
}

/** The most pages that are visited, and the most of one pattern. */
const limits = { all: 300, each: 5 }

/** Names of links that may end a session or change data. */
const risky = /log[-_]?out|sign[-_]?out|delete|remove/i

/**
 * Visits the pages of an app as a visitor who is not logged in, and reports faults that keep some people from using them.
 * Sends only GET requests. Begins with the routes that need no params, and follows the links of each page.
 *
 * @param config A Vite config that says where the project is
 */
export async function checkPages(config: InlineConfig = {}): Promise<CheckedPages> {
  const inspected = await inspectApp(config)
  const parse = await loadParser()
  const plugins = [...(config.plugins ?? []), markSources()]
  const opened = await openAppRunner({ mode: 'test', ...config, plugins })
  try {
    const { build, createHandler, router } = await readInMemoryApp(opened)
    const handler = createHandler(build, router?.default, router)
    await handler.ready
    const app = await createTestApp((request: Request) => handler(request), { errors: 'respond' })
    const found = new Map<string, string[]>()
    const walk = createWalk(inspected)
    let pages = 0
    let hydrated = 0

    for (const path of walk.paths()) {
      const page = await app.visitor().visit(path)
      walk.add(page)
      if (page.status >= 500) report(page, `The page failed with ${page.status}.`)
      if (page.status !== 200 || !isHtml(page)) continue
      pages += 1
      const elements = elementsOf(parse(page.body))
      if (findHandoff(elements)) hydrated += 1
      for (const { text, source } of findPageFaults(elements)) {
        report(page, text, source)
      }
    }
    await app.close()
    const problems = Array.from(found, ([problem, on]) => `${problem} ${where(on)}`)
    return { problems, pages, hydrated, missed: walk.missed() }

    function report(page: TestPage, text: string, source?: string): void {
      const problem = source === undefined ? text : `${source} ${text}`
      const on = found.get(problem) ?? []
      if (!on.includes(page.path)) on.push(page.path)
      found.set(problem, on)
    }
  } finally {
    await opened.close()
  }
}

interface Walk {
  paths(): Iterable<string>
  add(page: TestPage): void
  missed(): string[]
}

/** Chooses the paths to visit: each once, and not too many of one pattern. */
function createWalk({ routes, basename }: InspectedApp): Walk {
  const shown = routes.filter(
    ({ kind, methods }) => kind === 'page' && (methods.includes('GET') || methods.includes('ANY')),
  )
  const matcher = createMultiMatcher<string>()
  for (const { pattern } of shown) matcher.add(pattern, pattern)
  const home = basename === '' ? '/' : basename
  const queue = new Set([home, ...shown.flatMap(({ pattern }) => hrefOf(pattern))])
  const counts = new Map<string, number>()

  return {
    *paths() {
      let left = limits.all
      // Iterating over a set also visits entries that are added meanwhile.
      for (const path of queue) {
        const pattern = matcher.match(`http://localhost${path}`)?.data
        if (pattern === undefined || risky.test(path)) continue
        const count = (counts.get(pattern) ?? 0) + 1
        counts.set(pattern, count)
        if (count <= limits.each && left-- > 0) yield path
      }
    },
    add({ links }) {
      for (const { href } of links) {
        if (href.startsWith('/')) queue.add(href.replace(/#.*$/, ''))
      }
    },
    missed: () => shown.map(({ pattern }) => pattern).filter((pattern) => !counts.has(pattern)),
  }
}

/** The path of a page that needs no params. */
function hrefOf(pattern: string): string[] {
  try {
    return [createHref(pattern)]
  } catch (error) {
    if (error instanceof CreateHrefError) return []
    throw error
  }
}

function isHtml({ headers }: TestPage): boolean {
  return headers.get('Content-Type')?.startsWith('text/html') ?? false
}

function where([first, ...others]: readonly string[]): string {
  return others.length === 0
    ? `(${first})`
    : `(${first} and ${others.length} more ${others.length === 1 ? 'page' : 'pages'})`
}
