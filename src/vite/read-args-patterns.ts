import { childNodes, type AstNode } from './free-names.ts'
import { parseModule } from './strip-exports.ts'

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
function importedAs(program: AstNode): Map<string, string> {
  const specifiers = (program.body as AstNode[])
    .filter(({ type }) => type === 'ImportDeclaration')
    .flatMap(({ specifiers }) => specifiers as AstNode[])
    .filter(({ type }) => type === 'ImportSpecifier')
    .map(({ imported, local }) => [nameOf(local), nameOf(imported)] as const)
  return new Map(specifiers.filter(([, name]) => argsTypes.includes(name)))
}

function findPatterns(node: AstNode, names: ReadonlyMap<string, string>): ArgsPattern[] {
  const found = childNodes(node).flatMap((child) => findPatterns(child, names))
  if (node.type !== 'TSTypeReference') return found

  const type = names.get(nameOf(node.typeName))
  const [argument] = ((node.typeArguments as AstNode | null)?.params ?? []) as AstNode[]
  const value = (argument?.literal as AstNode | undefined)?.value
  if (type !== undefined && typeof value === 'string') found.unshift({ type, pattern: value })
  return found
}

function nameOf(node: unknown): string {
  const { name, value } = node as { name?: string; value?: string }
  return name ?? value ?? ''
}
