import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import type { ESTree } from 'vite'
import { findInstalled, type OldApp } from './old-app.ts'
import { SourceFile } from './source-file.ts'
import { findOldOptions, isOldConfig, isViteConfig } from './vite-config.ts'
import { findManager } from './workspace.ts'
import { flatRoutes, parseModule, type RouteConfig } from '../src/tools/vite/shared.ts'

/** A route of the old app with its whole pattern. Parents come before their children. */
export type OldRow = Pick<
  RouteConfig,
  'id' | 'parentId' | 'file' | 'pattern' | 'index' | 'pathless'
>

/** A route as `routes --json` of the old tool prints it. */
interface OldRoute {
  readonly id: string
  readonly path?: string
  readonly index?: boolean
  readonly file: string
  readonly children?: readonly OldRoute[]
}

interface ToolOptions {
  /** Whether the old tool may run. It runs the app's config, and its `routes.ts` if it has one. */
  readonly isRun: boolean
  /** How long it may take, in milliseconds. */
  readonly timeout: number
  /** Prints the next step of the command. */
  readonly say: (text: string) => void
}

/**
 * Lists the routes of the old app below its root.
 *
 * @returns The routes, or the reason why they are not known
 * @throws {Error} If the old tool may run, and is not installed
 */
export async function readOldRoutes(
  app: OldApp,
  { isRun, timeout, say }: ToolOptions,
): Promise<readonly OldRow[] | string> {
  if (!isRun) return readWithoutTool(app)
  const tool = findTool(app)
  say(`Running the old tool in ${app.folder} to list the routes …`)
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [tool, 'routes', '--json'], {
      cwd: app.folder,
      timeout,
      killSignal: 'SIGKILL',
      maxBuffer: 1e8,
      env: { ...process.env, CI: '1', NO_COLOR: '1' },
    })
    const routes = readJson(stripVTControlCharacters(stdout))
    return routes ? toRows(routes) : 'the old tool printed no table of routes'
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('Cannot ')) throw error
    const { killed, stderr = '' } = error as { killed?: boolean; stderr?: string }
    const lines = stripVTControlCharacters(stderr).trim().split('\n')
    const last = lines.find((line) => /\bError\b/.test(line)) ?? lines.at(-1)
    return killed === true
      ? `the old tool took longer than ${timeout / 1000} s`
      : `the old tool failed${last ? `: ${last}` : ''}`
  }
}

function findTool({ folder, from, root }: OldApp): string {
  const name = from === 'remix' ? '@remix-run/dev' : '@react-router/dev'
  const found = findInstalled(folder, name)
  const { bin } = found?.manifest ?? {}
  const file = typeof bin === 'string' ? bin : Object.values(bin ?? {})[0]
  if (found && typeof file === 'string') return join(found.folder, file)
  throw new Error(
    `Cannot move ${folder}: ${name} is not installed, so nothing knows its routes and its libraries. Run ${findManager(root)[1]} install. With --no-run, the move goes on with what the names of files say.`,
  )
}

/** Reads the last list in the output: the tools print warnings before it. */
function readJson(output: string): readonly OldRoute[] | undefined {
  for (const { index } of output.matchAll(/^\[/gm)) {
    try {
      const [root] = JSON.parse(output.slice(index)) as OldRoute[]
      if (root?.id === 'root') return root.children ?? []
    } catch {
      // A warning that begins with a bracket.
    }
  }
  return undefined
}

/** Reads a `routes.ts` with literals only, or the names of files that follow the flat convention. */
function readWithoutTool({ folder, files, from, major }: OldApp): readonly OldRow[] | string {
  const file = files.find((one) => /^app\/routes\.[cm]?[jt]sx?$/.test(one))
  if (file !== undefined) {
    const { program, code } = parseModule(readFileSync(join(folder, file), 'utf8'), file)
    const value = program.body.find((one) => one.type === 'ExportDefaultDeclaration')
    const list = value && literalRoutes(value.declaration)
    if (list) return toRows(list)
    if (!/\bflatRoutes\(\s*\)/.test(code))
      return `${file} calculates its routes, and the old tool did not run`
  } else if (from === 'react-router' || major === 1) {
    return 'the names of the files follow another convention, and the old tool did not run'
  }
  const own = findConvention({ folder, files })
  if (own !== undefined)
    return `${own} changes which files are routes, and the old tool did not run`

  const names = files.filter((one) => one.startsWith('app/')).map((one) => one.slice('app/'.length))
  const root = names.find((one) => /^root\.[jt]sx?$/.test(one)) ?? 'root.tsx'
  return flatRoutes(root, names).slice(1)
}

/** Finds the option of the old tool that makes routes of other files than the names say. */
function findConvention({ folder, files }: Pick<OldApp, 'folder' | 'files'>): string | undefined {
  for (const path of files.filter((one) => isOldConfig.test(one) || isViteConfig.test(one))) {
    const file = new SourceFile(path, readFileSync(join(folder, path), 'utf8'))
    for (const options of findOldOptions(file)) {
      if (options === undefined) return `the calculated configuration in ${path}`
      for (const [name, value] of options) {
        const isUsual =
          name === 'ignoredRouteFiles' && /^\[\s*["']\*\*\/\.\*["'],?\s*\]$/.test(file.text(value))
        const isEmpty = value.type === 'ArrayExpression' && value.elements.length === 0
        if (/^(?:routes|presets|ignoredRouteFiles)$/.test(name) && !isUsual && !isEmpty) {
          return `the option ${name} in ${path}`
        }
      }
    }
  }
  return undefined
}

function literalRoutes(node: ESTree.Node): OldRoute[] | undefined {
  if (node.type === 'TSSatisfiesExpression' || node.type === 'TSAsExpression') {
    return literalRoutes(node.expression)
  }
  if (node.type !== 'ArrayExpression') return undefined
  const routes = node.elements.map((one) => (one === null ? undefined : literalRoute(one)))
  return routes.includes(undefined) ? undefined : routes.flatMap((one) => one!)
}

function literalRoute(node: ESTree.Node): OldRoute[] | undefined {
  if (node.type === 'SpreadElement') return literalRoute(node.argument)
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return undefined
  const texts = node.arguments
    .filter((one) => one.type === 'Literal')
    .map((one) => String(one.value))
  const list = node.arguments.find((one) => one.type === 'ArrayExpression')
  const children = list ? literalRoutes(list) : []
  if (children === undefined || texts.length + (list ? 1 : 0) !== node.arguments.length)
    return undefined

  const [first = '', second = ''] = texts
  switch (node.callee.name) {
    case 'index':
      return [{ id: routeId(first), file: first, index: true }]
    case 'layout':
      return [{ id: routeId(first), file: first, children }]
    case 'route':
      return [{ id: routeId(second), file: second, path: first, children }]
    case 'prefix':
      return children.map((child) => withPrefix(first, child))
    default:
      return undefined
  }
}

function withPrefix(prefix: string, route: OldRoute): OldRoute {
  if (route.index === true || route.path !== undefined) {
    return { ...route, path: `${prefix}/${route.path ?? ''}` }
  }
  return { ...route, children: (route.children ?? []).map((child) => withPrefix(prefix, child)) }
}

/** @throws {Error} If a path cannot be written as a pattern */
function toRows(
  routes: readonly OldRoute[],
  parent: Pick<OldRow, 'id' | 'pattern'> = { id: 'root', pattern: '/' },
): OldRow[] {
  return routes.flatMap((route) => {
    const { id, path = '', children = [] } = route
    // The old tools write the path of a file outside `app/` with `../` at the start.
    const file = route.file.replaceAll('\\', '/').replace(/^\.\//, '')
    if (/^(?:\.\.|\/|[a-z]:)/i.test(file)) {
      throw new Error(
        `Cannot move the route "${file}": its file is not in app/. Move it there, correct the old routes, and commit.`,
      )
    }
    const own = toPattern(path)
    const isWhole = path.startsWith('/') && own.startsWith(parent.pattern)
    const pattern = isWhole ? own : `${parent.pattern}${own}`.replace(/^\/(?=[(/])/, '') || '/'
    // An index with a path becomes a page here, and a page without a path becomes an index.
    const index =
      own === '' && (route.index === true || (route.path === '' && children.length === 0))
    const row = { id, parentId: parent.id, file, pattern, index, pathless: !index && own === '' }
    return [row, ...toRows(children, row)]
  })
}

/** Writes `books/:slug/:page?` as `/books/:slug(/:page)`. An empty path stays empty. */
function toPattern(path: string): string {
  return path
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => {
      const [, text = '', optional] = /^(.*?)(\?)?$/.exec(segment) ?? []
      if (/^:\w*-/.test(text)) {
        throw new Error(
          `Cannot use the param "${text}" of "${path}": names have letters, digits, "_" and "$". Rename it in the old app first.`,
        )
      }
      const escaped = text === '*' ? text : text.replaceAll(/[()*\\]|(?<=.):/g, '\\$&')
      return optional ? `(/${escaped})` : `/${escaped}`
    })
    .join('')
}

function routeId(file: string): string {
  return file.replace(/^\.\//, '').replace(/\.[^./]+$/, '')
}
