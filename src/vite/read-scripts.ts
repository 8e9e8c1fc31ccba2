import type { ESTree } from 'vite'
import { RouteConfigError } from './route-config.ts'
import { parseModule, readExports } from './strip-exports.ts'

/**
 * Returns the value of a module's `export const scripts`, or `undefined` if it has none. The build has to know it without
 * running the module, so it is a literal.
 *
 * @throws {RouteConfigError} If it is anything else than `true` or `false`
 * @throws {SyntaxError} If the code cannot be parsed
 */
export function readScripts(code: string, file: string): boolean | undefined {
  // Most modules do not have to be parsed again.
  if (!code.includes('scripts') || !readExports(code, file).has('scripts')) return undefined

  const { program } = parseModule(code, file)
  const value = program.body.flatMap(declaredValues).find((literal) => literal !== undefined)
  if (value !== undefined) return value
  throw new RouteConfigError(
    `Cannot read "scripts" of ${file}: it is not a literal. Write: export const scripts = false`,
  )
}

function declaredValues(statement: ESTree.Node): (boolean | undefined)[] {
  const declaration = statement.type === 'ExportNamedDeclaration' && statement.declaration
  if (!declaration || declaration.type !== 'VariableDeclaration' || declaration.kind !== 'const') {
    return []
  }
  return declaration.declarations.map(({ id, init }) =>
    id.type === 'Identifier' &&
    id.name === 'scripts' &&
    init?.type === 'Literal' &&
    typeof init.value === 'boolean'
      ? init.value
      : undefined,
  )
}
