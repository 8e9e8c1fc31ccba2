import { escapeControls } from '../terminal/shared.ts'

/** A line of a page, with a place that identifies it. */
export interface Line {
  /** The place of the line, for people: `title`, `text under "Orders"`. */
  readonly place: string
  readonly tokens: readonly Token[]
  /** Whether some visits did not have it. */
  readonly isOptional: boolean
}

/** A word of a line. Its text is missing if it has differed between visits of one side. */
interface Token {
  readonly text: string | undefined
  readonly isOptional: boolean
}

/** Two values at one place. A value is missing if only the other side has the line. */
export interface Change {
  readonly place: string
  readonly old: string | undefined
  readonly new: string | undefined
}

/**
 * Creates a line. Words are separated by space and by the delimiters of links, so that each can be noise by itself. Pages choose
 * both texts, and a terminal shows them.
 */
export function createLine(place: string, text: string): Line {
  const words = text.match(/[^\s()[\]?&"]+|[()[\]?&"]/g) ?? []
  return {
    place: escapeControls(place),
    isOptional: false,
    tokens: words.map((word) => ({ text: escapeControls(word), isOptional: false })),
  }
}

/** Formats a line for people, with `…` for noise. */
export function showLine({ tokens }: Line): string {
  return tokens
    .map(({ text = '…' }) => text)
    .join(' ')
    .replaceAll(/(?<=[([?&]) | (?=[)\]?&])/g, '')
}

/** Returns the common part of two visits of one side: words that differ become noise (MV-22). */
export function generalize(one: readonly Line[], other: readonly Line[]): Line[] {
  return alignLines(one, other).map(([a, b]) => {
    const only = a ?? b!
    if (a && b) return mergeLines(a, b)
    // A cookie is only set by the first visit, and a form redirects only when it is sent.
    return /^(?:cookie|redirect) /.test(only.place) ? only : { ...only, isOptional: true }
  })
}

function mergeLines(a: Line, b: Line): Line {
  const { pairs } = align(
    a.tokens,
    b.tokens,
    (x, y) => (isSame(x, y) ? 0 : 1.1),
    () => 1,
  )
  const tokens = pairs.map(([x, y]) => ({
    text: x && y && x.text === y.text ? x.text : undefined,
    isOptional: !x || !y || x.isOptional || y.isOptional,
  }))
  return { place: a.place, tokens, isOptional: a.isOptional || b.isOptional }
}

/** Returns the differences between two sides, without the noise of both. */
export function compareLines(old: readonly Line[], now: readonly Line[]): Change[] {
  const pairs = alignLines(old, now)
  const isNoise = ([a, b]: Pair<Line>, at: number): boolean => {
    if (a && b) return fits(a, b)
    // The noise of the other side can have another form: lines that are only there on some visits.
    const only = (a ?? b)!
    const others = [pairs[at - 1], pairs[at + 1]].map((pair) => pair?.[a ? 1 : 0])
    return only.isOptional || (isNoisy(only) && others.some((line) => line?.isOptional))
  }
  const changes = pairs
    .filter((pair, at) => !isNoise(pair, at))
    .map(([a, b]) => ({
      place: (a ?? b)!.place,
      old: a && showLine(a),
      new: b && showLine(b),
    }))
  return joinNeighbours(changes)
}

/** Joins a missing line and a new line at the same place to one change. */
function joinNeighbours(changes: readonly Change[]): Change[] {
  const joined: Change[] = []
  for (const change of changes) {
    const at = joined.findIndex(
      (one) =>
        one.place === change.place &&
        (change.old === undefined
          ? one.new === undefined
          : change.new === undefined && one.old === undefined),
    )
    if (at === -1) joined.push(change)
    else
      joined[at] = {
        place: change.place,
        old: joined[at]!.old ?? change.old,
        new: joined[at]!.new ?? change.new,
      }
  }
  return joined
}

/** How much of a page is noise, from 0 to 1, in words. */
export function noiseShare(lines: readonly Line[]): number {
  const count = (list: readonly Line[]): number =>
    list.reduce((sum, { tokens }) => sum + tokens.length, 0)
  const noise = lines.map((line) =>
    line.isOptional
      ? line
      : { ...line, tokens: line.tokens.filter(({ text }) => text === undefined) },
  )
  return count(noise) / Math.max(1, count(lines))
}

export function isNoisy({ tokens, isOptional }: Line): boolean {
  return isOptional || tokens.some(({ text }) => text === undefined)
}

type Pair<Each> = readonly [Each | undefined, Each | undefined]

/** Pairs the lines of two pages. Lines that share less than half of their words are not paired. */
function alignLines(a: readonly Line[], b: readonly Line[]): Pair<Line>[] {
  const cost = (x: Line, y: Line): number => {
    if (kindOf(x) !== kindOf(y)) return Infinity
    if (fits(x, y)) return 0
    const share = sharedWords(x, y)
    return kindOf(x) !== 'text' || share >= 0.5 ? 1.5 - share : Infinity
  }
  return align(a, b, cost, ({ isOptional }) => (isOptional ? 0.1 : 1)).pairs
}

/** Text can move to another heading. Every other line is found by its place. */
function kindOf({ place }: Line): string {
  return /^(?:text|form|field)\b/.test(place) ? 'text' : place
}

function sharedWords(a: Line, b: Line): number {
  let words = wordsOf.get(a)
  if (!words) wordsOf.set(a, (words = new Set(a.tokens.map(({ text }) => text))))
  let shared = 0
  for (const { text } of b.tokens) if (text === undefined || words.has(text)) shared += 1
  return shared / Math.max(a.tokens.length, b.tokens.length, 1)
}

/** A line is compared with every line of the other page. */
const wordsOf = new WeakMap<Line, Set<string | undefined>>()

/** Whether two lines are equal but for their noise. */
function fits(a: Line, b: Line): boolean {
  if (
    a.tokens.length === b.tokens.length &&
    a.tokens.every((token, at) => isSame(token, b.tokens[at]!))
  )
    return true
  if (!isNoisy(a) && !isNoisy(b)) return false
  const skip = ({ isOptional }: Token): number => (isOptional ? 0 : 1)
  return align(a.tokens, b.tokens, (x, y) => (isSame(x, y) ? 0 : Infinity), skip).cost === 0
}

function isSame({ text: a }: Token, { text: b }: Token): boolean {
  if (a === undefined || b === undefined || a === b) return true
  if (!a.startsWith('lifetime=')) return false
  const [one, other] = [a, b].map((text) => Number(/^lifetime=(\d+)$/.exec(text)?.[1]))
  return Math.abs(one! - other!) <= 60
}

/** With more pairs than this, lists are paired by position, because the table of all pairs would take too long. */
const mostPairs = 4_000_000
/** The same for the words that are compared to fill that table. A noisy line is paired with another one word by word. */
const mostWords = 40_000_000

function isTooMuch(a: readonly Item[], b: readonly Item[]): boolean {
  const noisy = (items: readonly Item[]): Item[] =>
    items.filter((item) => 'tokens' in item && isNoisy(item))
  const [words, others] = [countWords(a), countWords(b)]
  return (
    a.length * b.length > mostPairs ||
    a.length * others + countWords(noisy(a)) * others + words * countWords(noisy(b)) > mostWords
  )
}

function countWords(items: readonly Item[]): number {
  return items.reduce((sum, item) => sum + ('tokens' in item ? item.tokens.length : 1), 0)
}

type Item = Line | Token

/** Pairs two lists in their order at the lowest cost: the algorithm of Needleman and Wunsch. */
function align<Each extends Item>(
  a: readonly Each[],
  b: readonly Each[],
  pairCost: (x: Each, y: Each) => number,
  skipCost: (item: Each) => number,
): { pairs: Pair<Each>[]; cost: number } {
  // Most of a page is the same at both ends.
  const isCertain = (x: Each | undefined, y: Each | undefined): boolean =>
    !!x && !!y && !isWild(x) && !isWild(y) && pairCost(x, y) === 0
  let start = 0
  while (isCertain(a[start], b[start])) start += 1
  let end = 0
  const most = Math.min(a.length, b.length) - start
  while (end < most && isCertain(a.at(-1 - end), b.at(-1 - end))) end += 1

  const rows = a.slice(start, a.length - end)
  const columns = b.slice(start, b.length - end)
  const { pairs, cost } = isTooMuch(rows, columns)
    ? { pairs: pairByPosition(rows, columns), cost: Infinity }
    : alignAll(rows, columns, pairCost, skipCost)
  return {
    cost,
    pairs: [
      ...pairByPosition(a.slice(0, start), b.slice(0, start)),
      ...pairs,
      ...pairByPosition(a.slice(a.length - end), b.slice(b.length - end)),
    ],
  }
}

/** Whether other items may take the place of this one. */
function isWild(item: Item): boolean {
  return item.isOptional || ('text' in item && item.text === undefined)
}

function pairByPosition<Each>(a: readonly Each[], b: readonly Each[]): Pair<Each>[] {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, at) => [a[at], b[at]])
}

function alignAll<Each>(
  a: readonly Each[],
  b: readonly Each[],
  pairCost: (x: Each, y: Each) => number,
  skipCost: (item: Each) => number,
): { pairs: Pair<Each>[]; cost: number } {
  const width = b.length + 1
  const costs = new Float64Array((a.length + 1) * width)
  const moves = new Uint8Array(costs.length)
  for (let i = 0; i <= a.length; i += 1) {
    for (let j = 0; j <= b.length; j += 1) {
      if (i === 0 && j === 0) continue
      const at = i * width + j
      const both =
        i > 0 && j > 0 ? costs[at - width - 1]! + pairCost(a[i - 1]!, b[j - 1]!) : Infinity
      const onlyA = i > 0 ? costs[at - width]! + skipCost(a[i - 1]!) : Infinity
      const onlyB = j > 0 ? costs[at - 1]! + skipCost(b[j - 1]!) : Infinity
      costs[at] = Math.min(both, onlyA, onlyB)
      moves[at] = both === costs[at] ? 0 : onlyA === costs[at] ? 1 : 2
    }
  }

  const pairs: Pair<Each>[] = []
  for (let i = a.length, j = b.length; i > 0 || j > 0;) {
    const move = moves[i * width + j]!
    pairs.push([move === 2 ? undefined : a[--i], move === 1 ? undefined : b[--j]])
  }
  return { pairs: pairs.reverse(), cost: costs.at(-1)! }
}
