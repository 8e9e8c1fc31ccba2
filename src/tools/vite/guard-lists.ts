import { posix } from 'node:path'
import type { ESTree } from 'vite'
import { childNodes, readImports, type ParsedModule } from './parse-module.ts'
import type { RouteConfig } from './route-config.ts'

/** A list of middleware in the type of a handler: `LoaderArgs<'/account', typeof import('./_members.tsx').middleware>`. */
export interface ArgsList {
  /** The name of the type, such as `LoaderArgs`. */
  readonly type: string
  /** The module that exports the list, as it is imported. `undefined` for the module itself. */
  readonly from: string | undefined
}

const argsTypes = ['LoaderArgs', 'ActionArgs']

/** Returns the lists named `middleware` that a module passes to the types of handlers. Only lists of that name run. */
export function readArgsLists({ code, program }: ParsedModule): ArgsList[] {
  if (!code.includes('middleware') || !argsTypes.some((type) => code.includes(type))) return []

  const imports = new Map(readImports(program).map((one) => [one.local, one]))
  const lists = referencesIn(program).flatMap(({ typeName, typeArguments }) => {
    const local = typeName.type === 'Identifier' ? typeName.name : ''
    const type = imports.get(local)?.name ?? ''
    if (!argsTypes.includes(type) || !typeArguments) return []
    return queriesIn(typeArguments).flatMap((query) => listOf(query, type))
  })
  return [...new Map(lists.map((list) => [`${list.type} ${list.from}`, list])).values()]

  function listOf({ exprName }: ESTree.TSTypeQuery, type: string): ArgsList[] {
    if (exprName.type === 'TSImportType') {
      const { qualifier, source } = exprName
      return isNamed(qualifier) ? [{ type, from: source.value }] : []
    }
    if (exprName.type === 'TSQualifiedName') {
      const { left, right } = exprName
      const module = left.type === 'Identifier' ? imports.get(left.name) : undefined
      return module?.name === '*' && isNamed(right) ? [{ type, from: module.from }] : []
    }
    if (exprName.type !== 'Identifier') return []
    const imported = imports.get(exprName.name)
    if (imported !== undefined) {
      return imported.name === 'middleware' ? [{ type, from: imported.from }] : []
    }
    return isNamed(exprName) ? [{ type, from: undefined }] : []
  }
}

function isNamed(node: ESTree.Node | null): boolean {
  return node?.type === 'Identifier' && node.name === 'middleware'
}

function referencesIn(node: ESTree.Node): ESTree.TSTypeReference[] {
  const found = childNodes(node).flatMap(referencesIn)
  return node.type === 'TSTypeReference' ? [node, ...found] : found
}

function queriesIn(node: ESTree.Node): ESTree.TSTypeQuery[] {
  return node.type === 'TSTypeQuery' ? [node] : childNodes(node).flatMap(queriesIn)
}

interface InspectedModule {
  readonly exports: ReadonlySet<string>
  readonly argsLists: readonly ArgsList[]
}

/**
 * Returns a warning for each module whose types promise what a list of middleware provides, such as a user, although the list
 * does not run in front of it.
 */
export function guardWarnings(
  routes: readonly RouteConfig[],
  inspect: (route: RouteConfig) => InspectedModule,
): string[] {
  const byId = new Map(routes.map((route) => [route.id, route]))
  const files = new Map(routes.map(({ file }) => [withoutExtension(file), file]))

  return [...Map.groupBy(routes, ({ file }) => file).values()].flatMap((served) => {
    const [first] = served as [RouteConfig]
    const { exports, argsLists } = inspect(first)
    return argsLists.flatMap(({ type, from }) => {
      if (from === undefined) return exports.has('middleware') ? [] : [notExported(first, type)]
      const list = files.get(withoutExtension(posix.join(posix.dirname(first.file), from)))
      if (!from.startsWith('.') || list === undefined) return []
      const open = served.find((route) => !isAround(list, route))
      return open === undefined ? [] : [notAround(open, type, list)]
    })
  })

  function isAround(file: string, route: RouteConfig): boolean {
    if (route.file === file) return true
    const parent = byId.get(route.parentId ?? '')
    return parent !== undefined && isAround(file, parent)
  }
}

function notExported({ file }: RouteConfig, type: string): string {
  return `app/${file} uses ${type}<…, typeof middleware>, but does not export "middleware", so the list does not run. Export it.`
}

function notAround({ file, pattern }: RouteConfig, type: string, list: string): string {
  return (
    `app/${file} uses the middleware of app/${list} in ${type}, but it does not run in front of "${pattern}": that module is not a layout of this page. ` +
    'Rename the file, so that the layout is around it again, or use the list of a layout that is.'
  )
}

function withoutExtension(file: string): string {
  return file.replace(/\.[cm]?[jt]sx?$/, '')
}
