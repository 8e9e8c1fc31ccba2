import { decodePathname } from '../internal/canonical-path.ts'
import { compareSpans } from './compare-spans.ts'
import { createProgram, createSubject, run, type Meter, type Program } from './program.ts'
import type { Tokens } from './tokens.ts'

/** One registered path. */
export interface PathEntry {
  readonly program: Program
  /** Among equally specific paths the higher rank comes first, */
  readonly rank: number
  /** and then the one that was registered first. */
  readonly order: number
}

/** A path that matches, with begin and end of its captures in the decoded text. */
export interface PathMatch<Entry> {
  readonly entry: Entry
  readonly spans: readonly number[]
}

/** Chooses among equally specific entries; `undefined` goes on to the less specific ones. */
export type PickEntry<Entry, State> = (entries: readonly Entry[], state: State) => Entry | undefined

interface Node<Entry> {
  statics: Map<string, Node<Entry>> | null
  variable: Node<Entry> | null
  /** Entries whose path ends here. */
  end: Entry[] | null
  /** Entries with a splat after here, when the path ends here. */
  splat: Entry[] | null
  /** Entries that take all the rest. */
  rest: Entry[] | null
}

/** A pattern with more segments is run like one of unusual form: the trie is walked by recursion. */
const deepest = 100

/** How many slashes of a path are looked at to find the patterns that are run. */
const anchorDepth = 4

/**
 * Paths in the order of specificity.
 *
 * Most patterns are made of whole segments: text, a variable, at the end a wildcard. They stand in a trie, or in a map
 * if they have no captures, and the walk meets the most specific one first. Patterns of any other form are run one by
 * one, but only those that begin with the same text as the path.
 */
export class PathIndex<Entry extends PathEntry> {
  /** The decoded path of the last `find`. */
  text = ''
  /** The captures of what the last `find` returned. */
  spans: number[] = []

  readonly #ignoreCase: boolean
  readonly #meter: Meter
  readonly #statics = new Map<string, Entry[]>()
  readonly #root: Node<Entry> = createNode()
  readonly #others = new Map<string, Entry[]>()

  constructor(ignoreCase: boolean, meter: Meter) {
    this.#ignoreCase = ignoreCase
    this.#meter = meter
  }

  /** Prepares the tokens of a path for an entry. */
  compile(tokens: Tokens): Program {
    return createProgram(this.#ignoreCase ? tokens.map(foldToken) : tokens)
  }

  add(entry: Entry): void {
    const { kinds, texts } = entry.program
    const first = texts[0]!
    if (kinds.length === 1 && kinds[0] === 61 /* = */) {
      insert(this.#statics.get(first) ?? put(this.#statics, first, []), entry)
    } else if (!this.#addToTrie(entry)) {
      const anchor = anchorOf(first)
      insert(this.#others.get(anchor) ?? put(this.#others, anchor, []), entry)
    }
  }

  /**
   * Offers the entries that match a serialised pathname to `pick`, the most specific first, equally specific ones
   * together, until it returns one.
   */
  find<State>(pathname: string, pick: PickEntry<Entry, State>, state: State): Entry | undefined {
    const text = decodePathname(pathname)
    if (text === null) return undefined
    const path = this.#ignoreCase ? foldCase(text) : text
    this.text = text

    if (this.#others.size > 0) {
      const matches = this.#runOthers(pathname, path)
      if (matches.length > 0) {
        const match = pickRanked(this.#rank(matches, path), pick, state)
        if (match !== undefined) this.spans = [...match.spans]
        return match?.entry
      }
    }

    const entries = this.#statics.get(path)
    if (entries !== undefined) {
      const picked = pick(entries, state)
      if (picked !== undefined) return picked
    }
    return this.#walk(this.#root, path, 1, 0, pick, state)
  }

  #addToTrie(entry: Entry): boolean {
    const shape = segmentsOf(entry.program)
    if (shape === null) return false

    let node = this.#root
    for (const segment of shape.segments) {
      if (segment === null) node = node.variable ??= createNode()
      else {
        node.statics ??= new Map()
        node = node.statics.get(segment) ?? put(node.statics, segment, createNode())
      }
    }
    if (shape.tail === 'end') insert((node.end ??= []), entry)
    else insert((node.rest ??= []), entry)
    if (shape.tail === 'splat') insert((node.splat ??= []), entry)
    return true
  }

  /** `node` is where the path up to `position` leads; a segment begins there. */
  #walk<State>(
    node: Node<Entry>,
    path: string,
    position: number,
    span: number,
    pick: PickEntry<Entry, State>,
    state: State,
  ): Entry | undefined {
    if (++this.#meter.work > this.#meter.limit) this.#meter.exceeded()
    const slash = path.indexOf('/', position)
    const end = slash === -1 ? path.length : slash
    let picked: Entry | undefined

    if (node.statics !== null) {
      const child = node.statics.get(path.slice(position, end))
      if (child !== undefined) {
        picked =
          slash === -1
            ? this.#finish(child, end, span, pick, state)
            : this.#walk(child, path, end + 1, span, pick, state)
        if (picked !== undefined) return picked
      }
    }

    const { variable } = node
    if (variable !== null && end > position) {
      this.spans[span] = position
      this.spans[span + 1] = end
      picked =
        slash === -1
          ? this.#finish(variable, end, span + 2, pick, state)
          : this.#walk(variable, path, end + 1, span + 2, pick, state)
      if (picked !== undefined) return picked
    }

    if (node.rest === null) return undefined
    this.spans[span] = position
    this.spans[span + 1] = path.length
    return pick(node.rest, state)
  }

  /** The path ends at `node`. */
  #finish<State>(
    node: Node<Entry>,
    end: number,
    span: number,
    pick: PickEntry<Entry, State>,
    state: State,
  ): Entry | undefined {
    const picked = node.end === null ? undefined : pick(node.end, state)
    if (picked !== undefined || node.splat === null) return picked
    this.spans[span] = end
    this.spans[span + 1] = end
    return pick(node.splat, state)
  }

  #runOthers(pathname: string, path: string): PathMatch<Entry>[] {
    const matches: PathMatch<Entry>[] = []
    let subject
    let slash = 0
    for (let depth = 0; depth < anchorDepth && slash !== -1; depth++) {
      const entries = this.#others.get(path.slice(0, slash + 1))
      slash = path.indexOf('/', slash + 1)
      if (entries === undefined) continue

      for (const entry of entries) {
        this.#meter.work++
        if (entry.program.kinds[0] === 61 && !path.startsWith(entry.program.texts[0]!)) continue
        subject ??= this.#subjectOf(pathname, path)
        const spans = run(entry.program, subject, this.#meter)
        if (spans !== null) matches.push({ entry, spans })
      }
    }
    return matches
  }

  #subjectOf(pathname: string, path: string): ReturnType<typeof createSubject> {
    const dots = pathname.includes('%') ? decodePathname(pathname, true)! : path
    return createSubject(path, dots, '/')
  }

  /** Everything that matches besides `matches`, and them, ranked. */
  #rank(matches: PathMatch<Entry>[], path: string): PathMatch<Entry>[] {
    const collect = (entries: readonly Entry[]): undefined => {
      for (const entry of entries) {
        matches.push({ entry, spans: this.spans.slice(0, entry.program.names.length * 2) })
      }
    }
    const entries = this.#statics.get(path)
    if (entries !== undefined) collect(entries)
    this.#walk(this.#root, path, 1, 0, collect, undefined)

    return matches.sort(compareMatches)
  }

  /** All matches of a serialised pathname, ranked. */
  findAll(pathname: string): PathMatch<Entry>[] {
    const text = decodePathname(pathname)
    if (text === null) return []
    const path = this.#ignoreCase ? foldCase(text) : text
    this.text = text
    return this.#rank(this.#runOthers(pathname, path), path)
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
    { spans: a.spans, variables: a.entry.program.variables },
    { spans: b.spans, variables: b.entry.program.variables },
  )
}

function compareEntries(a: PathEntry, b: PathEntry): number {
  return b.rank - a.rank || a.order - b.order
}

/** The segments of a path that is made of whole ones, `null` for a variable, and how it ends; else `null`. */
function segmentsOf({
  kinds,
  texts,
}: Program): { segments: (string | null)[]; tail: 'end' | 'rest' | 'splat' } | null {
  const segments: (string | null)[] = []
  let open: string | null = null // the segment that is being read
  let isVariable = false

  for (let i = 0; i < kinds.length; i++) {
    const isLast = i === kinds.length - 1
    switch (kinds[i]) {
      case 61 /* = */: {
        const pieces: string[] = texts[i]!.split('/')
        if (i > 0 && pieces[0] !== '') return null
        if (isVariable) segments.push(null)
        isVariable = false
        segments.push(...pieces.slice(1, -1))
        open = pieces.at(-1)!
        break
      }
      case 58 /* : */:
        if (open !== '') return null
        open = null
        isVariable = true
        break
      case 42 /* * */:
        return open === '' && isLast && segments.length < deepest
          ? { segments, tail: 'rest' }
          : null
      case 36 /* $ */:
        if (isVariable) segments.push(null)
        else if (open !== null) segments.push(open)
        return segments.length < deepest ? { segments, tail: 'splat' } : null
      default:
        return null
    }
  }

  segments.push(isVariable ? null : open!)
  return segments.length < deepest ? { segments, tail: 'end' } : null
}

/** The text that a path must begin with, cut off after a slash. */
function anchorOf(text: string): string {
  let end = 0
  for (let depth = 1; depth < anchorDepth; depth++) {
    const slash = text.indexOf('/', end + 1)
    if (slash === -1) break
    end = slash
  }
  return text.slice(0, end + 1)
}

function createNode<Entry>(): Node<Entry> {
  return { statics: null, variable: null, end: null, splat: null, rest: null }
}

function insert<Entry extends PathEntry>(entries: Entry[], entry: Entry): void {
  let i = entries.length
  while (i > 0 && compareEntries(entries[i - 1]!, entry) > 0) i--
  entries.splice(i, 0, entry)
}

function put<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): Value {
  map.set(key, value)
  return value
}

function foldToken(token: string): string {
  return token[0] === '=' ? foldCase(token) : token
}

/** Lower case at the same length, character by character: offsets stay what they are. */
export function foldCase(text: string): string {
  return text.replace(/[^\0-@[-`{-\x7f]/gu, (character) => {
    const lower = character.toLowerCase()
    return lower.length === character.length ? lower : character
  })
}
