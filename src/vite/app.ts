import { normalizePath, type InlineConfig } from 'vite'
import type { RouteManifest } from '../page-protocol/manifest.ts'
import type { ClientEntry } from '../server/shared.ts'
import { isForBrowser } from './create-manifest.ts'
import { findRoutes, type FoundApp } from './find-routes.ts'
import type { ResolvedOptions } from './options.ts'
import type { RouteConfig } from './route-config.ts'
import { routeWarnings } from './route-warnings.ts'

/** What the plugins of one `framework()` share. */
export interface App {
  readonly options: ResolvedOptions
  /** The project, absolute, with forward slashes. */
  readonly root: string
  /** The `app/` folder. */
  readonly directory: string
  readonly routes: readonly RouteConfig[]
  /** The same by their file. Of two routes with one file, the first counts. */
  readonly routesByFile: ReadonlyMap<string, RouteConfig>
  readonly files: FoundApp['files']
  /** What a plugin found out about the exports of modules that are not JavaScript. */
  readonly transformedExports: Map<string, ReadonlySet<string>>
  /** In development, what the browser has of each module that is stripped: an edit of the rest does not concern it. */
  readonly browserCode: Map<string, string>
  /** What the browser build left for the server build. */
  client: ClientBuild | undefined
  /** What is wrong with the routes since they were looked at again: every page shows it. */
  readonly problem: Error | undefined
  /** Looks at the project for the first time. */
  open(root: string, resolve: InlineConfig['resolve']): Promise<void>
  /** Looks at it again; answers whether the routes or their exports are different now. */
  reopen(): Promise<boolean>
}

/** The browser build, as the server needs to know it. */
interface ClientBuild {
  manifest: RouteManifest
  manifestUrl: string
  entry: ClientEntry
}

export function createApp(options: ResolvedOptions): App {
  let root = ''
  let resolve: InlineConfig['resolve']
  let found: FoundApp | undefined
  let routesByFile: ReadonlyMap<string, RouteConfig> = new Map()
  let problem: Error | undefined
  const find = async (directory: string): Promise<void> => {
    found = await findRoutes(directory, resolve, found)
    const entries = found.routes.map((route) => [route.file, route] as const)
    routesByFile = new Map(entries.toReversed())
  }

  return {
    options,
    transformedExports: new Map(),
    browserCode: new Map(),
    client: undefined,
    get root() {
      return root
    },
    get directory() {
      return `${root}/app`
    },
    get routes() {
      return found!.routes
    },
    get routesByFile() {
      return routesByFile
    },
    get problem() {
      return problem
    },
    get files() {
      return found!.files
    },
    async open(nextRoot, nextResolve) {
      root = normalizePath(nextRoot)
      resolve = nextResolve
      await find(this.directory)
    },
    async reopen() {
      const before = describe(found)
      try {
        await find(this.directory)
        problem = undefined
      } catch (error) {
        problem = error as Error
      }
      return describe(found) !== before
    },
  }
}

/** The absolute path of a route's module. */
export function routeModuleId(app: App, route: RouteConfig): string {
  return `${app.directory}/${route.file}`
}

/** The route that a module id belongs to, if it is one. */
export function routeOfModule(app: App, id: string): RouteConfig | undefined {
  const file = id.replace(/[?#].*$/, '')
  if (!file.startsWith(`${app.directory}/`)) return
  return app.routesByFile.get(file.slice(app.directory.length + 1))
}

export function exportsOf(app: App, route: RouteConfig): ReadonlySet<string> {
  return app.transformedExports.get(route.file) ?? app.files.routeExports.get(route.file)!
}

/** What the developer should know about the route modules as they are now. */
export function warningsOf(app: App): string[] {
  return routeWarnings(app.routes, (route) => ({
    exports: exportsOf(app, route),
    argsPatterns: app.files.argsPatterns.get(route.file) ?? [],
  }))
}

/**
 * The routes with a chunk in the browser. A leaf that only answers requests has none; a module with pages inside always
 * has one, so that every page's branch is complete.
 */
export function browserRoutes(app: App): RouteConfig[] {
  const parents = new Set(app.routes.map((route) => route.parentId))
  return app.routes.filter((route) => parents.has(route.id) || isForBrowser(exportsOf(app, route)))
}

function describe(found: FoundApp | undefined): string {
  if (found === undefined) return ''
  const { routeExports, argsPatterns: _, ...files } = found.files
  const exports = [...routeExports].map(([file, names]) => [file, [...names].toSorted()])
  return JSON.stringify([found.routes, exports, files])
}
