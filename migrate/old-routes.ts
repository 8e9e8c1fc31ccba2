import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import type { ESTree } from 'vite'
import { findInstalled, type OldApp } from './old-app.ts'
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

/**
 * Lists the routes of the old app below its root.
 *
 * @param isRun Whether the old tool may run. It runs the app's config, and its `routes.ts` if it has one
 * @param timeout How long it may take, in milliseconds
 * @returns The routes, or the reason why they are not known
 */
export async function readOldRoutes(
  app: OldApp,
  isRun: boolean,
  timeout: number,
): Promise<readonly OldRow[] | string> {
  const tool = isRun ? findTool(app) : undefined
  if (tool === undefined) return readWithoutTool(app)
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
    if (error instanceof Error && error.message.startsWith('Cannot use')) throw error
    const { killed, stderr = '' } = error as { killed?: boolean; stderr?: string }
    const lines = stripVTControlCharacters(stderr).trim().split('\n')
    const last = lines.find((line) => /\bError\b/.test(line)) ?? lines.at(-1)
    return killed === true
      ? `the old tool took longer than ${timeout / 1000} s`
      : `the old tool failed${last ? `: ${last}` : ''}`
  }
}

function findTool({ folder, from }: OldApp): string | undefined {
  const found = findInstalled(folder, from === 'remix' ? '@remix-run/dev' : '@react-router/dev')
  const { bin } = found?.manifest ?? {}
  const file = typeof bin === 'string' ? bin : Object.values(bin ?? {})[0]
  return found && typeof file === 'string' ? join(found.folder, file) : undefined
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

  const own = files.filter((one) => one.startsWith('app/')).map((one) => one.slice('app/'.length))
  return flatRoutes(own.find((one) => /^root\.[jt]sx?$/.test(one)) ?? 'root.tsx', own).slice(1)
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
