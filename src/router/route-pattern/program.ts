import type { Tokens } from './tokens.ts'

/** Tokens, prepared for {@link run}. */
export interface Program {
  /** The tags of the tokens, as character codes. */
  readonly kinds: readonly number[]
  /** The texts of `=` tokens. */
  readonly texts: readonly string[]
  /** For each token, the index of the token after it, or after the whole optional. */
  readonly skips: readonly number[]
  /** For each token, and for the end, the number of captures before it. */
  readonly captures: readonly number[]
  /** Whether a dot can end a variable. */
  readonly hasDots: boolean
  /** Whether a token can depend on the characters before it. Then it has to be tried for both cases. */
  readonly isTwofold: boolean
  /** The text that every match begins with. */
  readonly prefix: string
  /** The text that every match ends with. */
  readonly suffix: string
}

/** Counts the steps of one match. */
export interface Meter {
  work: number
  /** The highest number of steps. */
  readonly limit: number
  /** Called at every step above the limit. It throws. */
  exceeded(): void
}

// The character codes of the tags: `=`, `:`, `*`, `?`, `/`, `.` and `$`.
const text = 61
const variable = 58
const wildcard = 42
const optional = 63
const sharedSlash = 47
const closingDot = 46
const splat = 36

export function createProgram(tokens: Tokens): Program {
  const kinds: number[] = []
  const texts: string[] = []
  const skips: number[] = []
  const captures = [0]
  let count = 0

  tokens.forEach((token, index) => {
    const kind = token.charCodeAt(0)
    const rest = token.slice(1)
    kinds.push(kind)
    texts.push(rest)
    skips.push(index + 1 + (kind === optional ? Number(rest) : 0))
    if (kind === variable || kind === wildcard || kind === splat) count++
    captures.push(count)
  })

  return {
    kinds,
    texts,
    skips,
    captures,
    hasDots: kinds.includes(closingDot),
    isTwofold: kinds.includes(closingDot) || kinds.includes(sharedSlash),
    prefix: kinds[0] === text ? texts[0]! : '',
    suffix: suffixOf(kinds, texts, skips),
  }
}

function suffixOf(
  kinds: readonly number[],
  texts: readonly string[],
  skips: readonly number[],
): string {
  let last = 0
  for (let i = 0; i < kinds.length; i = skips[i]!) last = i
  return kinds[last] === text ? texts[last]! : ''
}

/** A text to match. Several programs share the values that are computed for it. */
export class Subject {
  readonly text: string
  /** The same text at the same offsets, without the dots that were sent encoded. */
  readonly dots: string
  readonly #separator: string
  #segmentEnds: Int32Array | undefined
  #nextDots: Int32Array | undefined

  constructor(text: string, dots: string, separator: '/' | '.') {
    this.text = text
    this.dots = dots
    this.#separator = separator
  }

  /** For each position, the end of its segment. */
  get segmentEnds(): Int32Array {
    return (this.#segmentEnds ??= this.#scan(this.text, this.#separator, this.text.length))
  }

  /** For each position, the next dot in its segment, or -1. */
  get nextDots(): Int32Array {
    return (this.#nextDots ??= this.#scan(this.dots, '.', -1))
  }

  /** For each position, the next `mark` in its segment, or `none`. */
  #scan(text: string, mark: string, none: number): Int32Array {
    const nexts = new Int32Array(text.length + 1)
    let next = none
    for (let i = text.length; i >= 0; i--) {
      if (text[i] === mark) next = i
      else if (text[i] === this.#separator) next = none
      nexts[i] = next
    }
    return nexts
  }
}

/**
 * Matches a whole text. Returns the positions of the captures, with -1 for a capture that was left out, or `null` if the
 * text does not match.
 *
 * If a text can match in several ways, this order decides:
 *
 * - An optional is used rather than left out.
 * - A variable ends at the last possible dot, or else with its segment.
 * - A wildcard takes as little as possible.
 *
 * No token is tried twice at the same position, so the work is at most the number of tokens times the length of the
 * text.
 */
export function run(program: Program, subject: Subject, meter: Meter): number[] | null {
  const { kinds, texts, skips, captures } = program
  const { text: subjectText, dots } = subject
  const end = subjectText.length
  meter.work++
  if (!subjectText.startsWith(program.prefix) || !subjectText.endsWith(program.suffix)) return null

  const spans: number[] = Array.from({ length: captures.at(-1)! * 2 }, () => -1)
  const leftOut: boolean[] = []
  const tried = new Uint32Array(
    ((kinds.length * (program.isTwofold ? 2 : 1) * (end + 1)) >>> 5) + 1,
  )
  const later: number[] = [] // Where to resume: token, position and `afterWildcard`, the most preferred last.

  let token = 0
  let position = 0
  let afterWildcard = 0 // 1 directly after a wildcard, if that makes a difference.
  let isResumed = false

  for (;;) {
    if (++meter.work > meter.limit) meter.exceeded()
    let next = -1 // The next token, at `position`.

    if (token === kinds.length) {
      if (position === end) return withoutLeftOut(program, spans, leftOut)
    } else if (isResumed || isNew(token + afterWildcard * kinds.length, position)) {
      const capture = captures[token]! * 2
      switch (kinds[token]) {
        case text: {
          const literal = texts[token]!
          meter.work += literal.length
          if (subjectText.startsWith(literal, position)) {
            position += literal.length
            afterWildcard = 0
            next = token + 1
          }
          break
        }
        case closingDot:
          if (dots[position] === '.') {
            position++
            afterWildcard = 0
            next = token + 1
          }
          break
        case sharedSlash:
          // A slash that belongs to a wildcard is not shared.
          if (afterWildcard === 0 && subjectText[position - 1] === '/') next = token + 1
          else if (subjectText[position] === '/') {
            position++
            afterWildcard = 0
            next = token + 1
          }
          break
        case optional:
          leftOut[token] = isResumed
          if (!isResumed) later.push(token, position, afterWildcard)
          next = isResumed ? skips[token]! : token + 1
          break
        case variable: {
          if (isResumed) {
            spans[capture + 1] = position
            next = token + 1
            break
          }
          const segmentEnd = subject.segmentEnds[position]!
          if (segmentEnd === position) break
          spans[capture] = position
          later.push(token, segmentEnd, 0)
          if (!program.hasDots) break
          const { nextDots } = subject
          let dot = nextDots[position + 1]!
          // A variable is never directly after a wildcard, so its second row of states can be used for this.
          while (dot !== -1 && isNew(token + kinds.length, dot)) {
            meter.work++
            later.push(token, dot, 0)
            dot = nextDots[dot + 1]!
          }
          break
        }
        case wildcard:
          if (!isResumed) spans[capture] = position
          else if (!isNew(token, position)) break
          if (token + 1 === kinds.length) position = end
          else if (position < end) later.push(token, nextCodePoint(subjectText, position), 0)
          spans[capture + 1] = position
          afterWildcard = program.isTwofold ? 1 : 0
          next = token + 1
          break
        case splat:
          if (position === end || subjectText[position] === '/') {
            spans[capture] = Math.min(position + 1, end)
            spans[capture + 1] = position = end
            next = token + 1
          }
      }
    }

    isResumed = next === -1
    if (next !== -1) token = next
    else {
      if (later.length === 0) return null
      afterWildcard = later.pop()!
      position = later.pop()!
      token = later.pop()!
    }
  }

  function isNew(row: number, column: number): boolean {
    const state = row * (end + 1) + column
    const bit = 1 << (state & 31)
    if (tried[state >>> 5]! & bit) return false
    tried[state >>> 5]! |= bit
    return true
  }
}

/** A wildcard never ends inside a surrogate pair, because half of a pair can look like an encoded slash. */
function nextCodePoint(text: string, position: number): number {
  return position + (text.codePointAt(position)! > 0xffff ? 2 : 1)
}

/** Removes the captures of optionals that were left out in the end. */
function withoutLeftOut(
  { kinds, skips, captures }: Program,
  spans: number[],
  leftOut: readonly boolean[],
): number[] {
  for (let i = 0; i < kinds.length; i++) {
    if (kinds[i] === optional && leftOut[i]) {
      spans.fill(-1, captures[i]! * 2, captures[skips[i]!]! * 2)
      i = skips[i]! - 1
    }
  }
  return spans
}
