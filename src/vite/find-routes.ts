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

  return {
    routes,
    files: {
      root,
      routeExports: await readRoutes(
        routes,
        directory,
        readExports,
        (file) => last?.files.routeExports.get(file) ?? unknownExports,
      ),
      argsPatterns: await readRoutes(routes, directory, readArgsPatterns, () => []),
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

/** What `read` finds in the modules of routes; `otherwise` for one that it cannot read. */
async function readRoutes<Value>(
  routes: readonly RouteConfig[],
  directory: string,
  read: (code: string, file: string) => Value,
  otherwise: (file: string) => Value,
): Promise<Map<string, Value>> {
  const entries = routes.map(async ({ file }) => {
    if (!isScript(file)) return [file, otherwise(file)] as const
    try {
      const code = await readFile(join(directory, file), 'utf8')
      return [file, read(code, `app/${file}`)] as const
    } catch {
      // It may also have been removed in the meantime.
      return [file, otherwise(file)] as const
    }
  })
  return new Map(await Promise.all(entries))
}

async function readFileExports(file: string, name: string): Promise<Set<string>> {
  return readExports(await readFile(file, 'utf8'), name)
}
