import { decodePathname, markDots } from './canonical-path.ts'
import { compareSpans } from './compare-spans.ts'
import { foldCase, foldTokens, capturesOf, type Tokens } from './tokens.ts'
import {
  endOfSegment,
  matchesSegments,
  PathMatch,
  type Path,
  type PathEntry,
} from './path-match.ts'
import { countReadings, readingsOf } from './readings.ts'
import {
  addToTree,
  childFor,
  compareEntries,
  createNode,
  descend,
  finish,
  follow,
  withEntry,
  type AssertNew,
  type Node,
  type PickEntry,
} from './radix-tree.ts'
import { endOfPath, isEndOfPath } from './url-parts.ts'
import { createProgram, run, Subject, type Meter } from './program.ts'

/** The path of a URL. */
interface GivenPath {
  readonly pathname: string
  /** The pathname, decoded. */
  readonly text: string
  /** The text in the case in which it is compared. */
  readonly path: string
  readonly isDecoded: boolean
}

/** A longer pattern is not added to the tree, because walking the tree recurses once per segment. */
const mostCharacters = 2_000

/** A pattern with more readings is not added to the tree, because each optional doubles their number. */
const mostReadings = 16

/**
 * Finds paths in the order of specificity.
 *
 * Most patterns consist of whole segments: text, variables, and perhaps a wildcard at the end. They are in a radix
 * tree. The walk tries text before variables and variables before wildcards, so it finds the most specific one first.
 * A pattern with optionals is in the tree once for each of its readings.
 *
 * Every other pattern has a program. It runs if the path begins and ends with the texts of the pattern.
 */
export class PathIndex<Entry extends PathEntry> {
  readonly #ignoreCase: boolean
  readonly #meter: Meter
  readonly #root: Node<Entry> = createNode('')
  /** The paths with programs, by the text that they begin with. */
  readonly #others: Node<Entry> = createNode('')
  /** Whether a reading in the tree has rivals. */
  #hasRivals = false
  /** Whether the tree can be walked on a URL that is not decoded, because no other pattern has to be tried. */
  #walksUrls: boolean
  /** Paths in the tree by their captures. Many entries share one. */
  readonly #paths = new Map<string, Path>()

  constructor(ignoreCase: boolean, meter: Meter) {
    this.#ignoreCase = ignoreCase
    this.#walksUrls = !ignoreCase
    this.#meter = meter
  }

  /** Prepares a path for an entry. */
  prepare(tokens: Tokens): Path {
    if (!isMadeOfSegments(tokens)) {
      const readings = readingsForTree(tokens)
      const program = readings === null ? createProgram(this.#fold(tokens)) : null
      return { ...capturesOf(tokens), program, readings }
    }

    // Paths in the tree differ only in their captures.
    if (tokens.length === 1 && tokens[0]![0] === '=') return plainPath
    let key = ''
    for (const token of tokens) if (token[0] !== '=') key += token
    let path = this.#paths.get(key)
    if (path === undefined) {
      path = { ...capturesOf(tokens), program: null, readings: null }
      this.#paths.set(key, path)
    }
    return path
  }

  /** Adds an entry. If there are other entries at its place in the tree, `assertNew` can refuse it. */
  add(given: Tokens, entry: Entry, assertNew?: AssertNew<Entry>): void {
    const { program, readings } = entry.path
    if (program !== null) this.#addToOthers(this.#fold(given), entry)
    else if (readings !== null)
      this.#addReadings(
        readings.map((tokens) => this.#fold(tokens)),
        entry,
      )
    else addToTree(this.#root, this.#fold(given), entry, assertNew)
  }

  #addToOthers(tokens: Tokens, entry: Entry): void {
    const first = tokens[0]!
    const node = first[0] === '=' ? descend(this.#others, first, 1) : this.#others
    node.end = withEntry(node.end, entry)
    this.#walksUrls = false
  }

  #addReadings(readings: readonly Tokens[], entry: Entry): void {
    const counts = readings.map(countSegments)
    readings.forEach((tokens, i) => {
      // Two readings with different numbers of segments never match the same path.
      const rivals = readings.slice(0, i).filter((_, j) => !(counts[j]! - counts[i]!))
      addToTree(this.#root, tokens, { ...entry, tokens, rivals }, undefined)
      if (rivals.length === 0) return
      this.#hasRivals = true
      this.#walksUrls = false
    })
  }

  /**
   * Returns the entries at the place of a path in the tree. Every equal path is among them. Returns `undefined` for a path
   * that is not for the tree.
   */
  entriesAt(given: Tokens): readonly Entry[] | undefined {
    if (!isMadeOfSegments(given)) return undefined

    let node: Node<Entry> | null = this.#root
    for (const token of this.#fold(given)) {
      if (token[0] === '*') return node.rest ?? none
      if (token[0] === '$') return node.splat ?? none
      node = token[0] === ':' ? node.variable : follow(node, token)
      if (node === null) return none
    }
    return node.end ?? none
  }

  #fold(tokens: Tokens): Tokens {
    return this.#ignoreCase ? foldTokens(tokens) : tokens
  }

  /**
   * Passes the entries that match the path at `start` of a serialized URL to `pick` until it returns one. The most
   * specific come first, and equally specific ones together.
   */
  find<State>(
    href: string,
    start: number,
    pick: PickEntry<Entry, State>,
    state: State,
  ): PathMatch<Entry> | undefined {
    if (this.#walksUrls) {
      // Most URLs have no escapes, so the walk does not decode the path. If there are escapes, it finds nothing.
      const entry = this.#walk(this.#root, href, start, true, pick, state)
      if (entry !== undefined) return new PathMatch(entry, href, start, false, undefined)
      if (!href.includes('%', start)) return undefined
    }

    const given = this.#read(href.slice(start, endOfPath(href, start)))
    if (given === null) return undefined

    const others = this.#runOthers(given)
    if (others.length > 0) return pickRanked(this.#rank(others, given), pick, state)
    const { text, path, isDecoded } = given
    const entry = this.#walk(this.#root, path, 0, false, this.#pickBeforeRivals(path, pick), state)
    return entry && new PathMatch(entry, text, 0, isDecoded, undefined)
  }

  /** Returns all entries that match a serialized pathname, the most specific first. */
  findAll(pathname: string): PathMatch<Entry>[] {
    const given = this.#read(pathname)
    return given === null ? [] : this.#rank(this.#runOthers(given), given)
  }

  #read(pathname: string): GivenPath | null {
    const text = decodePathname(pathname)
    if (text === null) return null
    const path = this.#ignoreCase ? foldCase(text) : text
    return { pathname, text, path, isDecoded: text !== pathname }
  }

  /**
   * Continues the walk at `node`, which `path` has reached at `position`. In a URL, the path ends before a query or a
   * fragment.
   */
  #walk<State>(
    node: Node<Entry>,
    path: string,
    position: number,
    isUrl: boolean,
    pick: PickEntry<Entry, State>,
    state: State,
  ): Entry | undefined {
    const meter = this.#meter
    for (;;) {
      if (++meter.work > meter.limit) meter.exceeded()
      if (position === path.length) return finish(node, pick, state)
      const code = path.charCodeAt(position)
      if (isUrl && isEndOfPath(code)) return finish(node, pick, state)

      const child = childFor(node, path, position, code)
      const { variable, rest } = node
      if (variable === null && rest === null) {
        if (child === null) return undefined
        position += child.text.length
        node = child
        continue
      }

      if (child !== null) {
        const next = position + child.text.length
        const picked = this.#walk(child, path, next, isUrl, pick, state)
        if (picked !== undefined) return picked
      }

      if (variable !== null) {
        const next = endOfSegment(path, position, isUrl)
        if (next > position) {
          if (rest === null) {
            position = next
            node = variable
            continue
          }
          const picked = this.#walk(variable, path, next, isUrl, pick, state)
          if (picked !== undefined) return picked
        }
      }

      return rest === null || (isUrl && path.includes('%', position))
        ? undefined
        : pick(rest, state)
    }
  }

  #runOthers({ pathname, text, path, isDecoded }: GivenPath): PathMatch<Entry>[] {
    const matches: PathMatch<Entry>[] = []
    let subject: Subject | undefined
    let position = 0
    let node: Node<Entry> | null = this.#others
    while (node !== null) {
      for (const entry of node.end ?? []) {
        subject ??= new Subject(path, decodePathname(pathname, markDots)!, '/')
        const spans = run(entry.path.program!, subject, this.#meter)
        if (spans === null) continue
        matches.push(new PathMatch(entry, text, 0, isDecoded, spans))
      }
      node = childFor(node, path, position, path.charCodeAt(position))
      if (node !== null) position += node.text.length
    }
    return matches
  }

  /** Adds the matches in the tree to `matches` and sorts them. */
  #rank(matches: PathMatch<Entry>[], { text, path, isDecoded }: GivenPath): PathMatch<Entry>[] {
    const collect = (entries: readonly Entry[]): undefined => {
      for (const entry of entries) {
        matches.push(new PathMatch(entry, text, 0, isDecoded, undefined))
      }
    }
    this.#walk(this.#root, path, 0, false, this.#pickBeforeRivals(path, collect), undefined)
    return matches.sort(compareMatches)
  }

  /** Wraps `pick`, so that it gets only entries without a rival that matches the path too. */
  #pickBeforeRivals<State>(path: string, pick: PickEntry<Entry, State>): PickEntry<Entry, State> {
    if (!this.#hasRivals) return pick

    const isFirst = ({ rivals = none }: Entry): boolean => {
      this.#meter.work += rivals.length
      return !rivals.some((tokens) => matchesSegments(tokens, path))
    }
    return (entries, state) => {
      const first = entries.filter(isFirst)
      return first.length === 0 ? undefined : pick(first, state)
    }
  }
}

/** Picks the first of the most specific entries. */
export function pickFirst<Entry>(entries: readonly Entry[]): Entry | undefined {
  return entries[0]
}

/** Passes sorted matches to `pick`, equally specific ones together, until it returns one. */
export function pickRanked<Entry extends PathEntry, State>(
  ranked: readonly PathMatch<Entry>[],
  pick: PickEntry<Entry, State>,
  state: State,
): PathMatch<Entry> | undefined {
  for (let i = 0; i < ranked.length;) {
    const equals = [ranked[i++]!]
    while (i < ranked.length && compareSpans(equals[0]!, ranked[i]!) === 0)
      equals.push(ranked[i++]!)

    const picked = pick(
      equals.map(({ entry }) => entry),
      state,
    )
    if (picked !== undefined) return equals.find(({ entry }) => entry === picked)
  }
  return undefined
}

/** Sorts the most specific path first, then the higher rank, then the lower order. */
export function compareMatches(a: PathMatch<PathEntry>, b: PathMatch<PathEntry>): number {
  return compareSpans(a, b) || compareEntries(a.entry, b.entry)
}

/** Whether every capture is a whole segment, with a wildcard or a splat only at the end. */
function isMadeOfSegments(tokens: Tokens): boolean {
  let characters = 0
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!
    characters += token.length
    const isAfterSlash = i > 0 && tokens[i - 1]!.endsWith('/')
    const isLast = i === tokens.length - 1
    switch (token[0]) {
      case '=':
        // In a URL, these characters are not text of a path, because they would match a query.
        if ((i > 0 && token[1] !== '/') || /[?#%]/.test(token)) return false
        break
      case ':':
        if (!isAfterSlash) return false
        break
      case '*':
        if (!isAfterSlash || !isLast) return false
        break
      case '$':
        if (isAfterSlash) return false
        break
      case '-':
        break
      default:
        return false
    }
  }
  return characters <= mostCharacters
}

/** Returns the readings of a path with optionals, or `null` if one of them is not for the tree. */
function readingsForTree(tokens: Tokens): Tokens[] | null {
  if (tokens.length > mostCharacters || countReadings(tokens) > mostReadings) return null
  const readings = readingsOf(tokens)
  return readings.every(isMadeOfSegments) ? readings : null
}

/** Returns the number of segments of the paths that a reading matches. Returns `NaN` if the number varies. */
function countSegments(reading: Tokens): number {
  let count = 0
  for (const token of reading) {
    if (token[0] === '*' || token[0] === '$') return NaN
    if (token[0] === '=') count += token.split('/').length - 1
  }
  return count
}

const none: never[] = []

const plainPath: Path = { names: none, variables: none, program: null, readings: null }
