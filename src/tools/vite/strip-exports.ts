import type { ESTree } from 'vite'
import {
  childNodes,
  exportedName,
  position,
  unknownExports,
  usedNames,
  type ParsedModule,
} from './parse-module.ts'

/**
 * Finds some exports of a module, and the imports, functions and variables that only they use.
 *
 * @param module The module
 * @param names The exports to remove
 * @returns The ranges to remove, for {@link blank} or {@link cut}
 * @throws {SyntaxError} If an export cannot be removed safely
 */
export async function findExports(
  module: ParsedModule,
  names: readonly string[],
): Promise<readonly Range[]> {
  const isUnwanted = ({ exports }: Piece): boolean => exports.some((name) => names.includes(name))
  const pieces = readPieces(module)
  if (!pieces.some(isUnwanted)) return []

  const parts = await readUses(pieces, module)
  const unwanted = parts.filter(isUnwanted)
  for (const part of unwanted) checkPattern(part, names, module)

  const candidates = reachable(unwanted, parts)
  const alive = partsAlive(candidates, parts, unwanted)
  for (const part of unwanted) if (alive.has(part)) throw usedError(part, alive, module)

  return rangesOf(module, parts, (part) => candidates.has(part) && !alive.has(part))
}

/**
 * Finds the imports, functions and variables with these names, and everything that only they use, unless the rest of the
 * module uses or exports them.
 */
export async function findUnused(
  module: ParsedModule,
  names: ReadonlySet<string>,
): Promise<readonly Range[]> {
  const parts = await readUses(readPieces(module), module)
  const named = parts.filter((part) => part.names.some((name) => names.has(name)))
  const candidates = reachable(named, parts)
  const alive = partsAlive(candidates, parts, [])

  return rangesOf(module, parts, (part) => candidates.has(part) && !alive.has(part))
}

/**
 * Finds the imports of some modules whose names the module uses nowhere, or only in types. An import without names has an
 * effect, so it stays.
 *
 * @param isWanted Whether to look at the imports from this module
 */
export async function findUnusedImports(
  module: ParsedModule,
  isWanted: (source: string) => boolean,
): Promise<readonly Range[]> {
  const imports = module.program.body.filter(
    (statement) =>
      statement.type === 'ImportDeclaration' &&
      statement.importKind !== 'type' &&
      statement.specifiers.length > 0 &&
      isWanted(statement.source.value),
  ) as ESTree.ImportDeclaration[]
  const namesOf = ({ specifiers }: ESTree.ImportDeclaration): string[] =>
    specifiers.map(({ local }) => local.name)
  const rangeOf = ({ start, end }: ESTree.Node): Range => [start, end]

  const rest = blank(module.code, imports.map(rangeOf))
  const used = await usedNames(rest, new Set(imports.flatMap(namesOf)), module.file)
  return imports
    .filter((statement) => !namesOf(statement).some((name) => used.has(name)))
    .map(rangeOf)
}

/** Replaces code with white space. The rest keeps its position, so the result needs no source map. */
export function blank(code: string, ranges: readonly Range[]): string {
  return replaceRanges(code, ranges, (removed) => removed.replaceAll(/[^\r\n]/g, ' '))
}

/** Returns the rest of the code. Edits of removed code do not change it. */
export function cut(code: string, ranges: readonly Range[]): string {
  return replaceRanges(code, ranges, () => '')
}

/** The names that the module declares. */
export function moduleNames(module: ParsedModule): Set<string> {
  return new Set(readPieces(module).flatMap((piece) => piece.names))
}

/** The smallest piece that can be removed: a statement, or one entry of a list in a statement. */
interface Piece {
  statement: ESTree.Node
  node: ESTree.Node
  /** The top-level names it declares. */
  names: string[]
  /** The names under which it exports values. */
  exports: string[]
  /** Its code as statements, or `''` if it cannot use a name. */
  code: string
}

interface Part extends Piece {
  /** The top-level names it uses. */
  uses: ReadonlySet<string>
}

function readPieces({ code, file, program }: ParsedModule): Piece[] {
  return program.body.flatMap((statement) => readStatement(statement, code, file))
}

async function readUses(pieces: readonly Piece[], { file }: ParsedModule): Promise<Part[]> {
  const names = pieces.flatMap((piece) => piece.names)
  return Promise.all(
    pieces.map(async (piece) => {
      const others = names.filter((name) => !piece.names.includes(name))
      return { ...piece, uses: await usedNames(piece.code, new Set(others), file) }
    }),
  )
}

function readStatement(statement: ESTree.Node, code: string, file: string): Piece[] {
  const piece = (node: ESTree.Node, rest: Partial<Piece>): Piece => ({
    statement,
    node,
    names: [],
    exports: [],
    code: '',
    ...rest,
  })

  switch (statement.type) {
    case 'ImportDeclaration':
      if (statement.importKind === 'type') return []
      return statement.specifiers
        .filter((specifier) => !('importKind' in specifier) || specifier.importKind !== 'type')
        .map((specifier) => piece(specifier, { names: [specifier.local.name] }))

    case 'ExportAllDeclaration':
      if (statement.exportKind === 'type') return []
      if (statement.exported) {
        return [piece(statement, { exports: [exportedName(statement.exported)] })]
      }
      throw unknownExports(statement.source.value, file)

    case 'ExportNamedDeclaration': {
      if (statement.exportKind === 'type') return []
      const { declaration } = statement
      if (declaration) {
        return readDeclaration(declaration, code).map(({ node, ...rest }) =>
          piece(node, { ...rest, exports: rest.names }),
        )
      }
      return statement.specifiers
        .filter((specifier) => specifier.exportKind !== 'type')
        .map((specifier) =>
          piece(specifier, {
            exports: [exportedName(specifier.exported)],
            code: statement.source ? '' : exportedName(specifier.local),
          }),
        )
    }

    case 'ExportDefaultDeclaration': {
      const names = declaredNames(statement.declaration) ?? []
      return [piece(statement, { names, exports: ['default'], code: textOf(statement, code) })]
    }

    default:
      return readDeclaration(statement, code).map(({ node, ...rest }) => piece(node, rest))
  }
}

function readDeclaration(
  declaration: ESTree.Node,
  code: string,
): Pick<Piece, 'node' | 'names' | 'code'>[] {
  if ('declare' in declaration && declaration.declare) return []
  if (/^TS(?:Interface|TypeAlias)/.test(declaration.type)) return []
  if (declaration.type === 'VariableDeclaration') {
    return declaration.declarations.map((node) => ({
      node,
      names: boundNames(node.id),
      code: `var ${textOf(node, code)}`,
    }))
  }

  const names = declaredNames(declaration) ?? hoistedNames(declaration)
  // The compiler would remove an alias that nothing uses, such as `import Book = shop.Book`.
  const start = declaration.type === 'TSImportEqualsDeclaration' ? 'export ' : ''
  return [{ node: declaration, names, code: start + textOf(declaration, code) }]
}

function textOf({ start, end }: ESTree.Node, code: string): string {
  return code.slice(start, end)
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

/** Returns the names that `var` declares anywhere in a statement, except inside functions. */
export function hoistedNames(node: ESTree.Node): string[] {
  if (/Function|^(?:StaticBlock|TS)/.test(node.type)) return []
  if (node.type === 'VariableDeclaration' && node.kind === 'var') {
    return node.declarations.flatMap(({ id }) => boundNames(id))
  }
  return childNodes(node).flatMap(hoistedNames)
}

/** Returns the names that a binding pattern binds: `{ a, b: [c] }` binds `a` and `c`. */
export function boundNames(pattern: ESTree.Node): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name]
    case 'Property':
      return boundNames(pattern.value)
    case 'AssignmentPattern':
      return boundNames(pattern.left)
    case 'ObjectPattern':
    case 'ArrayPattern':
    case 'RestElement':
      return childNodes(pattern).flatMap(boundNames)
    default:
      return []
  }
}

function checkPattern(
  { node, exports }: Part,
  names: readonly string[],
  module: ParsedModule,
): void {
  if (node.type !== 'VariableDeclarator' || node.id.type === 'Identifier') return
  const name = exports.find((one) => names.includes(one))
  throw new SyntaxError(
    `Cannot remove "${name}" from ${module.file} for the browser: it is exported by destructuring. ` +
      `Destructure first, then write export const ${name} = …`,
  )
}

function usedError(
  part: Part,
  alive: ReadonlySet<Part>,
  { code, file }: ParsedModule,
): SyntaxError {
  const name = part.names[0]!
  const user = [...alive].find((other) => other.uses.has(name))!
  const at = position(code, (findUse(user.node, name) ?? user.node).start)
  return new SyntaxError(
    `Cannot remove "${name}" from ${file} for the browser: the code at ${at} uses it. ` +
      'Move the code that both need to a separate function.',
  )
}

/** Returns the first place at which a name is used as a value: not as the name of a property, and not in a type. */
function findUse(node: ESTree.Node, name: string): ESTree.Node | undefined {
  if ('name' in node && node.name === name) return node
  if (/^TSType(?!Assertion)/.test(node.type)) return undefined

  const isComputed = 'computed' in node && node.computed
  const property = 'key' in node ? node.key : 'property' in node ? node.property : undefined
  for (const child of childNodes(node)) {
    const use = child === property && !isComputed ? undefined : findUse(child, name)
    if (use !== undefined) return use
  }
}

/** Returns the parts that stay: those that are not in `candidates`, and everything that they use. */
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
  module: ParsedModule,
  parts: readonly Part[],
  isRemoved: (part: Part) => boolean,
): Range[] {
  const { comments, program } = module
  const { body } = program
  const ranges: Range[] = []

  for (const [index, statement] of body.entries()) {
    // A type belongs to no part. It is removed with the last value of its statement, because
    // `import { type User } from './db.server'` may still run the module.
    const own = parts.filter((part) => part.statement === statement)
    const gone = own.filter(isRemoved)
    if (gone.length === 0) continue

    if (gone.length === own.length) {
      // Comments before the statement are removed too, such as JSDoc. A comment at the start of the file stays.
      const start = index === 0 ? statement.start : body[index - 1]!.end
      ranges.push([statement.start, statement.end])
      for (const comment of comments) {
        if (index > 0 && comment.start >= start && comment.end <= statement.start) {
          ranges.push([comment.start, comment.end])
        }
      }
      continue
    }

    for (const part of gone) ranges.push(...entryRanges(part, own, isRemoved, module))
  }

  return ranges
}

/** Returns the ranges of one entry of a list and its comma. Other entries of the list stay. */
function entryRanges(
  part: Part,
  own: readonly Part[],
  isRemoved: (part: Part) => boolean,
  { code, comments }: ParsedModule,
): Range[] {
  const { node } = part
  const isComma = (at: number): boolean =>
    code[at] === ',' && !comments.some((comment) => comment.start <= at && at < comment.end)

  // Only a list in braces may end with a comma.
  const inBraces = /^(?:Import|Export)Specifier$/.test(node.type)
  const isBeforeKept = own.some((other) => other.node.start > node.start && !isRemoved(other))
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

/** Replaces ranges of a text that do not overlap. */
export function replaceRanges<Replaced extends readonly [start: number, end: number, ...unknown[]]>(
  code: string,
  ranges: readonly Replaced[],
  replace: (removed: string, range: Replaced) => string,
): string {
  let result = ''
  let at = 0
  for (const range of ranges.toSorted((a, b) => a[0] - b[0])) {
    const [start, end] = range
    result += code.slice(at, start) + replace(code.slice(start, end), range)
    at = end
  }
  return result + code.slice(at)
}
