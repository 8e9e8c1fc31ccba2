import { normalizePath, type InlineConfig } from 'vite'
import type { RouteManifest } from '../page-protocol/manifest.ts'
import type { ClientEntry } from '../server/shared.ts'
import { isForBrowser } from './create-manifest.ts'
import { fileWarnings } from './file-warnings.ts'
import { findRoutes, type FoundApp } from './find-routes.ts'
import type { ResolvedOptions } from './options.ts'
import type { RouteConfig } from './route-config.ts'
import { routeWarnings } from './route-warnings.ts'

/** The state that the plugins of one `framework()` share. */
export interface App {
  readonly options: ResolvedOptions
  /** The absolute path of the project, with forward slashes. */
  readonly root: string
  /** The `app/` folder. */
  readonly directory: string
  readonly routes: readonly RouteConfig[]
  /** The same by their file. Of two routes with one file, the first counts. */
  readonly routesByFile: ReadonlyMap<string, RouteConfig>
  readonly files: FoundApp['files']
  /** The exports of route modules in other languages, known after a plugin has converted them to JavaScript. */
  readonly transformedExports: Map<string, ReadonlySet<string>>
  /** In development, the code that the browser has of each stripped module. Edits of the rest do not affect the browser. */
  readonly browserCode: Map<string, string>
  /** The result of the browser build, for the server build. */
  client: ClientBuild | undefined
  /** The error of the last `reopen()`, if it failed. Every page shows it. */
  readonly problem: Error | undefined
  /** Reads the routes of the project for the first time. */
  open(root: string, resolve: InlineConfig['resolve']): Promise<void>
  /** Reads the routes again. Resolves to whether they or their exports changed. */
  reopen(): Promise<boolean>
}

/** The facts about the browser build that the server needs. */
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

/** Returns the absolute path of a route's module. */
export function routeModuleId(app: App, route: RouteConfig): string {
  return `${app.directory}/${route.file}`
}

/** Returns the route whose module has this id, if there is one. */
export function routeOfModule(app: App, id: string): RouteConfig | undefined {
  const file = id.replace(/[?#].*$/, '')
  if (!file.startsWith(`${app.directory}/`)) return
  return app.routesByFile.get(file.slice(app.directory.length + 1))
}

export function exportsOf(app: App, route: RouteConfig): ReadonlySet<string> {
  return app.transformedExports.get(route.file) ?? app.files.routeExports.get(route.file)!
}

/** Returns whether the pages of a route have scripts, if its module says so. */
export function scriptsOf(app: App, route: RouteConfig): boolean | undefined {
  return app.files.modules.get(route.file)?.scripts
}

/** Returns whether the module of a route exports `live`. */
export function isLiveRoute(app: App, route: RouteConfig): boolean {
  return app.files.modules.get(route.file)?.isLive ?? false
}

/** Returns the warnings about the current route modules and the names of their files. */
export function warningsOf(app: App): string[] {
  const ofModules = routeWarnings(app.routes, (route) => ({
    exports: exportsOf(app, route),
    argsPatterns: app.files.argsPatterns.get(route.file) ?? [],
  }))

  return [...ofModules, ...fileWarnings(app.routes, app.files.named)]
}

/**
 * Returns the routes that have a chunk for the browser. A resource route has none. A route with children always has one,
 * so that the branch of every page is complete.
 */
export function browserRoutes(app: App): RouteConfig[] {
  const parents = new Set(app.routes.map((route) => route.parentId))
  return app.routes.filter((route) => parents.has(route.id) || isForBrowser(exportsOf(app, route)))
}

/** Describes what the browser and the server know about an app. If it changes, open pages are loaded again. */
function describe(found: FoundApp | undefined): string {
  if (found === undefined) return ''
  // `argsPatterns` and `named` are for warnings, so a new file that is not a page changes nothing.
  const { routeExports, argsPatterns: _, named: __, ...files } = found.files
  const exports = [...routeExports].map(([file, names]) => [file, [...names].toSorted()])
  const flags = found.routes.map(({ file }) => {
    const { scripts, isLive } = files.modules.get(file) ?? {}
    return [scripts, isLive]
  })
  return JSON.stringify([found.routes, exports, flags, files])
}
