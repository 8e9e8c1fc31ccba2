import { parseSync, type ESTree, type ParseResult } from 'vite'
import { boundNames, freeNames, hoistedNames } from './free-names.ts'

/** The exports of a route module that run on the server only. */
export const serverExports: readonly string[] = ['loader', 'action', 'headers', 'middleware']

/**
 * Removes exports from a module, and everything that only they use: imports, functions, variables.
 *
 * What is removed becomes white space, so that every character left stands where it stood and the source map of the
 * result is the one of the source. What stays, stays as it was written.
 *
 * @param code JavaScript or TypeScript, with or without JSX
 * @param file The file, for messages and for the language
 * @param names The exports to remove
 * @returns The rest of the module, of the same length
 * @throws {SyntaxError} If the code cannot be read, or an export cannot be taken out of it safely
 */
export function stripExports(code: string, file: string, names: readonly string[]): string {
  return replaceRanges(code, rangesToRemove(code, file, names), (removed) =>
    removed.replaceAll(/[^\r\n]/g, ' '),
  )
}

/** What {@link stripExports} leaves, close together: the same before and after an edit of what it removes. */
export function keptCode(code: string, file: string, names: readonly string[]): string {
  return replaceRanges(code, rangesToRemove(code, file, names), () => '')
}

/**
 * The names that a module exports as values.
 *
 * @throws {SyntaxError} If the code cannot be read, or has an `export *` whose names nobody can know
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

/** @throws {SyntaxError} If the code cannot be read */
export function parseModule(code: string, file: string): Pick<ParseResult, 'program' | 'comments'> {
  const lang = /\.[cm]?tsx?$/.test(file) ? (file.endsWith('x') ? 'tsx' : 'ts') : 'jsx'
  const { program, comments, errors } = parseSync(file, code, { lang, sourceType: 'module' })
  const [error] = errors
  if (error !== undefined) {
    const at = error.labels[0]?.start
    const where = at === undefined ? file : `${file}:${position(code, at)}`
    throw new SyntaxError(`Cannot read ${where}: ${error.message}`)
  }
  return { program, comments }
}

/** The smallest thing that can be removed alone: a statement, or one entry of a list in it. */
interface Part {
  statement: ESTree.Node
  node: ESTree.Node
  /** The top-level names it declares. */
  names: string[]
  /** What it exports, by the names that importers use. */
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
        `Cannot tell what "export * from ${JSON.stringify(statement.source.value)}" in ${file} exports: ` +
          'name each export of a route module, as in export { default, meta } from …',
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
          `Cannot take "${taken}" out of ${file}: it is exported by destructuring. ` +
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

/** The names of a declaration that has one; `undefined` for anything else. */
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

/** A name in an import or export list, which may be a string. */
export function exportedName(node: ESTree.ModuleExportName): string {
  return 'name' in node ? node.name : node.value
}

/** The unwanted exports, and what was reachable from them and is reachable from nothing that stays. */
function partsToRemove(
  parts: readonly Part[],
  names: readonly string[],
  code: string,
  file: string,
): ReadonlySet<Part> {
  const unwanted = parts.filter((part) => part.exports.some((name) => names.includes(name)))
  if (unwanted.length === 0) return new Set()

  const usedByUnwanted = reachable(unwanted, parts)
  const roots = parts.filter(
    (part) =>
      !unwanted.includes(part) &&
      (!usedByUnwanted.has(part) || part.exports.length > 0 || isEffect(part.node)),
  )
  const alive = reachable(roots, parts)

  for (const part of unwanted) {
    if (!alive.has(part)) continue
    const name = part.names[0]!
    const user = [...alive].find((other) => other !== part && other.uses.has(name))
    throw new SyntaxError(
      `Cannot take "${name}" out of ${file}: the code at ${position(code, (user ?? part).node.start)} uses it in the browser. ` +
        'Move what both need to a function of its own',
    )
  }

  return new Set([...usedByUnwanted].filter((part) => !alive.has(part)))
}

/** A statement that does something when the module runs, such as an `if` with a `var` in it. */
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

type Range = readonly [start: number, end: number]

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
    // Entries that are types are in no part: they go with the last value of their statement, because
    // `import { type User } from './db.server'` may still run the module.
    const own = parts.filter((part) => part.statement === statement)
    const gone = own.filter((part) => removed.has(part))
    if (gone.length === 0) continue

    if (gone.length === own.length) {
      // What is said right before it, such as a doc comment, is about it; what opens the file is not.
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

/** An entry of a list that is not removed as a whole, with the comma that goes with it. */
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

  // Only a list in braces may end in a comma.
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
