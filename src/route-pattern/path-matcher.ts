import { createMeter } from './meter.ts'
import type { MatchParams } from './match.ts'
import { PathIndex, type PathEntry } from './path-index.ts'
import type { Tokens } from './tokens.ts'

/** A parsed path with what it stands for, see {@link createPathMatcher}. */
export interface PathRoute<Data> {
  readonly path: Tokens
  readonly data: Data
}

/** The most specific route of a path. */
export interface PathRouteMatch<Data> {
  data: Data
  /** Without a prototype; a splat is `params['*']`. */
  params: MatchParams
}

/** Paths that are parsed already, see {@link createPathMatcher}. */
export interface PathMatcher<Data> {
  /** The most specific route for a serialised pathname, the first of equally specific ones, or `null`. */
  match(pathname: string): PathRouteMatch<Data> | null
}

/**
 * Creates a matcher for paths that `serializePath` made from patterns: the half of the matcher that a browser needs,
 * without parser, hosts and searches. It is the same code that the other matchers run, so both have one opinion.
 *
 * @param routes Parsed paths; the order decides between equally specific ones
 */
export function createPathMatcher<Data>(routes: Iterable<PathRoute<Data>>): PathMatcher<Data> {
  const meter = createMeter()
  const index = new PathIndex<PathEntry & { data: Data }>(false, meter)
  let order = 0
  for (const { path, data } of routes) {
    index.add({ path: index.prepare(path), rank: 0, order: order++, data })
  }

  return {
    match(pathname) {
      meter.work = 0
      const entry = index.find(pathname, 0, pathname.length, first, undefined)
      if (entry === undefined) return null

      const params: MatchParams = Object.create(null)
      index.readParams(params, entry.path, index.spans)
      return { data: entry.data, params }
    },
  }
}

function first<Entry>(entries: readonly Entry[]): Entry | undefined {
  return entries[0]
}
