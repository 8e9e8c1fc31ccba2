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
    case 'JSXIdentifier': {
      const { name } = node
      if (!scopes.some((scope) => scope.has(name))) free.add(name)
      return
    }

    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return visitFunction(node, scopes, free)

    case 'ClassDeclaration':
    case 'ClassExpression': {
      const inner = node.id ? [...scopes, new Set([node.id.name])] : scopes
      visitAll([...node.decorators, node.superClass, node.body], inner, free)
      return
    }

    case 'Program':
    case 'BlockStatement':
    case 'StaticBlock':
    case 'TSModuleBlock': {
      const body: ESTree.Node[] = node.body
      const names = body.flatMap(lexicalNames)
      if (node.type === 'StaticBlock') names.push(...body.flatMap(hoistedNames))
      visitAll(body, [...scopes, new Set(names)], free)
      return
    }

    case 'SwitchStatement': {
      const names = node.cases.flatMap((item) => item.consequent.flatMap(lexicalNames))
      visit(node.discriminant, scopes, free)
      visitAll(node.cases, [...scopes, new Set(names)], free)
      return
    }

    case 'ForStatement':
    case 'ForInStatement':
    case 'ForOfStatement': {
      const head = node.type === 'ForStatement' ? node.init : node.left
      visitAll(childNodes(node), [...scopes, new Set(head ? lexicalNames(head) : [])], free)
      return
    }

    case 'CatchClause': {
      const names = node.param ? boundNames(node.param) : []
      visitAll(childNodes(node), [...scopes, new Set(names)], free)
      return
    }

    case 'TSEnumDeclaration': {
      const { members } = node.body
      const names = members.flatMap(({ id }) => boundNames(id))
      const initializers = members.map(({ initializer }) => initializer)
      visitAll(initializers, [...scopes, new Set(names)], free)
      return
    }

    case 'TSModuleDeclaration':
      return visitAll([node.body], scopes, free)

    case 'MemberExpression':
      visit(node.object, scopes, free)
      if (node.computed) visit(node.property, scopes, free)
      return

    case 'JSXMemberExpression':
      return visit(node.object, scopes, free)

    case 'Property':
      if (node.computed) visit(node.key, scopes, free)
      return visit(node.value, scopes, free)

    case 'MethodDefinition':
    case 'PropertyDefinition':
    case 'AccessorProperty':
      visitAll(node.decorators, scopes, free)
      if (node.computed) visit(node.key, scopes, free)
      visitAll([node.value], scopes, free)
      return

    case 'JSXElement': {
      const { name, attributes } = node.openingElement
      if (!isIntrinsic(name)) visit(name, scopes, free)
      visitAll([...attributes, ...node.children], scopes, free)
      return
    }

    case 'JSXAttribute':
      return visitAll([node.value], scopes, free)

    case 'JSXNamespacedName':
    case 'MetaProperty':
    case 'BreakStatement':
    case 'ContinueStatement':
      return

    case 'LabeledStatement':
      return visit(node.body, scopes, free)

    default:
      visitAll(childNodes(node), scopes, free)
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
