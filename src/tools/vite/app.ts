import { normalizePath, type InlineConfig } from 'vite'
import type { RouteManifest } from '../../pages/page-protocol/manifest.ts'
import type { ClientEntry } from '../../pages/server/shared.ts'
import { type ChunkAssets, createManifest, isForBrowser } from './create-manifest.ts'
import { findRoutes, type FoundApp } from './find-routes.ts'
import { fileOf, readModule, type ReadModule } from './read-module.ts'
import type { ResolvedOptions } from './options.ts'
import type { RouteConfig } from './route-config.ts'
import { guardWarnings } from './guard-lists.ts'
import { fileWarnings, routeWarnings } from './route-warnings.ts'

/** The facts about the browser build that the server needs. */
interface ClientBuild {
  manifest: RouteManifest
  manifestUrl: string
  entry: ClientEntry
}

/** The state that the plugins of one `framework()` share. */
export class App {
  readonly options: ResolvedOptions
  /** The absolute path of the project, with forward slashes. */
  root = ''
  /** The routes by their file. If two routes have one file, this is the first of them. */
  routesByFile: ReadonlyMap<string, RouteConfig> = new Map()
  /** The exports of route modules in other languages, known after a plugin has converted them to JavaScript. */
  readonly transformedExports: Map<string, ReadonlySet<string>> = new Map()
  /**
   * In development, the code that the browser gets of each stripped module. Edits of the removed code do not affect the
   * browser.
   */
  readonly browserCode: Map<string, string> = new Map()
  /** The importers of each module that the build has seen so far, also in web workers. */
  readonly importers: Map<string, Set<string>> = new Map()
  /** The result of the browser build, for the server build. */
  client: ClientBuild | undefined
  /** The error of the last `reopen()`, if it failed. Every page shows it. */
  problem: Error | undefined
  #resolve: InlineConfig['resolve']
  #found: FoundApp | undefined

  constructor(options: ResolvedOptions) {
    this.options = options
  }

  /** The `app/` folder. */
  get directory(): string {
    return `${this.root}/app`
  }

  get routes(): readonly RouteConfig[] {
    return this.#found!.routes
  }

  get files(): FoundApp['files'] {
    return this.#found!.files
  }

  /** Reads the routes of the project for the first time. */
  async open(root: string, resolve: InlineConfig['resolve']): Promise<void> {
    this.root = normalizePath(root)
    this.#resolve = resolve
    await this.#find()
  }

  /** Reads the routes again. Resolves to whether they or their exports changed. */
  async reopen(): Promise<boolean> {
    const before = describe(this.#found)
    this.problem = await this.#find().catch((error: Error) => error)
    return describe(this.#found) !== before
  }

  /** Whether an edit of a file can change the routes, the facts about them, or the warnings. */
  dependsOn(path: string): boolean {
    const { listed, modules, router, routes, treeSources } = this.files
    if (this.problem !== undefined || [router, routes, ...treeSources].includes(path)) return true
    const file = path.slice(this.directory.length + 1)
    const module = modules.get(file)
    // A file that was away for an instant is announced as changed, even if it was missing when the folder was read.
    if (module === undefined) return /^(?:[^/]+$|routes\/)/.test(file) && !listed.has(file)
    try {
      const edited = readModule(this.directory, file, module)
      return edited !== module && (module.code === undefined || !isSame(edited, module))
    } catch {
      return true
    }
  }

  async #find(): Promise<undefined> {
    this.#found = await findRoutes(this.directory, this.#resolve, this.#found)
    const entries = this.routes.map((route) => [route.file, route] as const)
    this.routesByFile = new Map(entries.toReversed())
  }
}

/** Returns the absolute path of a route's module. */
export function routeModuleId(app: App, route: RouteConfig): string {
  return `${app.directory}/${route.file}`
}

/** Returns the route whose module has this id, if there is one. */
export function routeOfModule(app: App, id: string): RouteConfig | undefined {
  const file = fileOf(id)
  if (!file.startsWith(`${app.directory}/`)) return
  return app.routesByFile.get(file.slice(app.directory.length + 1))
}

/** Returns the facts about the module of a route that are known without running it. */
export function moduleOf(app: App, { file }: RouteConfig): ReadModule {
  const module = app.files.modules.get(file)!
  const exports = app.transformedExports.get(file)
  return exports ? { ...module, exports } : module
}

export function exportsOf(app: App, route: RouteConfig): ReadonlySet<string> {
  return moduleOf(app, route).exports
}

/**
 * Whether the build of an app with a server renders some of its pages. This is known after the browser's files are built.
 */
export function hasPrerender(app: App): boolean {
  return (
    app.options.static === false &&
    app.routes.some((route) => exportsOf(app, route).has('prerender'))
  )
}

/** Creates the manifest of an app, with the chunks of its routes. */
export function manifestOf(
  app: App,
  version: string,
  assetsOf: (route: RouteConfig) => ChunkAssets | undefined,
): RouteManifest {
  const { basename, trailingSlash } = app.options
  const { routes } = app
  const source = { version, basename, trailingSlash, routes, assetsOf }
  return createManifest({ ...source, moduleOf: (route) => moduleOf(app, route) })
}

/**
 * Creates the manifest for development: each module has its own URL, and styles are found when a page needs them. Every
 * route has a URL, even if it seems to have no code for the browser: its file may have been read while it was being saved.
 */
export function devManifest(app: App, base: string): RouteManifest {
  return manifestOf(app, 'development', (route) => ({
    url: base + moduleUrl(route).slice(1),
    imports: [],
    css: [],
  }))
}

/** Returns the URL of a route's module on the dev server, without the base. */
export function moduleUrl(route: RouteConfig): string {
  return `/app/${route.file}`
}

/** Returns the warnings about the current route modules and the names of their files. */
export function warningsOf(app: App): string[] {
  return [
    ...missingGuards(app),
    ...routeWarnings(app.routes, (route) => moduleOf(app, route)),
    ...fileWarnings(app.routes, app.files.named),
  ]
}

/** Returns the warnings about modules whose types promise a guard that does not run in front of them. */
export function missingGuards(app: App): string[] {
  return guardWarnings(app.routes, (route) => moduleOf(app, route))
}

/**
 * Returns the routes that have a chunk for the browser. A resource route has none. A route with children always has one,
 * so that the branch of every page is complete.
 */
export function browserRoutes(app: App): RouteConfig[] {
  const parents = new Set(app.routes.map((route) => route.parentId))
  return app.routes.filter((route) => parents.has(route.id) || isForBrowser(exportsOf(app, route)))
}

/** Serializes everything that the browser and the server know about an app. If it changes, open pages are loaded again. */
function describe(found: FoundApp | undefined): string {
  if (found === undefined) return ''
  // `argsPatterns`, `argsLists` and `named` are only for warnings, so a new file that is not a page changes nothing.
  const { modules, named: _, listed: __, ...files } = found.files
  const facts = found.routes.map(({ file }) => factsOf(modules.get(file)!))
  return JSON.stringify([found.routes, facts, files])
}

function factsOf({ exports, scripts, isLive, isOnce }: ReadModule): unknown[] {
  return [[...exports].toSorted(), scripts, isLive, isOnce]
}

/** Whether two versions of a module differ only in code that the routes and the warnings do not depend on. */
function isSame(a: ReadModule, b: ReadModule): boolean {
  const [one, other] = [a, b].map((module) => [
    factsOf(module),
    module.argsPatterns,
    module.argsLists,
  ])
  return a.code !== undefined && JSON.stringify(one) === JSON.stringify(other)
}
