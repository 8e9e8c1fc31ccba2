import type { ESTree } from 'vite'
import { RouteConfigError } from './route-config.ts'
import { parseModule, readExports } from './strip-exports.ts'

/** The exports that are `true` or `false`, each with the value that a module writes to change something. */
const flags = { scripts: false, live: true }

/**
 * Returns the value of a module's `export const scripts` or `live`, or `undefined` if it has none. The build has to know it
 * without running the module, so it is a literal.
 *
 * @throws {RouteConfigError} If it is anything else than `true` or `false`
 * @throws {SyntaxError} If the code cannot be parsed
 */
export function readFlag(
  code: string,
  file: string,
  name: keyof typeof flags,
): boolean | undefined {
  // Most modules do not have to be parsed again.
  if (!code.includes(name) || !readExports(code, file).has(name)) return undefined

  const { program } = parseModule(code, file)
  const value = program.body
    .flatMap((statement) => declaredValues(statement, name))
    .find((literal) => literal !== undefined)
  if (value !== undefined) return value
  throw new RouteConfigError(
    `Cannot read "${name}" of ${file}: it is not a literal. Write: export const ${name} = ${flags[name]}`,
  )
}

function declaredValues(statement: ESTree.Node, name: string): (boolean | undefined)[] {
  const declaration = statement.type === 'ExportNamedDeclaration' && statement.declaration
  if (!declaration || declaration.type !== 'VariableDeclaration' || declaration.kind !== 'const') {
    return []
  }
  return declaration.declarations.map(({ id, init }) =>
    id.type === 'Identifier' &&
    id.name === name &&
    init?.type === 'Literal' &&
    typeof init.value === 'boolean'
      ? init.value
      : undefined,
  )
}
