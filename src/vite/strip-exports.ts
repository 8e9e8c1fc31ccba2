import { parseSync, type ESTree, type ParseResult } from 'vite'
import { boundNames, childNodes, freeNames, hoistedNames } from './free-names.ts'

/** The exports of a route module that run only on the server. */
export const serverExports: readonly string[] = [
  'loader',
  'action',
  'contract',
  'reads',
  'headers',
  'middleware',
  'prerender',
  'scripts',
  'live',
]

/**
 * Removes exports from a module, and the imports, functions and variables that only they use.
 *
 * Removed code becomes white space. The rest keeps its position, so the result needs no source map.
 *
 * @param code JavaScript or TypeScript, with or without JSX
 * @param file The file, for messages and for the language
 * @param names The exports to remove
 * @returns The rest of the module, of the same length
 * @throws {SyntaxError} If the code cannot be parsed, or an export cannot be removed safely
 */
export function stripExports(code: string, file: string, names: readonly string[]): string {
  return blank(code, rangesToRemove(code, file, names))
}

/** Replaces code with white space. */
export function blank(code: string, ranges: readonly Range[]): string {
  return replaceRanges(code, ranges, (removed) => removed.replaceAll(/[^\r\n]/g, ' '))
}

/**
 * Removes the imports, functions and variables that have these names, and what only they use, unless the rest of the
 * module uses or exports them.
 *
 * @throws {SyntaxError} If the code cannot be parsed
 */
export function stripUnused(code: string, file: string, names: ReadonlySet<string>): string {
  const { program, comments } = parseModule(code, file)
  const parts = readParts(program, file, [])
  const named = parts.filter((part) => part.names.some((name) => names.has(name)))
  const candidates = reachable(named, parts)
  const alive = partsAlive(candidates, parts, [])
  const removed = new Set([...candidates].filter((part) => !alive.has(part)))

  return blank(code, rangesOf(program, parts, removed, code, comments))
}

/** Returns what {@link stripExports} keeps, without the white space. Edits of removed code do not change it. */
export function keptCode(code: string, file: string, names: readonly string[]): string {
  return replaceRanges(code, rangesToRemove(code, file, names), () => '')
}

/**
 * Returns the names that a module exports as values.
 *
 * @throws {SyntaxError} If the code cannot be parsed, or has an `export *` whose names are unknown
 */
export function readExports(code: string, file: string): Set<string> {
  const { program } = parseModule(code, file)
  return new Set(readParts(program, file, []).flatMap((part) => part.exports))
}

function rangesToRemove(code: string, file: string, names: readonly string[]): Range[] {
  const { program, comments } = parseModule(code, file)
  const parts = readParts(program, file, names)
  const removed = partsToRemove(parts, names, code, file)
  return removed.size === 0 ? [] : rangesOf(program, parts, removed, code, comments)
}

type Comment = ParseResult['comments'][number]

/** @throws {SyntaxError} If the code cannot be parsed */
export function parseModule(code: string, file: string): Pick<ParseResult, 'program' | 'comments'> {
  const lang = /\.[cm]?tsx?$/.test(file) ? (file.endsWith('x') ? 'tsx' : 'ts') : 'jsx'
  const { program, comments, errors } = parseSync(file, code, { lang, sourceType: 'module' })
  const [error] = errors
  if (error !== undefined) {
    const at = error.labels[0]?.start
    const where = at === undefined ? file : `${file}:${position(code, at)}`
    throw new SyntaxError(`Cannot parse ${where}: ${error.message}`)
  }
  return { program, comments }
}

/** The smallest piece that can be removed: a statement, or one entry of a list in a statement. */
interface Part {
  statement: ESTree.Node
  node: ESTree.Node
  /** The top-level names it declares. */
  names: string[]
  /** The names under which it exports values. */
  exports: string[]
  /** The names it uses. */
  uses: ReadonlySet<string>
}

function readParts(program: ESTree.Program, file: string, names: readonly string[]): Part[] {
  return program.body.flatMap((statement) => readStatement(statement, file, names))
}

function readStatement(statement: ESTree.Node, file: string, names: readonly string[]): Part[] {
  const part = (node: ESTree.Node, rest: Partial<Part> = {}): Part => ({
    statement,
    node,
    names: [],
    exports: [],
    uses: new Set(),
    ...rest,
  })

  switch (statement.type) {
    case 'ImportDeclaration':
      if (statement.importKind === 'type') return []
      return statement.specifiers
        .filter((specifier) => !('importKind' in specifier) || specifier.importKind !== 'type')
        .map((specifier) => part(specifier, { names: boundNames(specifier.local) }))

    case 'ExportAllDeclaration':
      if (statement.exportKind === 'type') return []
      if (statement.exported) {
        return [part(statement, { exports: [exportedName(statement.exported)] })]
      }
      throw new SyntaxError(
        `Cannot tell what "export * from ${JSON.stringify(statement.source.value)}" in ${file} exports. ` +
          'Name each export of a route module, as in export { default, meta } from …',
      )

    case 'ExportNamedDeclaration': {
      if (statement.exportKind === 'type') return []
      const { declaration } = statement
      if (declaration) return readDeclaration(declaration, part, { file, names, exported: true })

      return statement.specifiers
        .filter((specifier) => specifier.exportKind !== 'type')
        .map((specifier) =>
          part(specifier, {
            exports: [exportedName(specifier.exported)],
            uses: statement.source ? new Set() : new Set(boundNames(specifier.local)),
          }),
        )
    }

    case 'ExportDefaultDeclaration': {
      const { declaration } = statement
      return [
        part(statement, {
          names: declaredNames(declaration) ?? [],
          exports: ['default'],
          uses: freeNames(declaration),
        }),
      ]
    }

    default:
      return readDeclaration(statement, part, { file, names, exported: false })
  }
}

function readDeclaration(
  declaration: ESTree.Node,
  part: (node: ESTree.Node, rest: Partial<Part>) => Part,
  { file, names, exported }: { file: string; names: readonly string[]; exported: boolean },
): Part[] {
  if (declaration.type === 'VariableDeclaration') {
    return declaration.declarations.map((declarator) => {
      const { id } = declarator
      const bound = boundNames(id)
      const taken =
        exported && id.type !== 'Identifier' && bound.find((name) => names.includes(name))
      if (taken) {
        throw new SyntaxError(
          `Cannot remove "${taken}" from ${file} for the browser: it is exported by destructuring. ` +
            `Destructure first, then write export const ${taken} = …`,
        )
      }
      return part(declarator, {
        names: bound,
        exports: exported ? bound : [],
        uses: freeNames(declarator),
      })
    })
  }

  const isType =
    /^TS(?:Interface|TypeAlias)/.test(declaration.type) ||
    ('declare' in declaration && declaration.declare === true)
  if (isType) return []
  const bound = declaredNames(declaration) ?? hoistedNames(declaration)
  return [
    part(declaration, {
      names: bound,
      exports: exported ? bound : [],
      uses: freeNames(declaration),
    }),
  ]
}

/** Returns the name of a declaration in a list, or `undefined` if the node has none. */
function declaredNames(node: ESTree.Node): string[] | undefined {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
    case 'TSDeclareFunction':
    case 'TSEnumDeclaration':
    case 'TSModuleDeclaration':
      return node.id ? boundNames(node.id) : undefined
    default:
      return undefined
  }
}

/** Returns a name of an import or export list, which may be a string literal. */
export function exportedName(node: ESTree.ModuleExportName): string {
  return 'name' in node ? node.name : node.value
}

/** What a module imports: a name of `from`, or `*` for all of it. */
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

/** Returns the unwanted exports, and the parts that only they use. */
function partsToRemove(
  parts: readonly Part[],
  names: readonly string[],
  code: string,
  file: string,
): ReadonlySet<Part> {
  const unwanted = parts.filter((part) => part.exports.some((name) => names.includes(name)))
  if (unwanted.length === 0) return new Set()

  const usedByUnwanted = reachable(unwanted, parts)
  const alive = partsAlive(usedByUnwanted, parts, unwanted)

  for (const part of unwanted) {
    if (!alive.has(part)) continue
    const name = part.names[0]!
    const user = [...alive].find((other) => other !== part && other.uses.has(name))
    const use = user === undefined ? part.node : findUse(user.node, name)
    throw new SyntaxError(
      `Cannot remove "${name}" from ${file} for the browser: the code at ${position(code, use.start)} uses it. ` +
        'Move the code that both need to a separate function.',
    )
  }

  return new Set([...usedByUnwanted].filter((part) => !alive.has(part)))
}

/** Returns the innermost node that uses a name of the module. */
function findUse(node: ESTree.Node, name: string): ESTree.Node {
  const inner = childNodes(node).find((child) => freeNames(child).has(name))
  return inner === undefined ? node : findUse(inner, name)
}

/** Returns the parts that stay: what is not in `candidates`, and what that uses. */
function partsAlive(
  candidates: ReadonlySet<Part>,
  parts: readonly Part[],
  unwanted: readonly Part[],
): ReadonlySet<Part> {
  const roots = parts.filter(
    (part) =>
      !unwanted.includes(part) &&
      (!candidates.has(part) || part.exports.length > 0 || isEffect(part.node)),
  )
  return reachable(roots, parts)
}

/** Whether a statement has an effect when the module runs, such as an `if` that contains a `var`. */
function isEffect(node: ESTree.Node): boolean {
  return node.type.endsWith('Statement')
}

function reachable(from: readonly Part[], parts: readonly Part[]): Set<Part> {
  const seen = new Set(from)
  for (const part of seen) {
    for (const other of parts) {
      if (other.names.some((name) => part.uses.has(name))) seen.add(other)
    }
  }
  return seen
}

export type Range = readonly [start: number, end: number]

function rangesOf(
  program: ESTree.Program,
  parts: readonly Part[],
  removed: ReadonlySet<Part>,
  code: string,
  comments: readonly Comment[],
): Range[] {
  const { body } = program
  const ranges: Range[] = []

  for (const [index, statement] of body.entries()) {
    // Types belong to no part. They are removed with the last value of their statement, because
    // `import { type User } from './db.server'` may still run the module.
    const own = parts.filter((part) => part.statement === statement)
    const gone = own.filter((part) => removed.has(part))
    if (gone.length === 0) continue

    if (gone.length === own.length) {
      // Remove comments before the statement too, such as JSDoc. A comment at the start of the file stays.
      const start = index === 0 ? statement.start : body[index - 1]!.end
      ranges.push([statement.start, statement.end])
      for (const comment of comments) {
        if (index > 0 && comment.start >= start && comment.end <= statement.start) {
          ranges.push([comment.start, comment.end])
        }
      }
      continue
    }

    for (const part of gone) ranges.push(...entryRanges(part, own, removed, code, comments))
  }

  return ranges
}

/** Returns the ranges of one entry and its comma, in a list from which other entries stay. */
function entryRanges(
  part: Part,
  own: readonly Part[],
  removed: ReadonlySet<Part>,
  code: string,
  comments: readonly Comment[],
): Range[] {
  const { node } = part
  const isComma = (at: number): boolean =>
    code[at] === ',' && !comments.some((comment) => comment.start <= at && at < comment.end)

  // Only a list in braces may end with a comma.
  const inBraces = /^(?:Import|Export)Specifier$/.test(node.type)
  const isBeforeKept = own.some((other) => other.node.start > node.start && !removed.has(other))
  if (inBraces || isBeforeKept || node.type === 'ImportDefaultSpecifier') {
    const next = own[own.indexOf(part) + 1]?.node.start ?? part.statement.end
    for (let at = node.end; at < next; at++) {
      if (isComma(at))
        return [
          [node.start, node.end],
          [at, at + 1],
        ]
      if (code[at] === '}') break
    }
  } else {
    for (let at = node.start - 1; at > part.statement.start; at--) {
      if (isComma(at))
        return [
          [node.start, node.end],
          [at, at + 1],
        ]
    }
  }
  return [[node.start, node.end]]
}

function replaceRanges(
  code: string,
  ranges: readonly Range[],
  replace: (removed: string) => string,
): string {
  let result = ''
  let at = 0
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    result += code.slice(at, start) + replace(code.slice(start, end))
    at = end
  }
  return result + code.slice(at)
}

export function position(code: string, at: number): string {
  const lines = code.slice(0, at).split('\n')
  return `${lines.length}:${lines.at(-1)!.length + 1}`
}
