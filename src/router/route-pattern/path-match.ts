import { keepShape } from '../../internal/process/keep-shape.ts'
import { readCaptures, type MatchParams } from './match.ts'
import type { Program } from './program.ts'
import type { RoutePattern } from './route-pattern.ts'
import type { Captures, Tokens } from './tokens.ts'
import { endOfPath, isEndOfPath } from './url-parts.ts'

/** A path prepared for an index: its captures, and the way to find it. */
export interface Path extends Captures {
  /** `null` if the path is in the tree. */
  readonly program: Program | null
  /** The readings that represent the path in the tree, if it has optionals: `readingsOf()`. */
  readonly readings: readonly Tokens[] | null
}

/** One registered path. */
export interface PathEntry {
  readonly data: unknown
  /** Paths of pages have no pattern. */
  readonly pattern?: RoutePattern
  readonly path: Path
  readonly tokens: Tokens
  /** Among equally specific paths, the higher rank comes first. */
  readonly rank: number
  /** Among paths of the same rank, the lower order comes first. */
  readonly order: number
  /** Only for one of the readings of a path: the readings that take precedence if they match too. */
  readonly rivals?: readonly Tokens[]
}

/** A path that matches a part of `text`: of the decoded path, or of a URL that has no escapes in its path. */
export class PathMatch<Entry extends PathEntry> {
  readonly entry: Entry
  readonly text: string
  /** The position at which the path begins in `text`: 0 in a decoded path, and never 0 in a URL. */
  readonly start: number
  readonly #isDecoded: boolean
  #spans: readonly number[] | undefined
  #params: MatchParams | undefined

  constructor(
    entry: Entry,
    text: string,
    start: number,
    isDecoded: boolean,
    spans: readonly number[] | undefined,
  ) {
    this.entry = entry
    this.text = text
    this.start = start
    this.#isDecoded = isDecoded
    this.#spans = spans
  }

  /** The positions of the captures in `text`. */
  get spans(): readonly number[] {
    return (this.#spans ??= spansOfSegments(
      this.entry.tokens,
      this.entry.path.names.length,
      this.text,
      this.start,
    ))
  }

  get data(): Entry['data'] {
    return this.entry.data
  }

  get pattern(): Entry['pattern'] {
    return this.entry.pattern
  }

  get params(): MatchParams {
    return (this.#params ??= this.addParams(Object.create(null) as MatchParams))
  }

  get variables(): readonly boolean[] {
    return this.entry.path.variables
  }

  /** Adds the named captures to `params`, see {@link readCaptures}. */
  addParams(params: MatchParams): MatchParams {
    const { names } = this.entry.path
    if (names.length > 0) readCaptures(params, names, this.spans, this.text, this.#isDecoded)
    return params
  }
}

keepShape(new PathMatch({} as PathEntry, '', 0, false, undefined))

/**
 * Returns the positions of the `count` captures of a path. The path matches, and every capture is a whole segment, so nothing
 * has to be compared.
 */
function spansOfSegments(tokens: Tokens, count: number, text: string, start: number): number[] {
  // An array that grows would get room for 17 numbers.
  const spans = Array<number>(count * 2)
  const isUrl = start > 0
  let position = start
  let i = 0
  for (const token of tokens) {
    let begin = position
    switch (token[0]) {
      case '=':
        position += token.length - 1
        continue
      case ':':
        position = endOfSegment(text, position, isUrl)
        break
      case '*':
        position = isUrl ? endOfPath(text, position) : text.length
        break
      case '$':
        position = isUrl ? endOfPath(text, position) : text.length
        begin = Math.min(begin + 1, position)
        break
      case '-':
        spans[i++] = spans[i++] = -1
        continue
    }
    spans[i++] = begin
    spans[i++] = position
  }
  return spans
}

/** Whether a reading matches a decoded path. Every capture is a whole segment, so there is only one way to match. */
export function matchesSegments(reading: Tokens, path: string): boolean {
  let position = 0
  for (const token of reading) {
    switch (token[0]) {
      case '=':
        if (!path.startsWith(token.slice(1), position)) return false
        position += token.length - 1
        break
      case ':': {
        const end = endOfSegment(path, position, false)
        if (end === position) return false
        position = end
        break
      }
      case '*':
        return true
      case '$':
        return position === path.length || path[position] === '/'
    }
  }
  return position === path.length
}

/** Returns the end of the segment at `position`. In a URL, returns -1 if the segment has escapes. */
export function endOfSegment(path: string, position: number, isUrl: boolean): number {
  if (!isUrl) {
    const slash = path.indexOf('/', position)
    return slash === -1 ? path.length : slash
  }

  for (; position < path.length; position++) {
    const code = path.charCodeAt(position)
    if (code === 47 /* / */ || isEndOfPath(code)) break
    if (code === 37 /* % */) return -1
  }
  return position
}
