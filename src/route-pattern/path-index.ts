import { decodePathname } from '../internal/canonical-path.ts'
import { compareSpans } from './compare-spans.ts'
import { foldCase, foldTokens } from './fold-case.ts'
import { readCaptures, type MatchParams } from './match.ts'
import { createProgram, run, Subject, type Meter, type Program } from './program.ts'
import { capturesOf, type Captures, type Tokens } from './tokens.ts'

/** A path prepared for an index: its captures and, if it is of unusual form, what to run. */
interface Path extends Captures {
  readonly program: Program | null
}

/** One registered path. */
export interface PathEntry {
  readonly path: Path
  /** Among equally specific paths the higher rank comes first, */
  readonly rank: number
  /** and then the one that was registered first. */
  readonly order: number
}

/** A path that matches, with begin and end of its captures in the decoded text. */
interface PathMatch<Entry> {
  readonly entry: Entry
  readonly spans: readonly number[]
}

/** Chooses among equally specific entries; `undefined` goes on to the less specific ones. */
export type PickEntry<Entry, State> = (entries: readonly Entry[], state: State) => Entry | undefined

/** A place in a tree of texts: no two children begin with the same character. */
interface Node<Entry> {
  /** What stands between the parent and here. */
  text: string
  /** The first characters of the children's texts. */
  codes: number[]
  children: Node<Entry>[]
  /** Where to go on behind a variable. Only at the beginning of a segment. */
  variable: Node<Entry> | null
  /** Entries with a wildcard here that takes all the rest. Only at the beginning of a segment. */
  rest: Entry[] | null
  /** Entries whose path ends here. */
  end: Entry[] | null
  /** Entries with a splat that has nothing to take, as the path ends here. */
  splat: Entry[] | null
}

/** The tree is walked by recursion, at most one level for a segment; a longer pattern is run instead. */
const mostCharacters = 2_000

/**
 * Paths in the order of specificity.
 *
 * Most patterns are made of whole segments: text, a variable, at the end a wildcard. They stand in a tree that shares
 * common beginnings, and a walk that prefers text to variables and variables to wildcards meets the most specific one
 * first. A pattern of any other form is run by itself, but only if the path begins and ends with its texts.
 */
export class PathIndex<Entry extends PathEntry> {
  /** What the last `find` or `findAll` looked at: the decoded path, or a URL that has it as it is. */
  text = ''
  /** Whether `text` was decoded and may have encoded slashes. */
  isDecoded = false
  /** The captures of what the last `find` returned. */
  spans: number[] = []

  readonly #ignoreCase: boolean
  readonly #meter: Meter
  readonly #root: Node<Entry> = createNode('')
  /** What has to be run, by the text it begins with. */
  readonly #others: Node<Entry> = createNode('')
  #hasOthers = false
  /** Paths in the tree, by their captures: many share one. */
  readonly #paths = new Map<string, Path>()

  constructor(ignoreCase: boolean, meter: Meter) {
    this.#ignoreCase = ignoreCase
    this.#meter = meter
  }

  /** Prepares a path for an entry. */
  prepare(tokens: Tokens): Path {
    if (!isMadeOfSegments(tokens)) {
      return { ...capturesOf(tokens), program: createProgram(this.#fold(tokens)) }
    }

    // All that a path in the tree has of its own is where it stands.
    let key = ''
    for (const token of tokens) if (token[0] !== '=') key += token
    let path = this.#paths.get(key)
    if (path === undefined) {
      path = { ...capturesOf(tokens), program: null }
      this.#paths.set(key, path)
    }
    return path
  }

  add(given: Tokens, entry: Entry): void {
    const tokens = this.#fold(given)
    if (entry.path.program === null) addToTree(this.#root, tokens, entry)
    else {
      const first = tokens[0]!
      const node = first[0] === '=' ? descend(this.#others, first, 1) : this.#others
      node.end = withEntry(node.end, entry)
      this.#hasOthers = true
    }
  }

  #fold(tokens: Tokens): Tokens {
    return this.#ignoreCase ? foldTokens(tokens) : tokens
  }

  /**
   * Offers the entries that match the path from `start` to `end` of a serialised URL to `pick`, the most specific
   * first, equally specific ones together, until it returns one.
   */
  find<State>(
    href: string,
    start: number,
    end: number,
    pick: PickEntry<Entry, State>,
    state: State,
  ): Entry | undefined {
    const escape = href.indexOf('%', start)
    if (!this.#hasOthers && !this.#ignoreCase && (escape === -1 || escape >= end)) {
      this.text = href
      this.isDecoded = false
      return this.#walk(this.#root, href, start, end, 0, pick, state)
    }

    const pathname = href.slice(start, end)
    const path = this.#read(pathname)
    if (path === null) return undefined
    const matches = this.#runOthers(pathname, path)
    if (matches.length === 0) return this.#walk(this.#root, path, 0, path.length, 0, pick, state)

    const match = pickRanked(this.#rank(matches, path), pick, state)
    if (match !== undefined) this.spans = [...match.spans]
    return match?.entry
  }

  /** All entries that match a serialised pathname, ranked. */
  findAll(pathname: string): PathMatch<Entry>[] {
    const path = this.#read(pathname)
    return path === null ? [] : this.#rank(this.#runOthers(pathname, path), path)
  }

  /** Adds the named captures at `spans` to `params`. One that takes no part is there as `undefined`, or as it was. */
  readParams(params: MatchParams, { names }: Captures, spans: readonly number[]): void {
    readCaptures(params, names, spans, this.text, this.isDecoded)
  }

  #read(pathname: string): string | null {
    const text = decodePathname(pathname)
    if (text === null) return null
    this.text = text
    this.isDecoded = text !== pathname
    return this.#ignoreCase ? foldCase(text) : text
  }

  /** `path`, which is over at `end`, leads to `node` up to `position`, with `span` numbers in `spans`. */
  #walk<State>(
    node: Node<Entry>,
    path: string,
    position: number,
    end: number,
    span: number,
    pick: PickEntry<Entry, State>,
    state: State,
  ): Entry | undefined {
    const meter = this.#meter
    for (;;) {
      if (++meter.work > meter.limit) meter.exceeded()
      if (position === end) return this.#finish(node, end, span, pick, state)

      const child = childFor(node, path, position, end)
      const { variable, rest } = node
      if (variable === null && rest === null) {
        if (child === null) return undefined
        position += child.text.length
        node = child
        continue
      }

      if (child !== null) {
        const next = position + child.text.length
        const picked = this.#walk(child, path, next, end, span, pick, state)
        if (picked !== undefined) return picked
      }

      this.spans[span] = position
      if (variable !== null) {
        const slash = path.indexOf('/', position)
        const next = slash === -1 || slash > end ? end : slash
        if (next !== position) {
          this.spans[span + 1] = next
          if (rest === null) {
            position = next
            node = variable
            span += 2
            continue
          }
          const picked = this.#walk(variable, path, next, end, span + 2, pick, state)
          if (picked !== undefined) return picked
        }
      }

      if (rest === null) return undefined
      this.spans[span + 1] = end
      return pick(rest, state)
    }
  }

  /** The path ends at `node`. */
  #finish<State>(
    node: Node<Entry>,
    position: number,
    span: number,
    pick: PickEntry<Entry, State>,
    state: State,
  ): Entry | undefined {
    if (node.end !== null) {
      const picked = pick(node.end, state)
      if (picked !== undefined) return picked
    }
    const takesNothing = node.rest ?? node.splat // one stands behind a slash, the other before it
    if (takesNothing === null) return undefined
    this.spans[span] = position
    this.spans[span + 1] = position
    return pick(takesNothing, state)
  }

  #runOthers(pathname: string, path: string): PathMatch<Entry>[] {
    const matches: PathMatch<Entry>[] = []
    let subject: Subject | undefined
    let position = 0
    let node: Node<Entry> | null = this.#others
    while (node !== null) {
      for (const entry of node.end ?? []) {
        subject ??= new Subject(path, decodePathname(pathname, true)!, '/')
        const spans = run(entry.path.program!, subject, this.#meter)
        if (spans !== null) matches.push({ entry, spans })
      }
      node = childFor(node, path, position, path.length)
      if (node !== null) position += node.text.length
    }
    return matches
  }

  /** Everything that matches: `matches`, and what the tree has. */
  #rank(matches: PathMatch<Entry>[], path: string): PathMatch<Entry>[] {
    const collect = (entries: readonly Entry[]): undefined => {
      for (const entry of entries) {
        matches.push({ entry, spans: this.spans.slice(0, entry.path.names.length * 2) })
      }
    }
    this.#walk(this.#root, path, 0, path.length, 0, collect, undefined)
    return matches.sort(compareMatches)
  }
}

/** Offers ranked matches to `pick`, equally specific ones together, until it returns one. */
export function pickRanked<Entry extends PathEntry, Match extends PathMatch<Entry>, State>(
  ranked: readonly (Match & PathMatch<Entry>)[],
  pick: PickEntry<Entry, State>,
  state: State,
): Match | undefined {
  for (let i = 0; i < ranked.length;) {
    const equals = [ranked[i++]!]
    while (i < ranked.length && comparePaths(equals[0]!, ranked[i]!) === 0)
      equals.push(ranked[i++]!)

    const picked = pick(
      equals.map(({ entry }) => entry),
      state,
    )
    if (picked !== undefined) return equals.find(({ entry }) => entry === picked)
  }
  return undefined
}

/** The most specific path first, then the higher rank, then the one that was registered first. */
export function compareMatches(a: PathMatch<PathEntry>, b: PathMatch<PathEntry>): number {
  return comparePaths(a, b) || compareEntries(a.entry, b.entry)
}

function comparePaths(a: PathMatch<PathEntry>, b: PathMatch<PathEntry>): number {
  return compareSpans(
    { spans: a.spans, variables: a.entry.path.variables },
    { spans: b.spans, variables: b.entry.path.variables },
  )
}

function compareEntries(a: PathEntry, b: PathEntry): number {
  return b.rank - a.rank || a.order - b.order
}

/** Whether every capture is a segment of its own, with a wildcard or a splat only at the end. */
function isMadeOfSegments(tokens: Tokens): boolean {
  let characters = 0
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!
    characters += token.length
    const isBehindSlash = i > 0 && tokens[i - 1]!.endsWith('/')
    const isLast = i === tokens.length - 1
    switch (token[0]) {
      case '=':
        if (i > 0 && token[1] !== '/') return false
        break
      case ':':
        if (!isBehindSlash) return false
        break
      case '*':
        if (!isBehindSlash || !isLast) return false
        break
      case '$':
        if (isBehindSlash) return false
        break
      default:
        return false
    }
  }
  return characters <= mostCharacters
}

function addToTree<Entry extends PathEntry>(node: Node<Entry>, tokens: Tokens, entry: Entry): void {
  for (const token of tokens) {
    switch (token[0]) {
      case '=':
        node = descend(node, token, 1)
        break
      case ':':
        node = node.variable ??= createNode('')
        break
      case '*':
        node.rest = withEntry(node.rest, entry)
        return
      case '$':
        node.splat = withEntry(node.splat, entry)
        node = descend(node, '/', 0)
        node.rest = withEntry(node.rest, entry)
        return
    }
  }
  node.end = withEntry(node.end, entry)
}

/** The node behind the text of `token` from `from` on, made if there is none. */
function descend<Entry>(node: Node<Entry>, token: string, from: number): Node<Entry> {
  while (from < token.length) {
    const code = token.charCodeAt(from)
    const index = node.codes.indexOf(code)
    if (index === -1) return addChild(node, code, createNode(token.slice(from)))

    const child = node.children[index]!
    const shared = lengthOfShared(child.text, token, from)
    node = shared === child.text.length ? child : split(node, index, shared)
    from += shared
  }
  return node
}

function addChild<Entry>(parent: Node<Entry>, code: number, child: Node<Entry>): Node<Entry> {
  if (parent.codes.length === 0) {
    parent.codes = [code]
    parent.children = [child]
  } else {
    parent.codes.push(code)
    parent.children.push(child)
  }
  return child
}

function lengthOfShared(label: string, text: string, from: number): number {
  let length = 1
  while (length < label.length && label.charCodeAt(length) === text.charCodeAt(from + length)) {
    length++
  }
  return length
}

/** Puts a node between a child and its parent. */
function split<Entry>(parent: Node<Entry>, index: number, length: number): Node<Entry> {
  const child = parent.children[index]!
  const between: Node<Entry> = createNode(child.text.slice(0, length))
  child.text = child.text.slice(length)
  addChild(between, child.text.charCodeAt(0), child)
  parent.children[index] = between
  return between
}

/** The child of `node` whose text stands at `position` and is over at `end`, or `null`. */
function childFor<Entry>(
  node: Node<Entry>,
  path: string,
  position: number,
  end: number,
): Node<Entry> | null {
  const { codes } = node
  const code = path.charCodeAt(position)
  for (let i = 0; i < codes.length; i++) {
    if (codes[i] !== code) continue
    const child = node.children[i]!
    const { length } = child.text
    if (length === 1) return position < end ? child : null
    return position + length <= end && path.startsWith(child.text, position) ? child : null
  }
  return null
}

const none: never[] = [] // most nodes have no children

function createNode<Entry>(text: string): Node<Entry> {
  return { text, codes: none, children: none, variable: null, rest: null, end: null, splat: null }
}

/** The entries with one more, in order. */
function withEntry<Entry extends PathEntry>(entries: Entry[] | null, entry: Entry): Entry[] {
  if (entries === null) return [entry]

  let i = entries.length
  while (i > 0 && compareEntries(entries[i - 1]!, entry) > 0) i--
  entries.splice(i, 0, entry)
  return entries
}
