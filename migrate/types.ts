import { posix } from 'node:path'
import type { ESTree } from 'vite'
import { findDeclaration } from './find-declaration.ts'
import type { OldApp } from './old-app.ts'
import {
  findComponent,
  hasProp,
  listProps,
  paramsType,
  replaceProps,
  replaceUntypedProps,
  type TypedModule,
} from './component-props.ts'
import type { OldRow } from './old-routes.ts'
import { findReferences } from './references.ts'
import { quoteText, type SourceFile } from './source-file.ts'

/** Replaces the generated `Route.…` types of a module, and the props of its component. */
export function replaceRouteTypes(file: SourceFile, app: OldApp, rows: readonly OldRow[]): void {
  for (const statement of file.program.body) {
    if (statement.type !== 'ImportDeclaration' || !isTypegen(statement.source.value)) continue
    const names = statement.specifiers.map(({ local }) => local.name)
    const module = describeModule(file, app, rows, statement.source.value)
    const kept = findReferences(file.program, new Set(names)).filter(
      (use) => !replaceType(file, module, use.parents),
    )
    for (const { node, parents } of kept) {
      file.list(node, `${file.text(parents[0] ?? node)} has no type here.`, 'a-route-module')
    }
    if (kept.length === 0) file.remove(statement)
  }

  const isRoute = rows.some((row) => `app/${row.file}` === file.path) || isRoot(file.path)
  if (!isRoute) return
  const own = describeModule(file, app, rows, `./+types/${posix.basename(file.path)}`)
  replaceUntypedProps(file, own, app.from === 'react-router')
}

function quote(file: SourceFile, text: string): string {
  return quoteText(text, file.quote)
}

function isTypegen(from: string): boolean {
  return /(?:^|\/)\+types\//.test(from)
}

function isRoot(path: string): boolean {
  return /^app\/root\.[jt]sx?$/.test(path)
}

function describeModule(
  file: SourceFile,
  { files }: OldApp,
  rows: readonly OldRow[],
  from: string,
): TypedModule {
  const withoutEnd = from.replace('+types/', '').replace(/\.[jt]sx?$/, '')
  const target = posix.join(posix.dirname(file.path), withoutEnd)
  const path = files.find((one) => one.replace(/\.[jt]sx?$/, '') === target) ?? file.path
  const routes = rows.filter((row) => `app/${row.file}` === path)
  const end = /\.[jt]sx?$/.test(from) ? /\.[^.]*$/.exec(path)?.[0] : ''

  return {
    pattern: routes.length === 1 ? routes[0]!.pattern : undefined,
    typeOf(handler) {
      if (path !== file.path) return `typeof import(${quote(file, withoutEnd + end)}).${handler}`
      const local = findDeclaration(file.program, handler)
      return local && (local.isAnnotated ? 'any' : `typeof ${handler}`)
    },
  }
}

/** Replaces one `Route.Name`. Returns `false` if it is not changed. */
function replaceType(
  file: SourceFile,
  module: TypedModule,
  [name, reference, ...outer]: readonly ESTree.Node[],
): boolean {
  if (name?.type !== 'TSQualifiedName' || reference?.type !== 'TSTypeReference') return false
  const { name: type } = name.right
  if (type === 'ComponentProps') return replaceComponentProps(file, module, reference, outer)
  if (type === 'ErrorBoundaryProps' && replaceBoundaryProps(file, module, outer)) return true

  const loader = module.typeOf('loader')
  // The old types knew the data of each match by its position.
  const owner = outer.find(({ type }) => /^(?:VariableDeclarator|FunctionDeclaration)$/.test(type))
  const meta = /\bmatches\b/.test(owner ? file.text(owner) : '')
    ? `<${loader ?? 'unknown'}, Record<string, any>>`
    : loader
      ? `<${loader}>`
      : ''
  const args = module.pattern === undefined ? '' : `<${quote(file, module.pattern)}>`
  const types: Readonly<Record<string, readonly [type: string, args: string]>> = {
    LoaderArgs: ['LoaderArgs', args],
    ActionArgs: ['ActionArgs', args],
    MetaArgs: ['MetaArgs', meta],
    MetaFunction: ['MetaFunction', meta],
    MetaDescriptors: ['MetaDescriptor', '[]'],
    LinksFunction: ['LinksFunction', ''],
    LinkDescriptors: ['LinkDescriptor', '[]'],
    HeadersArgs: ['HeadersArgs', ''],
    HeadersFunction: ['HeadersFunction', ''],
    ErrorBoundaryProps: ['ErrorBoundaryProps', ''],
    MiddlewareFunction: ['RouteMiddleware', ''],
    unstable_MiddlewareFunction: ['RouteMiddleware', ''],
  }
  const found = Object.hasOwn(types, type) ? types[type] : undefined
  const local = found && file.import(found[0], 'framework', true)
  if (!found || local === undefined) return false
  file.replace(reference, local + found[1])
  return true
}

function replaceComponentProps(
  file: SourceFile,
  module: TypedModule,
  reference: ESTree.Node,
  [outer, pattern]: readonly ESTree.Node[],
): boolean {
  if (outer?.type === 'TSIndexedAccessType' && outer.objectType === reference) {
    const member = memberType(file, module, file.text(outer.indexType).slice(1, -1))
    const isOpen = pattern?.type === 'TSUnionType' && file.text(pattern).endsWith('| undefined')
    if (member !== undefined) {
      file.replace(outer, isOpen ? member.replace(/ \| undefined$/, '') : member)
    }
    return member !== undefined
  }

  const component = findComponent(file.program, 'default')
  const isOwn = component !== undefined && component.params[0] === pattern
  return isOwn && replaceProps(file, module, component)
}

/**
 * For `({ error, params }: Route.ErrorBoundaryProps)`: the boundary keeps `error`, and the rest become hooks. Returns whether
 * no prop is left, and with it no type.
 */
function replaceBoundaryProps(
  file: SourceFile,
  module: TypedModule,
  [, pattern]: readonly ESTree.Node[],
): boolean {
  const component = findComponent(file.program, 'ErrorBoundary')
  if (!component || !pattern || component.params[0] !== pattern) return false
  if (!replaceProps(file, module, component, ['error'])) listProps(file, pattern, ['error'])
  else if (pattern.type === 'ObjectPattern') return !hasProp(pattern, 'error')
  return false
}

function memberType(file: SourceFile, module: TypedModule, name: string): string | undefined {
  switch (name) {
    case 'loaderData':
    case 'actionData': {
      const type = module.typeOf(name === 'loaderData' ? 'loader' : 'action')
      const local = file.import('SerializeFrom', 'framework', true)
      if (type === undefined || local === undefined) return undefined
      return `${local}<${type}>${name === 'actionData' ? ' | undefined' : ''}`
    }
    case 'params':
      return paramsType(file, module)
    default:
      return undefined
  }
}
