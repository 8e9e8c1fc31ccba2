import type { ESTree } from 'vite'
import { RouteConfigError } from './route-config.ts'
import type { ParsedModule } from './parse-module.ts'
import { readExports } from './strip-exports.ts'

/** The exports that are `true` or `false`, each with the value that a module writes to change something. */
const flags = { scripts: false, live: true, once: true }

/**
 * Returns the value of a module's `export const scripts`, `live` or `once`, or `undefined` if it has none. The build has to
 * know it without running the module, so it is a literal.
 *
 * @throws {RouteConfigError} If it is anything else than `true` or `false`
 */
export function readFlag(module: ParsedModule, name: keyof typeof flags): boolean | undefined {
  if (!readExports(module).has(name)) return undefined

  const { file, program } = module
  const value = program.body
    .flatMap((statement) => declaredValues(statement, name))
    .find((literal) => literal !== undefined)
  if (name === 'once' && value === false) {
    throw new RouteConfigError(
      `Cannot use "once = false" in ${file}: an action that must not run again has no \`once\`. Remove the export, or write: export const once = true`,
    )
  }
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
