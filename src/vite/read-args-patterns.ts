import type { ESTree } from 'vite'
import { childNodes } from './free-names.ts'
import { exportedName, parseModule } from './strip-exports.ts'

/** A type argument that says which path a handler is for, such as that of `LoaderArgs<'/books/:slug'>`. */
export interface ArgsPattern {
  /** The type as it was imported: `LoaderArgs`, `ActionArgs`. */
  type: string
  pattern: string
}

const argsTypes = ['LoaderArgs', 'ActionArgs', 'PageParamsOf']

/**
 * The patterns that a module gives to the types of handlers, as far as they are written out.
 *
 * @throws {SyntaxError} If the code cannot be read
 */
export function readArgsPatterns(code: string, file: string): ArgsPattern[] {
  // Most modules need no second look.
  if (!argsTypes.some((name) => code.includes(name))) return []
  const { program } = parseModule(code, file)
  return findPatterns(program, importedAs(program))
}

/** What the types are called in this module. */
function importedAs(program: ESTree.Program): Map<string, string> {
  const specifiers = program.body
    .filter((statement) => statement.type === 'ImportDeclaration')
    .flatMap(({ specifiers }) => specifiers)
    .filter((specifier) => specifier.type === 'ImportSpecifier')
    .map(({ imported, local }) => [local.name, exportedName(imported)] as const)
  return new Map(specifiers.filter(([, name]) => argsTypes.includes(name)))
}

function findPatterns(node: ESTree.Node, names: ReadonlyMap<string, string>): ArgsPattern[] {
  const found = childNodes(node).flatMap((child) => findPatterns(child, names))
  if (node.type !== 'TSTypeReference') return found

  const type = node.typeName.type === 'Identifier' && names.get(node.typeName.name)
  const argument = node.typeArguments?.params[0]
  if (type && argument?.type === 'TSLiteralType' && argument.literal.type === 'Literal') {
    const { value } = argument.literal
    if (typeof value === 'string') found.unshift({ type, pattern: value })
  }
  return found
}
