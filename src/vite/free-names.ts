import type { ESTree } from 'vite'

/**
 * Returns the names that the code of `node` uses as values but does not declare.
 *
 * Names in types do not count: `useLoaderData<typeof loader>()` does not keep `loader` alive.
 */
export function freeNames(node: ESTree.Node): Set<string> {
  const free = new Set<string>()
  visit(node, [], free)
  return free
}

/** Returns the names that a binding pattern binds: `{ a, b: [c] }` binds `a` and `c`. */
export function boundNames(pattern: ESTree.Node): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name]
    case 'ObjectPattern':
      return pattern.properties.flatMap(boundNames)
    case 'Property':
      return boundNames(pattern.value)
    case 'ArrayPattern':
      return pattern.elements.flatMap((item) => (item === null ? [] : boundNames(item)))
    case 'AssignmentPattern':
      return boundNames(pattern.left)
    case 'RestElement':
      return boundNames(pattern.argument)
    case 'TSParameterProperty':
      return boundNames(pattern.parameter)
    default:
      return []
  }
}

/** Returns the names that `var` declares anywhere in `node`, except in nested functions. */
export function hoistedNames(node: ESTree.Node): string[] {
  if (isFunction(node) || node.type === 'StaticBlock' || isType(node)) return []
  if (node.type === 'VariableDeclaration' && node.kind === 'var') {
    return node.declarations.flatMap(({ id }) => boundNames(id))
  }
  return childNodes(node).flatMap(hoistedNames)
}

type Scopes = ReadonlyArray<ReadonlySet<string>>

function visit(node: ESTree.Node, scopes: Scopes, free: Set<string>): void {
  if (isType(node)) return

  switch (node.type) {
    case 'Identifier':
    case 'JSXIdentifier':
      if (!scopes.some((scope) => scope.has(node.name))) free.add(node.name)
      return

    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return visitFunction(node, scopes, free)

    case 'SwitchStatement':
      visit(node.discriminant, scopes, free)
      return visitAll(node.cases, [...scopes, new Set(declaredIn(node))], free)

    default: {
      const names = declaredIn(node)
      visitAll(valuesIn(node), names.length === 0 ? scopes : [...scopes, new Set(names)], free)
    }
  }
}

/** Returns the names that a node declares for its inside. */
function declaredIn(node: ESTree.Node): string[] {
  switch (node.type) {
    case 'ClassDeclaration':
    case 'ClassExpression':
      return node.id ? [node.id.name] : []
    case 'Program':
    case 'BlockStatement':
    case 'TSModuleBlock':
      return (node.body as ESTree.Node[]).flatMap(lexicalNames)
    case 'StaticBlock':
      return [...node.body.flatMap(lexicalNames), ...node.body.flatMap(hoistedNames)]
    case 'SwitchStatement':
      return node.cases.flatMap((item) => item.consequent.flatMap(lexicalNames))
    case 'ForStatement':
      return node.init ? lexicalNames(node.init) : []
    case 'ForInStatement':
    case 'ForOfStatement':
      return lexicalNames(node.left)
    case 'CatchClause':
      return node.param ? boundNames(node.param) : []
    case 'TSEnumDeclaration':
      return node.body.members.flatMap(({ id }) => boundNames(id))
    default:
      return []
  }
}

/** Returns the parts of a node that can use values. Names of members, labels and attributes are not among them. */
function valuesIn(node: ESTree.Node): readonly (ESTree.Node | null)[] {
  switch (node.type) {
    case 'ClassDeclaration':
    case 'ClassExpression':
      return [...node.decorators, node.superClass, node.body]
    case 'TSEnumDeclaration':
      return node.body.members.map(({ initializer }) => initializer)
    case 'TSModuleDeclaration':
    case 'LabeledStatement':
      return [node.body]
    case 'MemberExpression':
      return node.computed ? [node.object, node.property] : [node.object]
    case 'JSXMemberExpression':
      return [node.object]
    case 'Property':
      return node.computed ? [node.key, node.value] : [node.value]
    case 'MethodDefinition':
    case 'PropertyDefinition':
    case 'AccessorProperty':
      return [...node.decorators, node.computed ? node.key : null, node.value]
    case 'JSXElement': {
      const { name, attributes } = node.openingElement
      return [isIntrinsic(name) ? null : name, ...attributes, ...node.children]
    }
    case 'JSXAttribute':
      return [node.value]
    case 'JSXNamespacedName':
    case 'MetaProperty':
    case 'BreakStatement':
    case 'ContinueStatement':
      return []
    default:
      return childNodes(node)
  }
}

function visitFunction(
  { body, id, params }: ESTree.Function | ESTree.ArrowFunctionExpression,
  scopes: Scopes,
  free: Set<string>,
): void {
  const outer = new Set(params.flatMap(boundNames))
  outer.add('arguments')
  if (id) outer.add(id.name)
  const paramScopes = [...scopes, outer]
  visitAll(params, paramScopes, free)

  // The default value of a parameter cannot use variables of the body.
  if (body !== null) visit(body, [...paramScopes, new Set(hoistedNames(body))], free)
}

function visitAll(nodes: readonly (ESTree.Node | null)[], scopes: Scopes, free: Set<string>): void {
  for (const node of nodes) if (node) visit(node, scopes, free)
}

/** Returns the names that a statement declares in its block. */
function lexicalNames(statement: ESTree.Node): string[] {
  switch (statement.type) {
    case 'VariableDeclaration':
      return statement.kind === 'var'
        ? []
        : statement.declarations.flatMap(({ id }) => boundNames(id))
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
    case 'TSEnumDeclaration':
    case 'TSModuleDeclaration':
      return statement.id ? boundNames(statement.id) : []
    case 'ExportNamedDeclaration':
      return statement.declaration ? lexicalNames(statement.declaration) : []
    default:
      return []
  }
}

const valuesInTypeScript: ReadonlySet<string> = new Set<ESTree.Node['type']>([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
  'TSEnumDeclaration',
  'TSModuleDeclaration',
  'TSModuleBlock',
  'TSExportAssignment',
  'TSParameterProperty',
])

function isType(node: ESTree.Node): boolean {
  return (
    (node.type.startsWith('TS') && !valuesInTypeScript.has(node.type)) ||
    ('declare' in node && node.declare === true)
  )
}

function isIntrinsic(name: ESTree.Node): boolean {
  return name.type === 'JSXIdentifier' && /^[a-z]/.test(name.name)
}

function isFunction(node: ESTree.Node): boolean {
  return /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)
}

function isNode(value: unknown): value is ESTree.Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

/** Returns the direct children of `node`. */
export function childNodes(node: ESTree.Node): ESTree.Node[] {
  return Object.values(node).flat().filter(isNode)
}
