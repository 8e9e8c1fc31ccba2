import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { normalizePath, runnerImport, type InlineConfig } from 'vite'
import { flatRoutes } from './flat-routes.ts'
import { isClientOnly } from './import-chain.ts'
import { parseModule, readExports } from './parse-module.ts'
import { readModule, type ReadModule } from './read-module.ts'
import { RouteConfigError, type RouteConfig } from './route-config.ts'
import { treeRoutes } from './tree-routes.ts'
import { walkFolder } from './walk-folder.ts'

/** The files of an app that the framework uses, as absolute paths with forward slashes. */
interface AppFiles {
  root: string
  /** The module of each route, by its path under `app/`. */
  modules: ReadonlyMap<string, ReadModule>
  /** The files under `app/` whose names define the routes. Empty if there is a page tree. */
  named: readonly string[]
  /** All files that were in `app/` and `app/routes/`. */
  listed: ReadonlySet<string>
  routes?: string
  router?: string
  entryClient?: string
  entryServer?: string
  /** The files that define the page tree. When one of them changes, the tree is read again. */
  treeSources: readonly string[]
}

/** The current files and routes of an app. */
export interface FoundApp {
  files: AppFiles
  routes: readonly RouteConfig[]
}

/**
 * Reads the files of an app and returns its routes: from the default export of `routes.ts` if it has one, otherwise from
 * the files in `routes/`.
 *
 * @param directory The absolute path of the `app/` folder, with forward slashes
 * @param resolve How the app resolves its imports, for `routes.ts`
 * @param last The previous result. A module with a syntax error keeps its exports from there
 * @throws {RouteConfigError} If there is no root module, or the routes have a mistake
 */
export async function findRoutes(
  directory: string,
  resolve: InlineConfig['resolve'] = {},
  last?: FoundApp,
): Promise<FoundApp> {
  const names = await readAppFolder(directory)
  const find = (name: string): string | undefined => {
    const found = names.find((file) => moduleName.exec(file)?.[1] === name)
    return found === undefined ? undefined : `${directory}/${found}`
  }

  const root = find('root')
  if (root === undefined) {
    throw new RouteConfigError(
      `Cannot find root.tsx in ${directory}. Create app/root.tsx: it renders the document, with <Outlet/> for the pages.`,
    )
  }

  const router = find('router')
  if (
    router !== undefined &&
    !readExports(parseModule(await readFile(router, 'utf8'), 'app/router.ts')).has('default')
  ) {
    throw new RouteConfigError(
      'Cannot use app/router.ts: it has no default export. Write: export default function createApp(pages) { … return router }',
    )
  }

  const rootFile = root.slice(directory.length + 1)
  const tree = await readTree(find('routes'), resolve)
  const routes =
    tree === undefined
      ? flatRoutes(rootFile, names)
      : checkFiles(treeRoutes(rootFile, tree.value), directory)
  checkClientOnly(routes, directory)

  return {
    routes,
    files: {
      root,
      modules: readModules(routes, directory, last?.files.modules),
      named: tree === undefined ? names : [],
      listed: new Set(names),
      routes: find('routes'),
      router,
      entryClient: find('entry.client'),
      entryServer: find('entry.server'),
      treeSources: tree?.sources ?? [],
    },
  }
}

const moduleName = /^([^/]+)\.[cm]?[jt]sx?$/

async function readAppFolder(directory: string): Promise<string[]> {
  const routes = join(directory, 'routes')
  const [top, entries] = await Promise.all([
    existsSync(directory) ? readdir(directory) : [],
    existsSync(routes) ? walkFolder(routes) : [],
  ])
  const below = entries.map(({ name, parentPath }) => relative(directory, join(parentPath, name)))
  return [...top, ...below.map(normalizePath)].toSorted()
}

async function readTree(
  file: string | undefined,
  resolve: InlineConfig['resolve'],
): Promise<{ value: unknown; sources: string[] } | undefined> {
  if (file === undefined) return
  const code = await readFile(file, 'utf8')
  if (!readExports(parseModule(code, 'app/routes.ts')).has('default')) return
  if (/['"]@react-router\/dev\/routes['"]/.test(code)) {
    throw new RouteConfigError(
      'Cannot use app/routes.ts: it imports "@react-router/dev/routes". Write the same routes with pages(), page(), layout() and index() of "framework/routes".',
    )
  }

  const { module, dependencies } = await runnerImport<{ default: unknown }>(file, {
    resolve,
    logLevel: 'error',
    // Vite would look for a configuration of PostCSS in the current folder, and run it.
    css: { postcss: {} },
  })
  return { value: module.default, sources: [file, ...dependencies] }
}

function checkFiles(routes: RouteConfig[], directory: string): RouteConfig[] {
  for (const route of routes) {
    if (!existsSync(join(directory, route.file))) {
      throw new RouteConfigError(
        `Cannot find app/${route.file}, which app/routes.ts names for "${route.pattern}". Create the file or correct the path.`,
      )
    }
  }
  return routes
}

/**
 * Refuses a route module that is only for the browser: on the server it would have no loader and no component, so its page
 * would be empty.
 */
function checkClientOnly(routes: readonly RouteConfig[], directory: string): void {
  const route = routes.find(({ file }) => isClientOnly(`${directory}/${file}`, directory))
  if (route === undefined) return
  throw new RouteConfigError(
    `Cannot use app/${route.file} as a route module: its name says that it is only for the browser. Rename it, and import the code for the browser from there. To have "client" in the URL, write [client] in the name of the file.`,
  )
}

/** Reads the modules of routes. A module with unchanged code is not parsed again. */
function readModules(
  routes: readonly RouteConfig[],
  directory: string,
  last: ReadonlyMap<string, ReadModule> | undefined,
): Map<string, ReadModule> {
  const files = new Set(routes.map(({ file }) => file))
  return new Map(
    Array.from(files, (file) => [file, readModule(directory, file, last?.get(file))] as const),
  )
}
