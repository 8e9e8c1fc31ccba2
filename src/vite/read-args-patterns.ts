import type { ESTree } from 'vite'
import { childNodes, readImports, type ParsedModule } from './parse-module.ts'

/** A pattern in the type of a handler, such as the one in `LoaderArgs<'/books/:slug'>`. */
export interface ArgsPattern {
  /** The name of the type, such as `LoaderArgs`. */
  type: string
  pattern: string
}

const argsTypes = ['LoaderArgs', 'ActionArgs', 'PageParamsOf']

/** Returns the patterns that a module passes to the types of handlers as string literals. */
export function readArgsPatterns(module: ParsedModule): ArgsPattern[] {
  if (!argsTypes.some((type) => module.code.includes(type))) return []

  const { program } = module
  const imports = readImports(program).filter(({ name }) => argsTypes.includes(name))
  if (imports.length === 0) return []

  return findPatterns(program, new Map(imports.map(({ local, name }) => [local, name])))
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
