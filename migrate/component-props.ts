import type { ESTree } from 'vite'
import { findDeclaration } from './find-declaration.ts'
import { findReferences, isShadowed } from './references.ts'
import { quoteText, type SourceFile } from './source-file.ts'
import { boundNames } from '../src/tools/vite/shared.ts'

/** The module that the types of a `+types` import describe. */
export interface TypedModule {
  /** Its pattern, if it serves exactly one route. */
  readonly pattern: string | undefined
  /** Returns the type of its loader or action: `typeof loader`, or `any` if it is not known. */
  typeOf(handler: 'loader' | 'action'): string | undefined
}

type Component = ESTree.Function | ESTree.ArrowFunctionExpression

/** Finds the component that a module exports under a name, if it is a function of the module. */
export function findComponent(program: ESTree.Program, name: string): Component | undefined {
  const exported =
    name === 'default'
      ? program.body.find((one) => one.type === 'ExportDefaultDeclaration')?.declaration
      : findDeclaration(program, name)?.node
  const node =
    exported?.type === 'Identifier' ? findDeclaration(program, exported.name)?.node : exported
  const isFunction = /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/
  return node && isFunction.test(node.type) ? (node as Component) : undefined
}

/**
 * Replaces the props of the components of a route module whose type is not a generated one.
 *
 * @param hasProps Whether the old router gave props to components. If so, props that stay are listed
 */
export function replaceUntypedProps(
  file: SourceFile,
  module: TypedModule,
  hasProps: boolean,
): void {
  const page = findComponent(file.program, 'default')
  if (page === undefined && hasProps) listDefault(file)
  for (const [component, kept] of [
    [page, []],
    [findComponent(file.program, 'ErrorBoundary'), ['error']],
  ] as const) {
    const [props] = component?.params ?? []
    const type = props && 'typeAnnotation' in props ? props.typeAnnotation : undefined
    if (!component || !props || isEmpty(props) || (type && isReplaced(file, type))) continue
    if (!hasProps && (type || props.type !== 'ObjectPattern')) continue
    if (!replaceProps(file, module, component, kept) && hasProps) listProps(file, props, kept)
  }
}

/** Lists props that stay although the component does not get them here. */
export function listProps(file: SourceFile, props: ESTree.Node, kept: readonly string[]): void {
  const others = kept.length > 0 ? `no props but ${kept.join()}` : 'no props'
  file.list(
    props,
    `A component has ${others} here: call hooks instead of reading these.`,
    'a-route-module',
  )
}

/** Whether a pattern takes a prop. */
export function hasProp(
  { properties }: { readonly properties: readonly ESTree.Node[] },
  name: string,
): boolean {
  return properties.some((one) => one.type === 'Property' && keyOf(one) === name)
}

function isEmpty(props: ESTree.Node): boolean {
  return props.type === 'ObjectPattern' && props.properties.length === 0
}

/** Whether a type is one of the generated types, which another rule replaces. */
function isReplaced(file: SourceFile, type: ESTree.Node): boolean {
  const names = file.program.body.flatMap((one) =>
    one.type === 'ImportDeclaration' && one.source.value.includes('+types/')
      ? one.specifiers.map(({ local }) => local.name)
      : [],
  )
  return findReferences({ type: 'Program', body: [type] } as never, new Set(names)).length > 0
}

function keyOf({ key, computed }: { key: ESTree.Node; computed: boolean }): string | undefined {
  return key.type === 'Identifier' && !computed ? key.name : undefined
}

/**
 * Replaces the props of a component with hooks. Returns `false` if one of the props is not known.
 *
 * @param kept The props that the component also has here
 */
export function replaceProps(
  file: SourceFile,
  module: TypedModule,
  component: Component,
  kept: readonly string[] = [],
): boolean {
  const [props] = component.params
  const { body } = component
  if (component.params.length !== 1 || !props || !body) return false
  // A parameter cannot also be a constant.
  if (props.type === 'Identifier' && kept.length > 0) {
    return membersOf(component, props.name)?.every((name) => kept.includes(name)) === true
  }

  const lines =
    props.type === 'Identifier'
      ? hooksOfMembers(file, module, component, props.name)
      : props.type === 'ObjectPattern'
        ? hooksOfPattern(file, module, props, kept)
        : undefined
  if (lines === undefined) return false
  // In the body, these names must have the same meaning as at the top of the module.
  const names = lines.flatMap(
    (line) =>
      line.replaceAll(/'[^']*'|"[^"]*"/g, '').match(/[\w$]+(?=[<(])|(?<=typeof )[\w$]+/g) ?? [],
  )
  if ([...names, ...boundNames(props)].some((name) => isShadowed(name, [body]))) return false

  removeProps(file, props, kept)
  if (lines.length > 0) addLines(file, component, body, lines)
  return true
}

function removeProps(file: SourceFile, props: ESTree.Node, kept: readonly string[]): void {
  const all = props.type === 'ObjectPattern' ? props.properties : []
  const gone = all.filter((one) => one.type !== 'Property' || !kept.includes(keyOf(one) ?? ''))
  if (gone.length === all.length) file.replace(props, '')
  else if (gone.length > 0) file.removeEntries(gone, all)
}

function addLines(
  file: SourceFile,
  component: Component,
  body: ESTree.Node,
  lines: readonly string[],
): void {
  if (body.type === 'BlockStatement') return file.insertFirst(body, lines)
  const { newline, semicolon: end, indent } = file
  // The parentheses around an expression are not part of its node.
  const start = file.code.indexOf('=>', component.params[0]!.end) + 2
  const inner = lines.map((line) => `${indent}${line}${end}${newline}`).join('')
  file.insert(start, ` {${newline}${inner}${indent}return`)
  file.insert(component.end, `${newline}}`)
}

function hooksOfPattern(
  file: SourceFile,
  module: TypedModule,
  { properties }: ESTree.ObjectPattern,
  kept: readonly string[],
): string[] | undefined {
  const others = properties.filter(
    (one) => one.type !== 'Property' || !kept.includes(keyOf(one) ?? ''),
  )
  const lines = others.map((property) => {
    const key = property.type === 'Property' ? keyOf(property) : undefined
    if (key === undefined || property.value?.type === 'AssignmentPattern') return undefined
    const hook = hookFor(file, module, key)
    return hook && `const ${file.text(property.value!)} = ${hook}`
  })
  return lines.includes(undefined) ? undefined : lines.map((line) => line!)
}

/** For `props.loaderData`: an object with the members that the component reads. */
function hooksOfMembers(
  file: SourceFile,
  module: TypedModule,
  component: Component,
  props: string,
): string[] | undefined {
  const members = membersOf(component, props)?.map((name) => ({
    name,
    hook: hookFor(file, module, name),
  }))
  if (members === undefined || members.some(({ hook }) => hook === undefined)) return undefined
  return members.length === 0
    ? []
    : [`const ${props} = { ${members.map(({ name, hook }) => `${name}: ${hook}`).join(', ')} }`]
}

/** Returns the members of the props that a component reads, or `undefined` if it passes its props on. */
function membersOf({ body }: Component, props: string): string[] | undefined {
  const uses = findReferences({ type: 'Program', body: [body] } as never, new Set([props]))
  const names = uses.map(({ node, parents }) => readNames(node, parents[0]))
  return names.includes(undefined) ? undefined : [...new Set(names.flatMap((list) => list!))]
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

/** The type of the params of a module, such as `LoaderArgs<'/books/:slug'>['params']`. */
export function paramsType(file: SourceFile, { pattern }: TypedModule): string | undefined {
  const local = file.import('LoaderArgs', 'framework', true)
  return (
    local &&
    `${local}${pattern === undefined ? '' : `<${quoteText(pattern, file.quote)}>`}[${quoteText('params', file.quote)}]`
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
