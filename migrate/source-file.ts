import type { ESTree } from 'vite'
import { findReferences, topNames, type Reference } from './references.ts'
import { escapeControls } from '../src/tools/terminal/shared.ts'
import { parseModule, position, readImports, replaceRanges } from '../src/tools/vite/shared.ts'

/** A sentence about a place that a person has to look at. */
export interface Finding {
  readonly file: string
  readonly line: number
  readonly text: string
  /** The heading of the guide that explains it. */
  readonly section: string
}

/** Writes a text as a string literal. The name of a file can contain a line break. */
export function quoteText(text: string, mark = "'"): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll(mark, `\\${mark}`)
  return mark + escapeControls(escaped) + mark
}

/** A script of the app. Rules change ranges of its text, so the rest does not change. */
export class SourceFile {
  readonly path: string
  readonly findings: Finding[] = []
  readonly #original: string
  #code: string
  #program: ESTree.Program | undefined
  #edits: [start: number, end: number, text: string][] = []
  #imports: { from: string; name: string; isType: boolean }[] = []

  /** @throws {SyntaxError} If the code cannot be parsed */
  constructor(path: string, code: string) {
    this.path = path
    this.#original = code
    this.#code = code
    this.#program = parseModule(code, path).program
  }

  get code(): string {
    return this.#code
  }

  get program(): ESTree.Program {
    this.#program ??= parseModule(this.#code, this.path).program
    return this.#program
  }

  get isTypeScript(): boolean {
    return /\.[cm]?tsx?$/.test(this.path)
  }

  get newline(): string {
    return this.#code.includes('\r\n') ? '\r\n' : '\n'
  }

  /** The quote that the imports of the file use. */
  get quote(): string {
    return /^import\b[^'"]*(['"])/m.exec(this.#original)?.[1] ?? "'"
  }

  /** The end of the statements of the file: a semicolon or nothing. */
  get semicolon(): string {
    // Such as `&nbsp;` at the end of a line of JSX.
    return /(?<!&\w+);\r?\n/.test(this.#original) ? ';' : ''
  }

  /** One step of indentation. */
  get indent(): string {
    return /^\t/m.test(this.#original) ? '\t' : '  '
  }

  text({ start, end }: ESTree.Span): string {
    return this.#code.slice(start, end)
  }

  /** Finds the places that use a name which the module imports from one of these packages. */
  uses(isFrom: (from: string) => boolean, names: readonly string[]): readonly Reference[] {
    const imports = readImports(this.program).filter(
      ({ from, name }) => isFrom(from) && names.includes(name),
    )
    const original = new Map(imports.map(({ local, name }) => [local, name]))
    return findReferences(this.program, new Set(original.keys())).map((reference) => ({
      ...reference,
      name: original.get(reference.name)!,
    }))
  }

  replace({ start, end }: ESTree.Span, text: string): void {
    this.#edits.push([start, end, text])
  }

  insert(at: number, text: string): void {
    this.#edits.push([at, at, text])
  }

  /** Inserts statements at the start of a block. A statement on the line of its brace moves to the next line. */
  insertFirst(block: ESTree.BlockStatement, lines: readonly string[]): void {
    const { newline } = this
    const first = block.body[0]
    const before = this.#code.slice(block.start + 1, first?.start ?? block.end - 1)
    const ownLine = /\n([ \t]*)(?:\/\/|\/\*|$)/.exec(before)
    const indent = (first && ownLine?.[1]) || this.#indentAt(block) + this.indent
    const text = lines.map((line) => newline + indent + line + this.semicolon).join('')
    if (first === undefined || ownLine) return this.insert(block.start + 1, text)
    // Comments between the brace and the statement stay.
    const space = /[ \t]*$/.exec(before)![0]
    const start = block.start + 1
    if (space === before) this.replace({ start, end: first.start }, text + newline + indent)
    else this.insert(start, text + newline + indent)
  }

  /** The indentation of the line that a node begins on. */
  #indentAt({ start }: ESTree.Span): string {
    return /(?:^|\n)([ \t]*)[^\n]*$/.exec(this.#code.slice(0, start))![1]!
  }

  /** Removes a node. If it is alone on its lines, removes these lines too, and one of two blank lines around them. */
  remove({ start, end }: ESTree.Span): void {
    const before = /(?:^|\n)([ \t]*)$/.exec(this.#code.slice(0, start))
    // A comment behind the node on its line is about it.
    const after = /^[ \t]*;?[ \t]*(?:\/\/[^\n]*)?(?:\r?\n|$)/.exec(this.#code.slice(end))
    if (!before || !after) return this.replace({ start, end }, '')

    const first = start - before[1]!.length
    const last = end + after[0].length
    const isLonely = /^(?:\r?\n|$)/.test(this.#code.slice(last))
    const blank = isLonely ? /(?<=\n)\r?\n$/.exec(this.#code.slice(0, first)) : null
    this.replace({ start: first - (blank?.[0].length ?? 0), end: last }, '')
  }

  /** Removes entries of a list with their commas and comments. Either an entry stays, or the list may be empty. */
  removeEntries(entries: readonly ESTree.Span[], list: readonly ESTree.Span[]): void {
    const lines = list.map((entry) => this.#linesOf(entry))
    if (!lines.includes(undefined)) return this.#removeLines(entries, list, lines as ESTree.Span[])
    const isGone = (at: number): boolean => entries.includes(list[at]!)
    const lastKept = list.findLastIndex((_, at) => !isGone(at))
    for (let at = 0; at < lastKept; at++) {
      if (isGone(at)) this.replace({ start: list[at]!.start, end: list[at + 1]!.start }, '')
    }
    if (lastKept === list.length - 1) return
    const start = list[lastKept]?.end ?? list[0]!.start
    this.replace({ start, end: list.at(-1)!.end }, '')
  }

  #removeLines(
    entries: readonly ESTree.Span[],
    list: readonly ESTree.Span[],
    lines: readonly ESTree.Span[],
  ): void {
    for (const [at, entry] of list.entries()) {
      if (entries.includes(entry)) this.replace(lines[at]!, '')
    }
    const last = list.findLast((entry) => !entries.includes(entry))
    const end = list.at(-1)!.end
    const hasComma = /^\s*,/.test(this.#code.slice(end))
    if (last === undefined || last.end === end || hasComma) return
    const comma = this.#code.indexOf(',', last.end)
    this.replace({ start: comma, end: comma + 1 }, '')
  }

  /** Returns the lines of an entry with its comma and its comments, or `undefined` if other code is on them. */
  #linesOf({ start, end }: ESTree.Span): ESTree.Span | undefined {
    const before =
      /(?:^|\n)((?:[ \t]*(?:\/\/[^\n]*|\/\*(?:(?!\*\/)[^\n])*\*\/[ \t]*)\n)*[ \t]*)$/.exec(
        this.#code.slice(0, start),
      )
    const after = /^[ \t]*,?[ \t]*(?:\/\/[^\n]*|\/\*(?:(?!\*\/)[^\n])*\*\/[ \t]*)?\r?\n/.exec(
      this.#code.slice(end),
    )
    return before && after
      ? { start: start - before[1]!.length, end: end + after[0].length }
      : undefined
  }

  /**
   * Imports a name when the changes are applied.
   *
   * @returns The name under which the module can use it, or `undefined` if another declaration has this name
   */
  import(name: string, from: string, isType = false): string | undefined {
    const known = readImports(this.program).find((one) => one.name === name && one.from === from)
    if (known) return known.local
    const isNew = !this.#imports.some((one) => one.name === name && one.from === from)
    const others = readImports(this.program).filter((one) => one.local === name)
    const isTaken = topNames(this.program).has(name) && others.length === 0
    if (isTaken || (others.length > 0 && !others.some(({ from: other }) => isReplaced(other)))) {
      return undefined
    }
    if (isNew) this.#imports.push({ from, name, isType })
    return name
  }

  /** Imports an entry such as `a as b` when the changes are applied. */
  importEntry(from: string, name: string, isType: boolean): void {
    this.#imports.push({ from, name, isType })
  }

  lineOf(at: number): number {
    return Number(position(this.#code, at).split(':')[0])
  }

  list({ start }: ESTree.Span, text: string, section: string): void {
    this.findings.push({ file: this.path, line: this.lineOf(start), text, section })
  }

  /** Applies the changes. Returns how many there were. */
  apply(): number {
    const edits = withoutDoubles(this.#edits)
    if (edits.length > 0) this.#set(replaceRanges(this.#code, edits, (_, [, , text]) => text))
    this.#edits = []

    for (const { from, name, isType } of this.#imports.splice(0))
      this.#addImport(from, name, isType)
    return edits.length
  }

  #set(code: string): void {
    this.#program = undefined
    this.#code = code
  }

  #addImport(from: string, name: string, isType: boolean): void {
    const imports = this.program.body.filter((one) => one.type === 'ImportDeclaration')
    const own = imports.filter(
      ({ source, specifiers }) =>
        source.value === from &&
        specifiers.length > 0 &&
        specifiers.every(({ type }) => type === 'ImportSpecifier'),
    )
    const home =
      own.find(({ importKind }) => (importKind === 'type') === isType) ??
      own.find(({ importKind }) => isType && importKind !== 'type')
    if (home) {
      const last = home.specifiers.at(-1)!
      const word = isType && home.importKind !== 'type' ? `type ${name}` : name
      const lines = /\n([ \t]*)\S[^\n]*$/.exec(this.#code.slice(home.start, last.end))
      const space = lines ? `${this.newline}${lines[1]}` : ' '
      this.#set(replaceRanges(this.#code, [[last.end, last.end]], () => `,${space}${word}`))
      return
    }

    // An import without names is there for its effect, which other modules may need.
    const first =
      imports.find(({ specifiers }) => specifiers.length > 0) ??
      this.program.body.find((one) => !('directive' in one) && !imports.includes(one as never))
    const at = first?.start ?? this.#code.length
    const { quote, semicolon: end, newline } = this
    const statement = `import ${isType ? 'type ' : ''}{ ${name} } from ${quote}${from}${quote}${end}`
    // The import takes the place of removed imports, with the blank line after them.
    const blank = /^(?:\r?\n)+$/.exec(this.#code.slice(0, at))?.[0] ?? ''
    this.#set(
      replaceRanges(this.#code, [[at - blank.length, at]], () => statement + newline + blank),
    )
  }
}

/** Whether `migrate` replaces the imports from a package, so that their names become free. */
function isReplaced(from: string): boolean {
  return /^(?:remix$|@remix-run\/|react-router|@react-router\/)/.test(from)
}

/** Removes the changes inside a place that is removed as a whole. */
function withoutDoubles(
  edits: readonly [start: number, end: number, text: string][],
): [start: number, end: number, text: string][] {
  return edits.filter(
    (edit, at) =>
      !edits.some(
        (other, index) =>
          other !== edit &&
          other[1] > other[0] &&
          other[0] <= edit[0] &&
          edit[1] <= other[1] &&
          (other[0] !== edit[0] || other[1] !== edit[1] || index < at) &&
          (edit[0] !== edit[1] || (edit[0] > other[0] && edit[0] < other[1])),
      ),
  )
}
