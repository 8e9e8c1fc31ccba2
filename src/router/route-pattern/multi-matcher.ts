import { checkOptions } from '../../internal/guards/check.ts'
import { assertLengths, createMeter, readLimits, type MatcherLimits } from './limits.ts'
import { isPlainTarget } from './canonical-url.ts'
import type { MultiMatch } from './match.ts'
import { FoundMatch, type MatcherEntry } from './found-match.ts'
import { OriginIndex } from './origin-index.ts'
import { compareMatches, PathIndex, pickFirst, pickRanked } from './path-index.ts'
import { PathMatch } from './path-match.ts'
import type { PickEntry } from './radix-tree.ts'
import type { Meter } from './program.ts'
import { eraseOrigin, RoutePattern, matchesSearch, rankOfSearch } from './route-pattern.ts'
import { descending } from './specificity.ts'
import { capturesOf, isAnyHost } from './tokens.ts'
import { endOfPath, originOf, searchOf, startOfPath } from './url-parts.ts'

/** Options of {@link createMultiMatcher} and `createMatcher`. */
export interface MatcherOptions {
  /**
   * Whether upper and lower case are the same in paths. In hosts they always are, in searches never. Params keep the
   * case of the URL.
   *
   * @default false
   */
  ignoreCase?: boolean
  /**
   * The limits of the lengths of patterns, and of the work for one URL. Above a limit, a `MatcherResourceError` is thrown.
   */
  limits?: MatcherLimits
}

/** Matches URLs against many patterns, each with data. A router only calls `add` and `matchAll`. */
export interface MultiMatcher<Data> {
  /**
   * @throws {ParseError} If `pattern` is not a valid pattern
   * @throws {MatcherResourceError} If it is over a limit
   */
  add(pattern: string | RoutePattern, data: Data): void
  /** Returns the most specific match, or `null`. A relative URL needs `baseURL`. */
  match(url: string | URL, options?: { readonly baseURL?: string | URL }): MultiMatch<Data> | null
  /** Returns all matches, the most specific first. Equally specific matches are in the order in which they were added. */
  matchAll(url: string | URL, options?: { readonly baseURL?: string | URL }): MultiMatch<Data>[]
}

/** Creates a matcher for many patterns. The most specific one wins, not the one that was added first. */
export function createMultiMatcher<Data>(options: MatcherOptions = {}): MultiMatcher<Data> {
  checkOptions('createMultiMatcher()', options, 'ignoreCase limits')

  return new BuiltInMatcher(options)
}

/** The matcher that {@link createMultiMatcher} creates. */
export class BuiltInMatcher<Data> implements MultiMatcher<Data> {
  readonly #limits: Required<MatcherLimits>
  readonly #meter: Meter
  readonly #origins: OriginIndex<PathIndex<MatcherEntry<Data>>>
  /** The paths of patterns without an origin. */
  readonly #paths: PathIndex<MatcherEntry<Data>>
  #hasOrigins = false
  #hasSearch = false
  /** The origin of the URL that was parsed last, with a slash, or `''`. */
  #origin = ''
  #order = 0
  #totalLength = 0

  constructor({ ignoreCase = false, limits }: MatcherOptions = {}) {
    this.#limits = readLimits(limits)
    this.#meter = createMeter(this.#limits.work)
    this.#origins = new OriginIndex(() => new PathIndex(ignoreCase, this.#meter))
    this.#paths = this.#origins.get(new RoutePattern('/'))
  }

  /**
   * Throws if one of the patterns would exceed a limit. Adds nothing.
   *
   * @internal
   */
  assertRoomFor(entries: readonly { pattern: RoutePattern }[]): void {
    let total = this.#totalLength
    for (const { pattern } of entries) total = this.#assertLength(pattern.source.length, total)
  }

  /**
   * Returns the entries among which an equal pattern would be. Returns `undefined` if it could be anywhere.
   *
   * @internal
   */
  neighborsOf(pattern: RoutePattern): readonly MatcherEntry<Data>[] | undefined {
    const isAnywhere = pattern.search.length > 0 || eraseOrigin(pattern) !== ''
    return isAnywhere ? undefined : this.#paths.entriesAt(pattern.pathname)
  }

  /** @param assertNew Throws if the entry must not be added. It is not called if no entry can be equal */
  add(
    pattern: string | RoutePattern,
    data: Data,
    assertNew?: (
      neighbors: readonly MatcherEntry<Data>[] | undefined,
      entry: { data: Data },
    ) => void,
  ): void {
    const total = this.#assertLength(String(pattern).length, this.#totalLength)
    const parsed = RoutePattern.parse(pattern)
    const paths = isPathOnly(parsed) ? this.#paths : this.#origins.get(parsed)
    const entry: MatcherEntry<Data> = {
      pattern: parsed,
      data,
      host: isAnyHost(parsed.hostname) ? null : capturesOf(parsed.hostname!),
      tokens: parsed.pathname,
      path: paths.prepare(parsed.pathname),
      rank: rankOfSearch(parsed),
      order: this.#order,
    }
    const { program, readings } = entry.path
    const isInTree =
      paths === this.#paths && program === null && readings === null && parsed.search.length === 0
    if (!isInTree) assertNew?.(undefined, entry)
    paths.add(parsed.pathname, entry, isInTree ? assertNew : undefined)
    this.#order++
    this.#totalLength = total
    if (paths !== this.#paths) this.#hasOrigins = true
    if (parsed.search.length > 0) this.#hasSearch = true
  }

  /** Returns the length of all patterns with one more. Throws if it exceeds a limit. */
  #assertLength(length: number, before: number): number {
    assertLengths(this.#limits, length, before + length)
    return before + length
  }

  match(
    url: string | URL,
    options: { readonly baseURL?: string | URL } = {},
  ): MultiMatch<Data> | null {
    // A string with the same origin as the URL before is only parsed if the parser would change it.
    const last = this.#origin.length - 1
    if (typeof url === 'string' && last > 0 && url.startsWith(this.#origin)) {
      if (isPlainTarget(url, last)) return this.#matchPath(url, last)
    }

    const { href } = new URL(url, options.baseURL)
    const pathStart = startOfPath(href)
    this.#origin = href.slice(0, pathStart + 1)
    return this.#matchPath(href, pathStart)
  }

  #matchPath(href: string, pathStart: number): MultiMatch<Data> | null {
    const match = this.#findPath(href, pathStart, pickFirst, undefined)
    return match instanceof PathMatch ? new FoundMatch(match, href, undefined) : match
  }

  matchAll(
    url: string | URL,
    options: { readonly baseURL?: string | URL } = {},
  ): MultiMatch<Data>[] {
    const parsed = new URL(url, options.baseURL)
    const pathStart = startOfPath(parsed.href)
    if (pathStart === -1) return []

    this.#meter.work = 0
    const origin = originOf(parsed.href, pathStart)
    const matches: FoundMatch<Data>[] = []
    for (const group of this.#origins.find(origin, this.#meter).flat()) {
      for (const match of group.value.findAll(parsed.pathname)) {
        const { pattern, rank } = match.entry
        if (rank > 0 && !matchesSearch(pattern, parsed.searchParams)) continue
        matches.push(new FoundMatch(match, parsed, { hostname: origin.hostname, ...group }))
      }
    }

    return matches.sort((a, b) => descending(a, b) || a.order - b.order)
  }

  /**
   * Finds the most specific entry that `pick` accepts, for a serialized absolute URL such as `request.url`.
   *
   * `pick` gets the entries that match, the most specific first. Equally specific ones come together, in the order in
   * which they were added. It returns one of them, or `undefined` to get less specific ones.
   *
   * @internal
   */
  find<State>(
    href: string,
    pick: PickEntry<MatcherEntry<Data>, State>,
    state: State,
  ): DataMatch<Data> | null {
    return this.#findPath(href, startOfPath(href), pick, state)
  }

  /** Like {@link find}, for a URL whose path begins at `pathStart`. */
  #findPath<State>(
    href: string,
    pathStart: number,
    pick: PickEntry<MatcherEntry<Data>, State>,
    state: State,
  ): PathMatch<MatcherEntry<Data>> | FoundMatch<Data> | null {
    if (pathStart === -1) return null

    this.#meter.work = 0
    const choose = this.#hasSearch ? pickBySearch(href, endOfPath(href, pathStart), pick) : pick
    if (this.#hasOrigins) return this.#findInOrigins(href, pathStart, choose, state)

    return this.#paths.find(href, pathStart, choose, state) ?? null
  }

  #findInOrigins<State>(
    href: string,
    pathStart: number,
    pick: PickEntry<MatcherEntry<Data>, State>,
    state: State,
  ): FoundMatch<Data> | null {
    const origin = originOf(href, pathStart)
    const pathname = href.slice(pathStart, endOfPath(href, pathStart))
    for (const equals of this.#origins.find(origin, this.#meter)) {
      const ranked = equals
        .flatMap((group) => group.value.findAll(pathname).map((match) => ({ match, group })))
        .sort((a, b) => compareMatches(a.match, b.match))
      const match = pickRanked(
        ranked.map((found) => found.match),
        pick,
        state,
      )
      if (match === undefined) continue
      const { group } = ranked.find((found) => found.match === match)!
      return new FoundMatch(match, href, { hostname: origin.hostname, ...group })
    }
    return null
  }
}

/** The parts of a match that a router needs. */
type DataMatch<Data> = Pick<MultiMatch<Data>, 'data' | 'params' | 'pattern'>

function isPathOnly({ protocol, hostname, port }: RoutePattern): boolean {
  return hostname === null && protocol === '' && port === ''
}

/** Passes only entries that match the search to `pick`, those with the most constraints first. */
function pickBySearch<Data, State>(
  href: string,
  pathEnd: number,
  pick: PickEntry<MatcherEntry<Data>, State>,
): PickEntry<MatcherEntry<Data>, State> {
  let search: URLSearchParams | undefined

  return (entries, state) => {
    if (entries[0]!.rank === 0) return pick(entries, state) // The first has the most constraints.

    const params = (search ??= searchOf(href, pathEnd))
    for (let i = 0; i < entries.length;) {
      const { rank } = entries[i]!
      const equals: MatcherEntry<Data>[] = []
      for (; i < entries.length && entries[i]!.rank === rank; i++) {
        if (matchesSearch(entries[i]!.pattern, params)) equals.push(entries[i]!)
      }
      const picked = equals.length === 0 ? undefined : pick(equals, state)
      if (picked !== undefined) return picked
    }
    return undefined
  }
}
