import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runnerImport, type InlineConfig } from 'vite'
import { flatRoutes } from './flat-routes.ts'
import { readArgsPatterns, type ArgsPattern } from './read-args-patterns.ts'
import { RouteConfigError, type RouteConfig } from './route-config.ts'
import { readExports } from './strip-exports.ts'
import { treeRoutes } from './tree-routes.ts'

/** The files of an app that have a meaning, as absolute paths with forward slashes. */
interface AppFiles {
  root: string
  /** The routes' own exports, by their path under `app/`. */
  routeExports: ReadonlyMap<string, ReadonlySet<string>>
  /** The paths that the routes' handlers are typed for, by the same names. */
  argsPatterns: ReadonlyMap<string, readonly ArgsPattern[]>
  routes?: string
  router?: string
  entryClient?: string
  entryServer?: string
  /** What the route tree was made of: when one of these changes, it has to be made again. */
  treeSources: readonly string[]
  /** What each route module said when it was read, by the same names. */
  modules: ReadonlyMap<string, ReadModule>
}

/** A route module as far as it can be read without running it. */
interface ReadModule {
  code: string
  exports: ReadonlySet<string>
  argsPatterns: readonly ArgsPattern[]
}

/** An app as its files are now. */
export interface FoundApp {
  files: AppFiles
  routes: readonly RouteConfig[]
}

/**
 * Reads the files of an app and makes its routes: of the default export of `routes.ts` if it has one, otherwise of the
 * files in `routes/`.
 *
 * @param directory The `app/` folder, absolute, with forward slashes
 * @param resolve How the app resolves its imports, for `routes.ts`
 * @param last What was found before: a module that cannot be read while it is edited is taken to be as it was
 * @throws {RouteConfigError} If there is no root module or the routes have a mistake
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
      `Cannot find app/root.tsx in ${directory}: it renders the document, with <Outlet/> for the pages`,
    )
  }

  const router = find('router')
  if (router !== undefined && !(await readFileExports(router, 'app/router.ts')).has('default')) {
    throw new RouteConfigError(
      'app/router.ts has no default export: export default function createApp(pages) { … return router }',
    )
  }

  const rootFile = root.slice(directory.length + 1)
  const tree = await readTree(find('routes'), resolve)
  const routes =
    tree === undefined
      ? flatRoutes(rootFile, names)
      : checkFiles(treeRoutes(rootFile, tree.value), directory)

  const modules = await readModules(routes, directory, last?.files.modules)
  const routeExports = new Map<string, ReadonlySet<string>>()
  const argsPatterns = new Map<string, readonly ArgsPattern[]>()
  for (const { file } of routes) {
    const module = modules.get(file)
    const before = last?.files.routeExports.get(file) ?? unknownExports
    routeExports.set(file, module?.exports ?? before)
    argsPatterns.set(file, module?.argsPatterns ?? [])
  }

  return {
    routes,
    files: {
      root,
      modules,
      routeExports,
      argsPatterns,
      routes: find('routes'),
      router,
      entryClient: find('entry.client'),
      entryServer: find('entry.server'),
      treeSources: tree?.sources ?? [],
    },
  }
}

const moduleName = /^([^/]+)\.[cm]?[jt]sx?$/

/**
 * The exports of a module that cannot be read yet: only a plugin knows its language, or it has a mistake, which whoever
 * imports it shows better than we could.
 */
const unknownExports: ReadonlySet<string> = new Set(['default'])

/** Whether a file can be parsed as it is. */
export function isScript(file: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(file)
}

async function readAppFolder(directory: string): Promise<string[]> {
  const [top, routes] = await Promise.all([
    readFolder(directory, false),
    readFolder(join(directory, 'routes'), true),
  ])
  return [...top, ...routes.map((file) => `routes/${file}`)].toSorted()
}

async function readFolder(directory: string, recursive: boolean): Promise<string[]> {
  if (!existsSync(directory)) return []
  const files = await readdir(directory, { recursive })
  return files.map((file) => file.replaceAll('\\', '/'))
}

async function readTree(
  file: string | undefined,
  resolve: InlineConfig['resolve'],
): Promise<{ value: unknown; sources: string[] } | undefined> {
  if (file === undefined) return
  if (!(await readFileExports(file, 'app/routes.ts')).has('default')) return

  const { module, dependencies } = await runnerImport<{ default: unknown }>(file, {
    resolve,
    logLevel: 'error',
  })
  return { value: module.default, sources: [file, ...dependencies] }
}

function checkFiles(routes: RouteConfig[], directory: string): RouteConfig[] {
  for (const route of routes) {
    if (!existsSync(join(directory, route.file))) {
      throw new RouteConfigError(
        `app/routes.ts names ./${route.file} for "${route.pattern}", which does not exist: create it or correct the path`,
      )
    }
  }
  return routes
}

/** How many files are read at the same time. Older versions of Node open them all at once, and a system allows few. */
const mostOpenFiles = 64

/** Reads the modules of routes, except those that cannot be parsed. One whose code is the same is not parsed again. */
async function readModules(
  routes: readonly RouteConfig[],
  directory: string,
  last: ReadonlyMap<string, ReadModule> | undefined,
): Promise<Map<string, ReadModule>> {
  const files = [...new Set(routes.map(({ file }) => file))].filter(isScript)
  const modules = new Map<string, ReadModule>()

  const rest = files.values()
  const readRest = async (): Promise<void> => {
    for (const file of rest) {
      const module = await readModule(directory, file, last?.get(file))
      if (module !== undefined) modules.set(file, module)
    }
  }
  await Promise.all(Array.from({ length: mostOpenFiles }, readRest))

  return modules
}

async function readModule(
  directory: string,
  file: string,
  last: ReadModule | undefined,
): Promise<ReadModule | undefined> {
  try {
    const code = await readFile(join(directory, file), 'utf8')
    if (last?.code === code) return last

    const name = `app/${file}`
    return {
      code,
      exports: readExports(code, name),
      argsPatterns: readArgsPatterns(code, name),
    }
  } catch {
    // It has a mistake, or it was removed in the meantime.
    return undefined
  }
}

async function readFileExports(file: string, name: string): Promise<Set<string>> {
  return readExports(await readFile(file, 'utf8'), name)
}
