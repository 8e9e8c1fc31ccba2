/** A node of the syntax tree, as far as this folder needs to know it. */
export interface AstNode {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/**
 * The names that the code of `node` takes from outside of it, as values.
 *
 * What only a type mentions does not count: `useLoaderData<typeof loader>()` does not keep `loader` alive.
 */
export function freeNames(node: AstNode): Set<string> {
  const free = new Set<string>()
  visit(node, [], free)
  return free
}

/** The names that a binding pattern binds: `{ a, b: [c] }` binds `a` and `c`. */
export function boundNames(pattern: AstNode): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name as string]
    case 'ObjectPattern':
      return (pattern.properties as AstNode[]).flatMap(boundNames)
    case 'Property':
      return boundNames(pattern.value as AstNode)
    case 'ArrayPattern':
      return (pattern.elements as Array<AstNode | null>).flatMap((item) =>
        item === null ? [] : boundNames(item),
      )
    case 'AssignmentPattern':
      return boundNames(pattern.left as AstNode)
    case 'RestElement':
      return boundNames(pattern.argument as AstNode)
    case 'TSParameterProperty':
      return boundNames(pattern.parameter as AstNode)
    default:
      return []
  }
}

/** The names that `var` declares anywhere in `node`, nested functions aside. */
export function hoistedNames(node: AstNode): string[] {
  if (isFunction(node) || node.type === 'StaticBlock' || isType(node)) return []
  if (node.type === 'VariableDeclaration' && node.kind === 'var') {
    return (node.declarations as AstNode[]).flatMap(({ id }) => boundNames(id as AstNode))
  }
  return childNodes(node).flatMap(hoistedNames)
}

type Scopes = ReadonlyArray<ReadonlySet<string>>

function visit(node: AstNode, scopes: Scopes, free: Set<string>): void {
  if (isType(node)) return

  switch (node.type) {
    case 'Identifier':
    case 'JSXIdentifier': {
      const name = node.name as string
      if (!scopes.some((scope) => scope.has(name))) free.add(name)
      return
    }

    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return visitFunction(node, scopes, free)

    case 'ClassDeclaration':
    case 'ClassExpression': {
      const inner = node.id ? [...scopes, new Set([(node.id as AstNode).name as string])] : scopes
      visitAll([...list(node.decorators), ...list(node.superClass), node.body], inner, free)
      return
    }

    case 'Program':
    case 'BlockStatement':
    case 'StaticBlock':
    case 'TSModuleBlock': {
      const body = node.body as AstNode[]
      const names = body.flatMap(lexicalNames)
      if (node.type === 'StaticBlock') names.push(...body.flatMap(hoistedNames))
      visitAll(body, [...scopes, new Set(names)], free)
      return
    }

    case 'SwitchStatement': {
      const cases = node.cases as AstNode[]
      const names = cases.flatMap((item) => (item.consequent as AstNode[]).flatMap(lexicalNames))
      visit(node.discriminant as AstNode, scopes, free)
      visitAll(cases, [...scopes, new Set(names)], free)
      return
    }

    case 'ForStatement':
    case 'ForInStatement':
    case 'ForOfStatement': {
      const head = (node.init ?? node.left) as AstNode | null
      visitAll(childNodes(node), [...scopes, new Set(head ? lexicalNames(head) : [])], free)
      return
    }

    case 'CatchClause': {
      const names = node.param ? boundNames(node.param as AstNode) : []
      visitAll(childNodes(node), [...scopes, new Set(names)], free)
      return
    }

    case 'TSEnumDeclaration': {
      const members = ((node.body as AstNode | undefined)?.members ?? node.members) as AstNode[]
      const names = members.map(({ id }) => (id as AstNode).name as string)
      const initializers = members.flatMap(({ initializer }) => list(initializer))
      visitAll(initializers, [...scopes, new Set(names)], free)
      return
    }

    case 'TSModuleDeclaration':
      return visitAll(list(node.body), scopes, free)

    case 'MemberExpression':
    case 'JSXMemberExpression':
      visit(node.object as AstNode, scopes, free)
      if (node.computed === true) visit(node.property as AstNode, scopes, free)
      return

    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition':
    case 'AccessorProperty':
      visitAll(list(node.decorators), scopes, free)
      if (node.computed === true) visit(node.key as AstNode, scopes, free)
      visitAll(list(node.value), scopes, free)
      return

    case 'JSXElement': {
      const { name, attributes } = node.openingElement as AstNode
      if (!isIntrinsic(name as AstNode)) visit(name as AstNode, scopes, free)
      visitAll([...list(attributes), ...list(node.children)], scopes, free)
      return
    }

    case 'JSXAttribute':
      return visitAll(list(node.value), scopes, free)

    case 'JSXNamespacedName':
    case 'MetaProperty':
    case 'BreakStatement':
    case 'ContinueStatement':
      return

    case 'LabeledStatement':
      return visit(node.body as AstNode, scopes, free)

    default:
      visitAll(childNodes(node), scopes, free)
  }
}

function visitFunction(node: AstNode, scopes: Scopes, free: Set<string>): void {
  const params = node.params as AstNode[]
  const outer = new Set(params.flatMap(boundNames))
  outer.add('arguments')
  if (node.id) outer.add((node.id as AstNode).name as string)
  const paramScopes = [...scopes, outer]
  visitAll(params, paramScopes, free)

  // A default value of a param does not see the variables of the body.
  const body = node.body as AstNode | null
  if (body !== null) visit(body, [...paramScopes, new Set(hoistedNames(body))], free)
}

function visitAll(nodes: readonly unknown[], scopes: Scopes, free: Set<string>): void {
  for (const node of nodes) if (isNode(node)) visit(node, scopes, free)
}

/** What a statement declares in its own block. */
function lexicalNames(statement: AstNode): string[] {
  switch (statement.type) {
    case 'VariableDeclaration':
      return statement.kind === 'var'
        ? []
        : (statement.declarations as AstNode[]).flatMap(({ id }) => boundNames(id as AstNode))
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
    case 'TSEnumDeclaration':
    case 'TSModuleDeclaration':
      return statement.id ? boundNames(statement.id as AstNode) : []
    case 'ExportNamedDeclaration':
      return statement.declaration ? lexicalNames(statement.declaration as AstNode) : []
    default:
      return []
  }
}

const valuesInTypeScript = new Set([
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

function isType(node: AstNode): boolean {
  return (node.type.startsWith('TS') && !valuesInTypeScript.has(node.type)) || node.declare === true
}

function isIntrinsic(name: AstNode): boolean {
  return name.type === 'JSXIdentifier' && /^[a-z]/.test(name.name as string)
}

function isFunction(node: AstNode): boolean {
  return /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)
}

function isNode(value: unknown): value is AstNode {
  return typeof value === 'object' && value !== null && 'type' in value
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value ? [value] : []
}

/** The nodes directly inside of `node`. */
export function childNodes(node: AstNode): AstNode[] {
  return Object.values(node).flatMap(list).filter(isNode)
}
