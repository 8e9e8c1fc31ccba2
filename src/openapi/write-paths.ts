import { invariant } from '../internal/check.ts'
import { capturesOf, countReadings, readingsOf, writeTokens } from '../route-pattern/shared.ts'
import type { Route } from '../routes/index.ts'

/** A path of an OpenAPI document: `/books/{slug}`. */
export interface Path {
  readonly text: string
  /** The names of its params, in order. */
  readonly names: readonly string[]
}

/** The maximum number of paths of one route. Optional parts double them, and a document with more is hard to read. */
const maxPaths = 8

/**
 * Writes the pattern of a route as paths: one for each way to leave out its optional parts.
 *
 * @param where The route, for messages
 * @throws {TypeError} If a path cannot express the pattern
 */
export function writePaths({ pattern }: Route, where: string): Path[] {
  const { hostname, pathname, search } = pattern
  assertPath(hostname === null, where, 'a path has no host')
  assertPath(search.length === 0, where, 'a path has no search')
  const { names } = capturesOf(pathname)
  const isNamed = names.every((name) => name !== '' && name !== '*')
  assertPath(isNamed, where, 'its wildcard has no name. Name it, as in "*path"')
  assertPath(new Set(names).size === names.length, where, 'it has two params with the same name')
  const count = countReadings(pathname)
  assertPath(
    count <= maxPaths,
    where,
    `its optional parts lead to ${count} paths, and at most ${maxPaths} are allowed`,
  )

  // The shortest reading comes first, and captures that it leaves out are not written.
  const readings = readingsOf(pathname).map((reading) => reading.filter((token) => token !== '-'))
  const paths = readings.toReversed().map((tokens) => ({
    text: writeTokens(tokens, {}, (token) => `{${token.slice(1)}}`),
    names: capturesOf(tokens).names,
  }))
  return paths.filter(({ text }, i) => paths.findIndex((path) => path.text === text) === i)
}

function assertPath(condition: boolean, where: string, reason: string): asserts condition {
  invariant(
    condition,
    `Cannot describe ${where} in an OpenAPI document: ${reason}. To leave the route out, use hidden: true in its contract.`,
  )
}
