import type { ESTree } from 'vite'
import { boundNames, childNodes, hoistedNames } from '../src/tools/vite/shared.ts'

/** A place that uses a name, and the nodes around it, the nearest first. */
export interface Reference {
  readonly name: string
  readonly node: ESTree.Node
  readonly parents: readonly ESTree.Node[]
}

/**
 * Finds the places that use one of the names as the module declares it. A property with the name does not count, and neither
 * does another variable.
 */
export function findReferences(
  program: ESTree.Program,
  names: ReadonlySet<string>,
): readonly Reference[] {
  const found: Reference[] = []
  if (names.size > 0) visit(program, [], new Set())
  return found

  function visit(node: ESTree.Node, parents: readonly ESTree.Node[], hidden: Set<string>): void {
    if (/^(?:JSX)?Identifier$/.test(node.type)) {
      const { name } = node as ESTree.IdentifierReference
      if (names.has(name) && !hidden.has(name) && isUse(node, parents)) {
        found.push({ name, node, parents })
      }
    }
    const own = parents.length === 0 ? [] : declaredIn(node).filter((name) => names.has(name))
    const inside = own.length === 0 ? hidden : new Set([...hidden, ...own])
    for (const child of childNodes(node)) visit(child, [node, ...parents], inside)
  }
}

/** Whether a name has another meaning inside these nodes than at the top of the module. */
export function isShadowed(name: string, parents: readonly ESTree.Node[]): boolean {
  return parents.some((node) => node.type !== 'Program' && declaredIn(node).includes(name))
}

/** Returns the names that a module declares itself, including imports and types. */
export function topNames(program: ESTree.Program): Set<string> {
  const imported = program.body.flatMap((statement) =>
    statement.type === 'ImportDeclaration'
      ? statement.specifiers.map(({ local }) => local.name)
      : [],
  )
  return new Set([...imported, ...program.body.flatMap(declaredBy)])
}

/** Whether a name is used as a value or a type here, and does not name a property, an import or a declaration. */
function isUse(node: ESTree.Node, [parent, outer]: readonly ESTree.Node[]): boolean {
  switch (parent?.type) {
    case 'ImportSpecifier':
    case 'ImportDefaultSpecifier':
    case 'ImportNamespaceSpecifier':
    case 'JSXAttribute':
    case 'LabeledStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'TSImportType':
    case 'TSNamedTupleMember':
      return false
    case 'ExportSpecifier':
      return parent.local === node && outer?.type === 'ExportNamedDeclaration' && !outer.source
    case 'MemberExpression':
      return parent.object === node || parent.computed
    case 'JSXMemberExpression':
      return parent.object === node
    case 'TSQualifiedName':
      return parent.left === node
    case 'Property':
      return parent.value === node || parent.computed
    case 'MethodDefinition':
    case 'PropertyDefinition':
    case 'TSPropertySignature':
    case 'TSMethodSignature':
      return parent.key !== node || parent.computed
    default:
      // A tag such as `<form>` is not a variable.
      return node.type !== 'JSXIdentifier' || !/^[a-z]/.test((node as { name: string }).name)
  }
}

/** Returns the names that a node declares for the code inside it. */
function declaredIn(node: ESTree.Node): string[] {
  const types =
    'typeParameters' in node && node.typeParameters
      ? node.typeParameters.params.map(({ name }) => name.name)
      : []
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return [
        ...types,
        ...node.params.flatMap((param) => boundNames(param)),
        ...(node.id && node.type === 'FunctionExpression' ? [node.id.name] : []),
        ...(node.body ? childNodes(node.body).flatMap(hoistedNames) : []),
      ]
    case 'BlockStatement':
    case 'StaticBlock':
    case 'TSModuleBlock':
      return node.body.flatMap((statement) => declaredBy(statement))
    case 'SwitchStatement':
      return node.cases.flatMap(({ consequent }) => consequent.flatMap(declaredBy))
    case 'ForStatement':
      return node.init ? declaredBy(node.init) : []
    case 'ForInStatement':
    case 'ForOfStatement':
      return declaredBy(node.left)
    case 'CatchClause':
      return node.param ? boundNames(node.param) : []
    case 'ClassExpression':
      return [...types, ...(node.id ? [node.id.name] : [])]
    case 'TSMappedType':
      return [node.key.name]
    case 'TSConditionalType':
      return inferredNames(node.extendsType)
    default:
      return types
  }
}

/** Returns the names that a statement declares for the statements around it. */
export function declaredBy(statement: ESTree.Node): string[] {
  switch (statement.type) {
    case 'ExportNamedDeclaration':
    case 'ExportDefaultDeclaration':
      return statement.declaration ? declaredBy(statement.declaration) : []
    case 'VariableDeclaration':
      return statement.declarations.flatMap(({ id }) => boundNames(id))
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
    case 'TSDeclareFunction':
    case 'TSEnumDeclaration':
    case 'TSInterfaceDeclaration':
    case 'TSModuleDeclaration':
    case 'TSTypeAliasDeclaration':
      return statement.id ? boundNames(statement.id) : []
    default:
      return []
  }
}

function inferredNames(node: ESTree.Node): string[] {
  return node.type === 'TSInferType'
    ? [node.typeParameter.name.name]
    : childNodes(node).flatMap(inferredNames)
}
