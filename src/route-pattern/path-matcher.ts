import { decodePathname } from '../internal/canonical-path.ts'
import { compareSpans, type Spans } from './compare-spans.ts'
import { readCaptures, type MatchParams } from './match.ts'
import { createProgram, run, Subject, type Meter } from './program.ts'
import { capturesOf, type Tokens } from './tokens.ts'

/** A parsed path with what it stands for, see {@link createPathMatcher}. */
interface PathRoute<Data> {
  readonly path: Tokens
  readonly data: Data
}

/** The most specific route of a path. */
interface PathRouteMatch<Data> {
  data: Data
  /** Without a prototype; a splat is `params['*']`. */
  params: MatchParams
}

/** Paths that are parsed already, see {@link createPathMatcher}. */
interface PathMatcher<Data> {
  /** The most specific route for a serialised pathname, the first of equally specific ones, or `null`. */
  match(pathname: string): PathRouteMatch<Data> | null
}

/**
 * Creates a matcher for paths that `serializePath` made from patterns: the half of the matcher that a browser needs,
 * without parser, hosts, searches and the tree that many routes want. What matches, and what is more specific, is
 * decided by the same code as in the other matchers.
 *
 * @param routes Parsed paths; the order decides between equally specific ones
 * @param meter For a server, where others choose the pathname: a browser needs neither the limit nor its error
 */
export function createPathMatcher<Data>(
  routes: Iterable<PathRoute<Data>>,
  meter: Meter = { work: 0, limit: Infinity, exceeded() {} },
): PathMatcher<Data> {
  const candidates = Array.from(routes, ({ path, data }) => ({
    data,
    captures: capturesOf(path),
    program: createProgram(path),
  }))

  return {
    match(pathname) {
      const text = decodePathname(pathname)
      if (text === null) return null

      meter.work = 0
      const subject = new Subject(text, decodePathname(pathname, true)!, '/')
      let best: ((typeof candidates)[number] & Spans) | undefined
      for (const candidate of candidates) {
        const spans = run(candidate.program, subject, meter)
        if (spans === null) continue
        const match = { ...candidate, spans, variables: candidate.captures.variables }
        if (best === undefined || compareSpans(match, best) < 0) best = match
      }
      if (best === undefined) return null

      const params: MatchParams = Object.create(null)
      readCaptures(params, best.captures.names, best.spans, text, text !== pathname)
      return { data: best.data, params }
    },
  }
}
