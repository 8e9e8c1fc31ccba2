import { decodePathname, markDots } from './canonical-path.ts'
import { compareSpans, type Spans } from './compare-spans.ts'
import { readCaptures, type MatchParams } from './match.ts'
import { createProgram, run, Subject, type Meter } from './program.ts'
import { capturesOf, type Tokens } from './tokens.ts'
import type { Values } from './encode-path.ts'
import { writePath } from './write-path.ts'

/** A parsed path with data, see {@link createPathMatcher}. */
export interface PathRoute<Data> {
  readonly path: Tokens
  readonly data: Data
}

/** The most specific route of a path. */
interface PathRouteMatch<Data> {
  data: Data
  /** An object without a prototype. A splat is `params['*']`. */
  params: MatchParams
}

/** Matches parsed paths, see {@link createPathMatcher}. */
export interface PathMatcher<Data> {
  /** Returns the most specific route for a serialized pathname, or `null`. Of equally specific routes, returns the first. */
  match(pathname: string): PathRouteMatch<Data> | null
  /** Writes a path with the params of a match: {@link writePath}. */
  write(path: Tokens, params: Values): string
}

/**
 * Creates a matcher for the paths of `serializePath`. It is small, for a browser: it has no parser, no hosts, no searches
 * and no tree. It matches the same paths as the other matchers, in the same order of specificity.
 *
 * It has no limit, so a server must not use it for pathnames that clients choose.
 */
export function createPathMatcher<Data>(routes: Iterable<PathRoute<Data>>): PathMatcher<Data> {
  const meter: Meter = { work: 0, limit: Infinity, exceeded() {} }
  const candidates = Array.from(routes, ({ path, data }) => ({
    data,
    captures: capturesOf(path),
    program: createProgram(path),
  }))

  return {
    write: writePath,
    match(pathname) {
      const text = decodePathname(pathname)
      if (text === null) return null

      const subject = new Subject(text, decodePathname(pathname, markDots)!, '/')
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
