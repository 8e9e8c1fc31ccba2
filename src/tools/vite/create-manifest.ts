import type { ManifestRoute, RouteManifest } from '../../pages/page-protocol/manifest.ts'
import { browserExports } from '../../pages/page-protocol/route-exports.ts'
import { serializePath } from '../../router/route-pattern/shared.ts'
import { findHome, RouteConfigError, type RouteConfig } from './route-config.ts'

/** The input of {@link createManifest}. */
interface ManifestSource {
  version: string
  basename: string
  trailingSlash: RouteManifest['trailingSlash']
  routes: readonly RouteConfig[]
  moduleOf: (route: RouteConfig) => ManifestModule
  /** Returns the route's chunk, or `undefined` for a route that the browser does not need. */
  assetsOf: (route: RouteConfig) => ChunkAssets | undefined
}

interface ManifestModule {
  exports: ReadonlySet<string>
  /** The value of its `scripts` export, if it has one. */
  scripts?: boolean | undefined
  /** Whether it exports `live`. */
  isLive?: boolean
  /** Whether it exports `once`. */
  isOnce?: boolean
}

/** Creates the manifest of an app: every page with its parsed pattern and its chunks. */
export function createManifest(source: ManifestSource): RouteManifest {
  const { version, basename, trailingSlash } = source
  const home = findHome(source.routes)
  const byId = new Map(source.routes.map((route) => [route.id, route]))
  // The deepest module of a page that exports `scripts` decides.
  const hasScripts = (route: RouteConfig | undefined): boolean =>
    !route || (source.moduleOf(route).scripts ?? hasScripts(byId.get(route.parentId ?? '')))
  const isBelow = (page: RouteConfig | undefined, route: RouteConfig): boolean =>
    !!page && (page === route || isBelow(byId.get(page.parentId ?? ''), route))
  const routes = source.routes.map((route): [string, ManifestRoute] => {
    const { exports, isLive, isOnce } = source.moduleOf(route)
    if (isOnce) checkOnce(route, exports)
    if (isLive)
      checkLive(
        route,
        exports,
        source.routes.some((page) => isBelow(page, route) && hasScripts(page)),
      )
    const parent = byId.get(route.parentId ?? '')
    // The root has a path if it is a page itself: without a home page, or beside a home page with the same path. Beside a
    // home page with an optional path it has none, because the root would win. A pathless layout has a path if it differs
    // from its parent's, because its links and forms are resolved against it.
    const hasPath = parent
      ? !route.pathless || route.pattern !== parent.pattern
      : !home || home.pattern === route.pattern
    return [
      route.id,
      {
        ...toManifestRoute(route, hasPath, exports, source.assetsOf(route)),
        ...(parent && hasPath && route.pathless && { pathless: true }),
        ...(!hasScripts(route) && { scripts: false }),
        ...(isLive && { live: true }),
        ...(isOnce && { once: true }),
      },
    ]
  })
  return { version, basename, trailingSlash, routes: Object.fromEntries(routes) }
}

/** Checks that a live page declares the tags that its loaders read, and has JavaScript. */
function checkLive({ id }: RouteConfig, exports: ReadonlySet<string>, hasScripts: boolean): void {
  if (!hasScripts) {
    throw new RouteConfigError(
      `Cannot make "${id}" live: its pages have no scripts. Remove \`live\` or \`scripts = false\`.`,
    )
  }
  for (const name of ['reads', 'loader']) {
    if (exports.has(name)) continue
    throw new RouteConfigError(
      `Cannot make "${id}" live: it does not export \`${name}\`. Export it, or remove \`live\`.`,
    )
  }
}

/** Checks that a module with `once` has an action. */
function checkOnce({ id }: RouteConfig, exports: ReadonlySet<string>): void {
  if (exports.has('action')) return
  throw new RouteConfigError(
    `Cannot use \`once\` in "${id}": it does not export an \`action\`. Export it, or remove \`once\`.`,
  )
}

/** Whether the browser needs the module, to render it or to read an export such as `meta`. */
export function isForBrowser(exports: ReadonlySet<string>): boolean {
  return browserExports.some((name) => exports.has(name))
}

function toManifestRoute(
  route: RouteConfig,
  hasPath: boolean,
  exports: ReadonlySet<string>,
  assets: ChunkAssets | undefined,
): ManifestRoute {
  return {
    id: route.id,
    ...(route.parentId !== undefined && { parentId: route.parentId }),
    ...(route.index && { index: true }),
    ...(hasPath && {
      path: serializePath(route.pattern, { splat: route.splat }),
      pattern: route.pattern,
    }),
    hasLoader: exports.has('loader'),
    hasAction: exports.has('action'),
    hasMiddleware: exports.has('middleware'),
    hasComponent: exports.has('default'),
    ...(exports.has('default') &&
      (exports.has('contract') || route.contractAt !== undefined) && { hasFields: true }),
    hasErrorBoundary: exports.has('ErrorBoundary') || exports.has('CatchBoundary'),
    module: assets?.url ?? '',
    imports: assets?.imports ?? [],
    css: assets?.css ?? [],
  }
}

/** The URLs of a chunk of the browser build and of the files it needs. */
export interface ChunkAssets {
  url: string
  imports: string[]
  css: string[]
}

/** The properties of Vite's output bundle that are used here. */
export type ClientBundle = Record<string, BundleFile>

interface BundleFile {
  type: string
  fileName: string
  facadeModuleId?: string | null
  isEntry?: boolean
  imports?: string[]
  viteMetadata?: { importedCss: ReadonlySet<string> }
}

/**
 * Returns the chunk of a module, with everything that it imports statically.
 *
 * @param bundle The files of the browser build
 * @param moduleId The entry module
 * @param base Vite's `base`
 * @returns URLs, or `undefined` if the module is not an entry of the build
 */
export function chunkAssets(
  bundle: ClientBundle,
  moduleId: string,
  base: string,
): ChunkAssets | undefined {
  const entry = entriesOf(bundle).get(moduleId)
  if (entry === undefined) return

  const chunks = new Set([entry])
  for (const chunk of chunks) {
    for (const name of chunk.imports ?? []) {
      const imported = bundle[name]
      if (imported !== undefined) chunks.add(imported)
    }
  }

  // The styles of imports come first, so that a module can override them.
  const css = [...chunks]
    .toReversed()
    .flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])])
  const toUrl = (fileName: string): string => base + fileName

  return {
    url: toUrl(entry.fileName),
    imports: [...chunks].slice(1).map((chunk) => toUrl(chunk.fileName)),
    css: [...new Set(css)].map(toUrl),
  }
}

/** The chunks of bundles, by their entry module. They are kept, because each route looks for its own. */
const entries = new WeakMap<ClientBundle, ReadonlyMap<string, BundleFile>>()

function entriesOf(bundle: ClientBundle): ReadonlyMap<string, BundleFile> {
  let found = entries.get(bundle)
  if (found === undefined) {
    const files = Object.values(bundle).filter((file) => file.isEntry === true)
    found = new Map(files.map((file) => [file.facadeModuleId ?? '', file]))
    entries.set(bundle, found)
  }
  return found
}
