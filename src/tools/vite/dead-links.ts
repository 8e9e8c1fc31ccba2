import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { normalizePath, type ViteDevServer } from 'vite'
import { isOwnPath } from '../../internal/http/http.ts'
import type { AppRoutes } from '../panel/shared.ts'
import type { App } from './app.ts'
import { excerptOf } from './error-page.ts'
import { nearestName } from './route-warnings.ts'

/** What is needed to look for the target of a link. */
interface Targets {
  readonly routes: AppRoutes
  /** Whether middleware responds to a path that no route has. */
  readonly isServed: (path: string) => Promise<boolean>
}

/** Called with a link that leads nowhere. The error has the place in the sources, if it was found. */
type Report = (error: Error) => void

/** More paths than these are not looked at until a file changes. */
const mostPaths = 200

/** Finds links and forms of pages that lead nowhere, in development. Each path is looked at and reported once until a file changes. */
export class DeadLinks {
  readonly #app: App
  readonly #server: ViteDevServer
  readonly #report: Report
  readonly #verdicts = new Map<string, Promise<string | undefined>>()
  #targets: Targets | undefined

  constructor(app: App, server: ViteDevServer, report: Report) {
    this.#app = app
    this.#server = server
    this.#report = report
    server.watcher.on('all', () => this.#verdicts.clear())
  }

  /** Takes the routes of a new handler. */
  use(targets: Targets): void {
    this.#targets = targets
  }

  /** Looks for the target of a path. Returns the message that was reported if there is none. */
  find(path: string): Promise<string | undefined> {
    let verdict = this.#verdicts.get(path)
    if (verdict === undefined && this.#verdicts.size < mostPaths && isOwnPath(path)) {
      verdict = this.#judge(path)
      this.#verdicts.set(path, verdict)
    }
    return verdict ?? Promise.resolve(undefined)
  }

  async #judge(path: string): Promise<string | undefined> {
    const targets = this.#targets
    if (targets === undefined || this.#app.problem !== undefined) return undefined
    const found = targets.routes
      .explain(path, 'GET')
      .some(({ verdict }) => verdict === 'wins' || verdict === 'other method')
    if (found || this.#isFile(path) || (await targets.isServed(path))) return undefined

    const error = this.#describe(path, targets.routes)
    this.#report(error)
    return error.message
  }

  #isFile(path: string): boolean {
    const { publicDir } = this.#server.config
    return publicDir !== '' && existsSync(join(publicDir, path))
  }

  #describe(path: string, routes: AppRoutes): Error {
    const patterns = routes.routes().map(({ pattern }) => pattern)
    const nearest = nearestName(path, patterns, path.length / 3)
    const place = this.#findPlace(path)
    const at = place ? ` (app/${place.name}:${place.loc.line})` : ''
    const hint = nearest === undefined ? '' : ` The nearest route is "${nearest}".`
    const message = `A link to "${path}" leads nowhere${at}.${hint}`
    const frame = place && excerptOf(place.loc)
    // The frames of the stack would be files of this package.
    return Object.assign(new Error(message), { stack: message, loc: place?.loc, frame })
  }

  /** Finds the first place in the sources with this path as a string, below the basename or with it. */
  #findPlace(
    path: string,
  ): { name: string; loc: { file: string; line: number; column: number } } | undefined {
    const { directory, options } = this.#app
    const { basename } = options
    const own =
      basename !== '/' && path.startsWith(`${basename}/`) ? path.slice(basename.length) : path
    const text = own.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    const literal = new RegExp(`["'\`]${text}(?=["'\`?#])`)
    for (const name of globSync('**/*.{js,jsx,ts,tsx,mdx}', { cwd: directory }).sort()) {
      const file = join(directory, name)
      const lines = readSource(file).split('\n')
      const index = lines.findIndex((line) => literal.test(line))
      if (index === -1) continue
      const column = lines[index]!.search(literal) + 1
      return { name: normalizePath(name), loc: { file, line: index + 1, column } }
    }
    return undefined
  }
}

/** Reads a file, which may be gone or a link to nothing. Nobody waits for a link, so an error would end the server. */
function readSource(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
