import { posix } from 'node:path'
import type { ESTree } from 'vite'
import { findDeclaration } from './find-declaration.ts'
import type { OldApp } from './old-app.ts'
import type { OldRow } from './old-routes.ts'
import { findReferences, isShadowed } from './references.ts'
import { quoteText, type SourceFile } from './source-file.ts'
import { boundNames } from '../src/tools/vite/shared.ts'

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
  const component = isRoute ? defaultComponent(file.program) : undefined
  const [props] = component?.params ?? []
  if (isRoute && component === undefined && app.from === 'react-router') listDefault(file)
  if (
    component &&
    props?.type === 'ObjectPattern' &&
    !props.typeAnnotation &&
    props.properties.length > 0
  ) {
    const own = describeModule(file, app, rows, `./+types/${posix.basename(file.path)}`)
    replaceProps(file, own, component)
  }
}

/** The module that the types of a `+types` import describe. */
interface TypedModule {
  /** Its pattern, if it serves exactly one route. */
  readonly pattern: string | undefined
  /** Returns the type of its loader or action: `typeof loader`, or `any` if it is not known. */
  typeOf(handler: 'loader' | 'action'): string | undefined
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

  const component = defaultComponent(file.program)
  const isOwn = component !== undefined && component.params[0] === pattern
  return isOwn && replaceProps(file, module, component)
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

function paramsType(file: SourceFile, { pattern }: TypedModule): string | undefined {
  const local = file.import('LoaderArgs', 'framework', true)
  return (
    local &&
    `${local}${pattern === undefined ? '' : `<${quote(file, pattern)}>`}[${quote(file, 'params')}]`
  )
}

/** Lists a default export whose props are not in this module, such as an imported component. */
function listDefault(file: SourceFile): void {
  for (const statement of file.program.body) {
    const isDefault =
      statement.type === 'ExportDefaultDeclaration' ||
      (statement.type === 'ExportNamedDeclaration' &&
        statement.specifiers.some(({ exported }) => file.text(exported) === 'default'))
    if (!isDefault) continue
    file.list(
      statement,
      'If this component reads props, they are undefined here: call hooks in it, or export a component that passes their values.',
      'a-route-module',
    )
  }
}

type Component = ESTree.Function | ESTree.ArrowFunctionExpression

function defaultComponent(program: ESTree.Program): Component | undefined {
  const found = program.body.find((one) => one.type === 'ExportDefaultDeclaration')?.declaration
  const node = found?.type === 'Identifier' ? findDeclaration(program, found.name)?.node : found
  const isFunction = node && /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/
  return isFunction?.test(node!.type) ? (node as Component) : undefined
}

/** Replaces the props of the default component with hooks. Returns `false` if one of the props is not known. */
function replaceProps(file: SourceFile, module: TypedModule, component: Component): boolean {
  const [props] = component.params
  const { body } = component
  if (component.params.length !== 1 || !props || !body) return false

  const hooks =
    props.type === 'Identifier' ? hooksOfMembers(file, module, component, props.name) : undefined
  const lines =
    hooks ?? (props.type === 'ObjectPattern' ? hooksOfPattern(file, module, props) : undefined)
  if (lines === undefined) return false
  // In the body, these names must have the same meaning as at the top of the module.
  const names = lines.flatMap(
    (line) =>
      line.replaceAll(/'[^']*'|"[^"]*"/g, '').match(/[\w$]+(?=[<(])|(?<=typeof )[\w$]+/g) ?? [],
  )
  if ([...names, ...boundNames(props)].some((name) => isShadowed(name, [body]))) return false

  const { newline, semicolon: end } = file
  file.replace(props, '')
  if (lines.length === 0) return true
  if (body.type === 'BlockStatement') {
    const [first] = body.body
    const indent = /[ \t]*$/.exec(file.code.slice(0, first?.start ?? 0))?.[0] || file.indent
    file.insert(body.start + 1, lines.map((line) => `${newline}${indent}${line}${end}`).join(''))
  } else {
    // The parentheses around an expression are not part of its node.
    const start = file.code.indexOf('=>', props.end) + 2
    const { indent } = file
    const inner = lines.map((line) => `${indent}${line}${end}${newline}`).join('')
    file.insert(start, ` {${newline}${inner}${indent}return`)
    file.insert(component.end, `${newline}}`)
  }
  return true
}

function hooksOfPattern(
  file: SourceFile,
  module: TypedModule,
  { properties }: ESTree.ObjectPattern,
): string[] | undefined {
  const lines = properties.map((property) => {
    if (property.type !== 'Property' || property.computed || property.key.type !== 'Identifier')
      return undefined
    const hook =
      property.value.type === 'AssignmentPattern'
        ? undefined
        : hookFor(file, module, property.key.name)
    return hook && `const ${file.text(property.value)} = ${hook}`
  })
  return lines.includes(undefined) ? undefined : lines.map((line) => line!)
}

/** For `props.loaderData`: an object with the members that the component reads. */
function hooksOfMembers(
  file: SourceFile,
  module: TypedModule,
  { body }: Component,
  props: string,
): string[] | undefined {
  const uses = findReferences({ type: 'Program', body: [body] } as never, new Set([props]))
  const names = new Set<string>()
  for (const { node, parents } of uses) {
    const read = readNames(node, parents[0])
    if (read === undefined) return undefined
    for (const name of read) names.add(name)
  }
  const members = Array.from(names, (name) => ({ name, hook: hookFor(file, module, name) }))
  if (members.some(({ hook }) => hook === undefined)) return undefined
  return members.length === 0
    ? []
    : [`const ${props} = { ${members.map(({ name, hook }) => `${name}: ${hook}`).join(', ')} }`]
}

/** Returns the members that one use of the props reads: `props.loaderData` or `const { loaderData } = props`. */
function readNames(props: ESTree.Node, parent: ESTree.Node | undefined): string[] | undefined {
  if (parent?.type === 'MemberExpression' && parent.object === props)
    return parent.property.type === 'Identifier' ? [parent.property.name] : undefined
  if (parent?.type !== 'VariableDeclarator' || parent.id.type !== 'ObjectPattern') return undefined
  const names = parent.id.properties.map((one) =>
    one.type === 'Property' && !one.computed && one.key.type === 'Identifier' ? one.key.name : '',
  )
  return names.includes('') ? undefined : names
}

function hookFor(file: SourceFile, module: TypedModule, name: string): string | undefined {
  const hooks: Readonly<Record<string, readonly [hook: string, type: string | undefined]>> = {
    loaderData: ['useLoaderData', module.typeOf('loader') ?? 'any'],
    actionData: ['useActionData', module.typeOf('action') ?? 'any'],
    params: [
      'useParams',
      name === 'params' && file.isTypeScript ? paramsType(file, module) : undefined,
    ],
    matches: ['useMatches', undefined],
  }
  const found = Object.hasOwn(hooks, name) ? hooks[name] : undefined
  const local = found && file.import(found[0], 'framework')
  if (!found || local === undefined) return undefined
  return `${local}${file.isTypeScript && found[1] !== undefined ? `<${found[1]}>` : ''}()`
}
