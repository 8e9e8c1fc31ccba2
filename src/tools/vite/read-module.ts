import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ESTree } from 'vite'
import { readArgsLists, type ArgsList } from './guard-lists.ts'
import {
  childNodes,
  parseModule,
  readExports,
  readImports,
  type ParsedModule,
} from './parse-module.ts'
import { RouteConfigError } from './route-config.ts'

/** The parts of a route module that can be read without running it. */
export interface ReadModule {
  /**
   * `undefined` if it could not be parsed: a plugin has to convert it, or it has a syntax error, which is reported when it
   * is imported.
   */
  code: string | undefined
  exports: ReadonlySet<string>
  /** The patterns in the types of its handlers. */
  argsPatterns: readonly ArgsPattern[]
  /** The lists of middleware in the types of its handlers. */
  argsLists: readonly ArgsList[]
  /** The value of its `scripts` export, if it has one. */
  scripts: boolean | undefined
  /** Whether it exports `live`. */
  isLive: boolean
  /** Whether it exports `once`. */
  isOnce: boolean
}

/**
 * Reads the module of a route. Returns `last` if its code is the same.
 *
 * @param directory The absolute path of the `app/` folder
 * @param file Its path in there
 * @param last The earlier result
 * @throws {RouteConfigError} If one of its flags is not a literal
 */
export function readModule(
  directory: string,
  file: string,
  last: ReadModule | undefined,
): ReadModule {
  const unread: ReadModule = {
    code: undefined,
    exports: last?.exports ?? new Set(['default']),
    argsPatterns: [],
    argsLists: [],
    scripts: undefined,
    isLive: false,
    isOnce: false,
  }
  if (!isScript(file)) return unread
  try {
    // Synchronous reads take a tenth of the time of promises for thousands of files.
    const code = readFileSync(join(directory, file), 'utf8')
    if (last?.code === code) return last

    const module = parseModule(code, `app/${file}`)
    return {
      code,
      exports: readExports(module),
      argsPatterns: readArgsPatterns(module),
      argsLists: readArgsLists(module),
      scripts: readFlag(module, 'scripts'),
      isLive: readFlag(module, 'live') === true,
      isOnce: readFlag(module, 'once') === true,
    }
  } catch (error) {
    if (error instanceof RouteConfigError) throw error
    // The file has a mistake, or it was removed in the meantime.
    return unread
  }
}

/** The ids of modules in JavaScript or TypeScript, with or without a query. */
export const scriptIds: RegExp = /\.[cm]?[jt]sx?(?:\?|$)/

/** Returns the file of a module id, without the query that plugins add. */
export function fileOf(id: string): string {
  return id.replace(/[?#].*$/, '')
}

/** Whether a file is JavaScript or TypeScript. */
export function isScript(file: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(file)
}

/** The exports that are `true` or `false`, each with the value that differs from the default. */
const flags = { scripts: false, live: true, once: true }

/**
 * Returns the value of a module's `export const scripts`, `live` or `once`, or `undefined` if it has none. The build has to
 * know it without running the module, so it is a literal.
 *
 * @throws {RouteConfigError} If the value is not the literal `true` or `false`
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
