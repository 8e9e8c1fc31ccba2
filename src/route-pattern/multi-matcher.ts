import { checkOptions } from '../internal/check-options.ts'
import { assertLengths, createMeter, readLimits, type MatcherLimits } from './limits.ts'
import { readCaptures, readMeta, type MatchParams, type MultiMatch } from './match.ts'
import { OriginIndex } from './origin-index.ts'
import {
  compareMatches,
  PathIndex,
  pickRanked,
  type PathEntry,
  type PickEntry,
} from './path-index.ts'
import type { Meter } from './program.ts'
import { RoutePattern } from './route-pattern.ts'
import { matchesSearch, rankOfSearch } from './search.ts'
import { descending } from './specificity.ts'
import { capturesOf, isAnyHost, type Captures } from './tokens.ts'
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
  /** How long patterns can be, and how much work one URL can take. Above that, a `MatcherResourceError` is thrown. */
  limits?: MatcherLimits
}

/** Matches URLs against many patterns, each with data. A router only calls `add` and `matchAll`. */
export interface MultiMatcher<Data> {
  /**
   * @throws {ParseError} If `pattern` is not a valid pattern
   * @throws {MatcherResourceError} If it is over a limit
   */
  add(pattern: string | RoutePattern, data: Data): void
  /** The most specific match, or `null`. */
  match(url: string | URL): MultiMatch<Data> | null
  /** All matches, the most specific first. Equally specific ones are in the order in which they were added. */
  matchAll(url: string | URL): MultiMatch<Data>[]
}

/** Creates a matcher for many patterns. The most specific one wins, not the one that was added first. */
export function createMultiMatcher<Data>(options: MatcherOptions = {}): MultiMatcher<Data> {
  checkOptions<MatcherOptions>('createMultiMatcher()', options, { ignoreCase: true, limits: true })

  return new BuiltInMatcher(options)
}

/** A pattern in a matcher. */
interface MatcherEntry<Data> extends PathEntry {
  readonly pattern: RoutePattern
  readonly data: Data
  /** `null` if the pattern matches any host. */
  readonly host: Captures | null
}

/** What {@link BuiltInMatcher.find} found. */
interface Found<Data> {
  readonly data: Data
  readonly pattern: RoutePattern
  readonly params: MatchParams
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
  #order = 0
  #totalLength = 0

  constructor({ ignoreCase = false, limits }: MatcherOptions = {}) {
    this.#limits = readLimits(limits)
    this.#meter = createMeter(this.#limits.work)
    this.#origins = new OriginIndex(() => new PathIndex(ignoreCase, this.#meter))
    this.#paths = this.#origins.get(new RoutePattern('/'))
  }

  /**
   * Adds nothing, but throws if one of the patterns would be over a limit.
   *
   * @internal
   */
  assertRoomFor(entries: readonly { pattern: RoutePattern }[]): void {
    let total = this.#totalLength
    for (const { pattern } of entries) total = this.#assertLength(pattern.source.length, total)
  }

  add(pattern: string | RoutePattern, data: Data): void {
    const total = this.#assertLength(String(pattern).length, this.#totalLength)
    const parsed = RoutePattern.parse(pattern)
    const paths = isPathOnly(parsed) ? this.#paths : this.#origins.get(parsed)
    paths.add(parsed.pathname, {
      pattern: parsed,
      data,
      host: isAnyHost(parsed.hostname) ? null : capturesOf(parsed.hostname!),
      path: paths.prepare(parsed.pathname),
      rank: rankOfSearch(parsed),
      order: this.#order++,
    })
    this.#totalLength = total
    if (paths !== this.#paths) this.#hasOrigins = true
    if (parsed.search.length > 0) this.#hasSearch = true
  }

  /** The length of all patterns with one more. */
  #assertLength(length: number, before: number): number {
    assertLengths(this.#limits, length, before + length)
    return before + length
  }

  match(url: string | URL): MultiMatch<Data> | null {
    return this.matchAll(url)[0] ?? null
  }

  matchAll(url: string | URL): MultiMatch<Data>[] {
    const parsed = new URL(url)
    const pathStart = startOfPath(parsed.href)
    if (pathStart === -1) return []

    this.#meter.work = 0
    const origin = originOf(parsed.href, pathStart)
    const matches: { order: number; match: MultiMatch<Data> }[] = []
    for (const { value: paths, captures, spans: hostSpans } of this.#origins
      .find(origin, this.#meter)
      .flat()) {
      for (const { entry, spans } of paths.findAll(parsed.pathname)) {
        if (entry.rank > 0 && !matchesSearch(entry.pattern, parsed.searchParams)) continue
        const host = entry.host ?? captures
        matches.push({
          order: entry.order,
          match: {
            url: parsed,
            pattern: entry.pattern,
            params: createParams(entry, origin.hostname, hostSpans, paths, spans),
            paramsMeta: {
              hostname: readMeta(host, hostSpans, origin.hostname),
              pathname: readMeta(entry.path, spans, paths.text),
            },
            data: entry.data,
          },
        })
      }
    }

    return matches
      .sort((a, b) => descending(a.match, b.match) || a.order - b.order)
      .map(({ match }) => match)
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
  ): Found<Data> | null {
    const pathStart = startOfPath(href)
    if (pathStart === -1) return null

    this.#meter.work = 0
    const pathEnd = endOfPath(href, pathStart)
    const choose = this.#hasSearch ? pickBySearch(href, pathEnd, pick) : pick
    if (this.#hasOrigins) return this.#findInOrigins(href, pathStart, pathEnd, choose, state)

    const paths = this.#paths
    const entry = paths.find(href, pathStart, pathEnd, choose, state)
    if (entry === undefined) return null

    const params: MatchParams = Object.create(null)
    if (entry.path.names.length > 0) paths.readParams(params, entry.path, paths.spans)
    return { data: entry.data, pattern: entry.pattern, params }
  }

  #findInOrigins<State>(
    href: string,
    pathStart: number,
    pathEnd: number,
    pick: PickEntry<MatcherEntry<Data>, State>,
    state: State,
  ): Found<Data> | null {
    const origin = originOf(href, pathStart)
    const pathname = href.slice(pathStart, pathEnd)
    for (const equals of this.#origins.find(origin, this.#meter)) {
      const ranked = equals
        .flatMap((group) => group.value.findAll(pathname).map((match) => ({ ...match, group })))
        .sort(compareMatches)
      const match = pickRanked(ranked, pick, state)
      if (match === undefined) continue
      const { entry, spans, group } = match
      return {
        data: entry.data,
        pattern: entry.pattern,
        params: createParams(entry, origin.hostname, group.spans, group.value, spans),
      }
    }
    return null
  }
}

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

/** Host captures come before those of the path. */
function createParams<Data>(
  entry: MatcherEntry<Data>,
  hostname: string,
  hostSpans: readonly number[],
  paths: PathIndex<MatcherEntry<Data>>,
  spans: readonly number[],
): MatchParams {
  const params: MatchParams = Object.create(null)
  if (entry.host !== null) readCaptures(params, entry.host.names, hostSpans, hostname, false)
  paths.readParams(params, entry.path, spans)
  return params
}
