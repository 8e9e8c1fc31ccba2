import { parseSync, transformWithOxc, type ESTree, type ParseResult } from 'vite'

/**
 * The code and the syntax of a module. The parser creates the objects of `program` only when it is read, which takes longer.
 */
export interface ParsedModule extends ParseResult {
  readonly code: string
  /** The file, for messages and for the language. */
  readonly file: string
}

/**
 * @param code JavaScript or TypeScript, with or without JSX
 * @param file The file, for messages and for the language
 * @throws {SyntaxError} If the code cannot be parsed
 */
export function parseModule(code: string, file: string): ParsedModule {
  const lang = isTypeScript(file) ? (file.endsWith('x') ? 'tsx' : 'ts') : 'jsx'
  const parsed = parseSync(file, code, { lang, sourceType: 'module' })
  const [error] = parsed.errors
  if (error !== undefined) {
    const at = error.labels[0]?.start
    const where = at === undefined ? file : `${file}:${position(code, at)}`
    throw new SyntaxError(`Cannot parse ${where}: ${error.message}`)
  }
  return Object.assign(parsed, { code, file })
}

function isTypeScript(file: string): boolean {
  return /\.[cm]?tsx?$/.test(file)
}

/**
 * Returns which of some names a piece of a module uses as values, without declaring them itself.
 *
 * The compiler decides this: it removes an import that nothing uses, or that is only used as a type, as in
 * `useLoaderData<typeof loader>()`. So the piece gets an import of all names, and those that stay are the result.
 *
 * @param code Statements that could be a module
 * @param names The names, except those that the statements declare
 * @param file The file that the code is from
 */
export async function usedNames(
  code: string,
  names: ReadonlySet<string>,
  file: string,
): Promise<Set<string>> {
  if (code === '' || names.size === 0) return new Set()

  const result = await transformWithOxc(`import { ${[...names].join()} } from 'x'\n${code}`, file, {
    lang: isTypeScript(file) && !file.endsWith('x') ? 'ts' : 'tsx',
    jsx: 'preserve',
    sourcemap: false,
    tsconfig: false,
  })
  const [, left] = /^import \{ (.*) \} from "x"/.exec(result.code) ?? []
  return new Set(left?.split(', '))
}

/** An import of a module: a name of `from`, or `*` for all of its names. */
export interface ReadImport {
  readonly from: string
  readonly name: string
  readonly local: string
}

export function readImports({ body }: ESTree.Program): ReadImport[] {
  return body.flatMap((statement) => {
    if (statement.type !== 'ImportDeclaration') return []
    const from = statement.source.value
    return statement.specifiers.map((specifier) => {
      const isNamed = specifier.type === 'ImportSpecifier'
      const other = specifier.type === 'ImportDefaultSpecifier' ? 'default' : '*'
      const name = isNamed ? exportedName(specifier.imported) : other
      return { from, name, local: specifier.local.name }
    })
  })
}

/**
 * Returns the names that a module exports as values.
 *
 * @param kind The kind of the module, for the message
 * @throws {SyntaxError} If it has an `export *` whose names are unknown
 */
export function readExports({ module, file }: ParsedModule, kind = 'a route module'): Set<string> {
  const entries = module.staticExports.flatMap((statement) => statement.entries)
  const values = entries.filter(({ isType }) => !isType)
  for (const { exportName, moduleRequest } of values) {
    if (exportName.kind === 'None') throw unknownExports(moduleRequest!.value, file, kind)
  }

  return new Set(values.map(({ exportName }) => exportName.name ?? 'default'))
}

/** Creates the error for an `export *`. */
export function unknownExports(from: string, file: string, kind = 'a route module'): SyntaxError {
  return new SyntaxError(
    `Cannot tell what "export * from ${JSON.stringify(from)}" in ${file} exports. ` +
      `Name each export of ${kind}, as in export { default, meta } from …`,
  )
}

/** Returns a name of an import or export list, which may be a string literal. */
export function exportedName(node: ESTree.ModuleExportName): string {
  return 'name' in node ? node.name : node.value
}

/** Returns the direct children of `node`. */
export function childNodes(node: ESTree.Node): ESTree.Node[] {
  return Object.values(node).flat().filter(isNode)
}

function isNode(value: unknown): value is ESTree.Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

/** Returns `line:column` of a place in the code. */
export function position(code: string, at: number): string {
  const lines = code.slice(0, at).split('\n')
  return `${lines.length}:${lines.at(-1)!.length + 1}`
}
