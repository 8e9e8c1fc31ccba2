import { invariant } from '../internal/invariant.ts'
import type { Tokens } from '../route-pattern/shared.ts'
import { capturesOf, writeTokens } from '../route-pattern/shared.ts'
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
  const count = countPaths(pathname)
  assertPath(
    count <= maxPaths,
    where,
    `its optional parts lead to ${count} paths, and at most ${maxPaths} are allowed`,
  )

  const paths = expand(pathname).map((tokens) => ({
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

function countPaths(tokens: Tokens): number {
  const optional = splitOptional(tokens)
  return optional === undefined ? 1 : (1 + countPaths(optional.inner)) * countPaths(optional.after)
}

/** The tokens without and with each optional part. */
function expand(tokens: Tokens): Tokens[] {
  const optional = splitOptional(tokens)
  if (optional === undefined) return [tokens]

  const { before, inner, after } = optional
  return [[], ...expand(inner)].flatMap((part) =>
    expand(after).map((rest) => [...before, ...part, ...rest]),
  )
}

function splitOptional(
  tokens: Tokens,
): { before: Tokens; inner: Tokens; after: Tokens } | undefined {
  const start = tokens.findIndex((token) => token[0] === '?')
  if (start === -1) return undefined

  const end = start + 1 + Number(tokens[start]!.slice(1))
  return {
    before: tokens.slice(0, start),
    inner: tokens.slice(start + 1, end),
    after: tokens.slice(end),
  }
}
