import { RoutePattern } from '../route-pattern/index.ts'
import { type MatcherLimits, type Tokens } from '../route-pattern/shared.ts'
import { BuiltInMatcher, type createPathMatcher } from '../route-pattern/shared.ts'
import { createPathWriter } from './create-path-writer.ts'

/** A parsed path with what it stands for. */
interface PathRoute<Data> {
  readonly path: Tokens
  readonly data: Data
}

/**
 * Creates a matcher with the same results as `createPathMatcher`. It uses the tree that the front router uses, so a match
 * costs the same with few paths and with many.
 *
 * The tree cannot hold optional segments. A path with optionals is added once for each way to read it.
 *
 * @param routes Parsed paths; the order decides between equally specific ones
 * @param limits What one pathname may cost
 */
export function createPathTree<Data>(
  routes: Iterable<PathRoute<Data>>,
  limits?: MatcherLimits,
): ReturnType<typeof createPathMatcher<Data>> {
  const tree = new BuiltInMatcher<Reading<Data>>(limits && { limits })
  for (const route of routes) {
    for (const reading of readingsOf(route)) tree.add(new ParsedPattern(reading.path), reading)
  }

  return {
    write: createPathWriter(),
    match(pathname) {
      const href = `http://h${pathname}`
      const offered: Reading<Data>[] = []
      let found = tree.find(href, pickCertain, offered)
      if (!found && offered.length > 0) found = tree.find(href, pickReading, mostSpecific(offered))
      if (!found) return null

      const { data, params } = found
      for (const name of data.absent) if (!(name in params)) params[name] = undefined
      return { data: data.route.data, params }
    },
  }
}

/** A pattern whose path is parsed already. */
class ParsedPattern extends RoutePattern {
  override readonly pathname: Tokens

  constructor(pathname: Tokens) {
    super('/')
    this.pathname = pathname
  }
}

/** One way to read a path: with some of its optionals, and without the others. */
interface Reading<Data> {
  readonly route: PathRoute<Data>
  readonly path: Tokens
  /** The captures that it leaves out. */
  readonly absent: readonly string[]
  /** If several readings match, the one with the lowest number counts. */
  readonly preference: number
  /** Whether no reading with a lower number matches what this one does. */
  readonly isCertain: boolean
}

interface Entry<Data> {
  readonly data: Reading<Data>
}

/** Picks the most specific entry if it is sure to be the reading that counts. Otherwise collects all that match. */
function pickCertain<Picked extends Entry<unknown>>(
  entries: readonly Picked[],
  offered: unknown[],
): Picked | undefined {
  for (const entry of entries) {
    if (offered.length === 0 && entry.data.isCertain) return entry
    offered.push(entry.data)
  }
  return undefined
}

function pickReading<Picked extends Entry<unknown>>(
  entries: readonly Picked[],
  reading: unknown,
): Picked | undefined {
  return entries.find(({ data }) => data === reading)
}

/** The first of the readings that count, in the order of specificity. */
function mostSpecific<Data>(offered: readonly Reading<Data>[]): Reading<Data> {
  return offered.find(
    ({ route, preference }) =>
      !offered.some((other) => other.route === route && other.preference < preference),
  )!
}

/** A path with more optionals is not split into readings, because each optional doubles their number. */
const mostOptionals = 4

/** Returns the readings of a path, preferred ones first: those with an optional before those without it, from the left. */
function readingsOf<Data>(route: PathRoute<Data>): Reading<Data>[] {
  const { path } = route
  if (!canBeTakenApart(path)) {
    return [{ route, path, absent: [], preference: 0, isCertain: true }]
  }

  const readings: Reading<Data>[] = []
  for (const { tokens, absent } of withAndWithout(path, 0)) {
    const joined = joinTexts(tokens)
    readings.push({
      route,
      path: joined,
      absent,
      preference: readings.length,
      isCertain: readings.every((other) => haveNothingInCommon(other.path, joined)),
    })
  }
  return readings
}

/** Whether each reading matches a pathname in at most one way. With a dot or an inner wildcard, there can be several. */
function canBeTakenApart(path: Tokens): boolean {
  const optionals = path.filter((token) => token[0] === '?').length
  return (
    optionals > 0 &&
    optionals <= mostOptionals &&
    path.every((token, i) => token !== '.' && (!isWildcard(token) || i === path.length - 1))
  )
}

function isWildcard(token: string | undefined): boolean {
  return token?.[0] === '*' || token === '$'
}

interface Choice {
  readonly tokens: readonly string[]
  readonly absent: readonly string[]
}

/** Returns every combination of the optionals from `start` on. */
function withAndWithout(path: Tokens, start: number): Choice[] {
  const at = path.findIndex((token, i) => i >= start && token[0] === '?')
  if (at === -1) return [{ tokens: path, absent: [] }]

  const end = at + 1 + Number(path[at]!.slice(1))
  const before = path.slice(0, at)
  const inside = path.slice(at + 1, end)
  const rest = path.slice(end)
  const absent = inside
    .filter((token) => token[0] === ':' || token[0] === '*')
    .map((token) => token.slice(1))
    .filter((name) => name !== '')

  return [
    ...withAndWithout([...before, ...inside, ...rest], at),
    ...withAndWithout([...before, ...rest], at).map((choice) => ({
      ...choice,
      absent: [...absent, ...choice.absent],
    })),
  ]
}

/** Joins adjacent texts. A shared slash counts as text, unless there is a slash before it. */
function joinTexts(tokens: readonly string[]): Tokens {
  const joined: string[] = []
  for (const token of tokens) {
    const last = joined.at(-1)
    if (token === '/' && last?.[0] === '=' && last.endsWith('/')) continue
    const text = token === '/' ? '=/' : token
    if (text[0] === '=' && last?.[0] === '=') joined[joined.length - 1] = last + text.slice(1)
    else joined.push(text)
  }
  return joined
}

/** Whether two readings always match different pathnames, because they have different numbers of segments. */
function haveNothingInCommon(a: Tokens, b: Tokens): boolean {
  if (isWildcard(a.at(-1)) || isWildcard(b.at(-1))) return false
  return countSlashes(a) !== countSlashes(b)
}

function countSlashes(path: Tokens): number {
  return path
    .filter((token) => token[0] === '=')
    .join('')
    .split('/').length
}
