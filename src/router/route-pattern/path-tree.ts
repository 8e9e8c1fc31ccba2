import { createMeter, readLimits, type MatcherLimits } from './limits.ts'
import { PathIndex, pickFirst } from './path-index.ts'
import type { PathEntry } from './path-match.ts'
import type { PathMatcher, PathRoute } from './path-matcher.ts'
import type { Tokens } from './tokens.ts'
import { writePath } from './write-path.ts'

/**
 * Creates a matcher with the same results as `createPathMatcher`, for a server. It uses the tree that routers use, so a
 * match costs the same with few paths and with many.
 */
export function createPathTree<Data>(
  routes: Iterable<PathRoute<Data>>,
  limits?: MatcherLimits,
): PathMatcher<Data> {
  const meter = createMeter(readLimits(limits).work)
  const tree = new PathIndex<PathEntry & { readonly data: Data }>(false, meter)
  let order = 0
  for (const { path: tokens, data } of routes) {
    tree.add(tokens, { data, tokens, path: tree.prepare(tokens), rank: 0, order: order++ })
  }

  return {
    write: createPathWriter(),
    match(pathname) {
      meter.work = 0
      const found = tree.find(pathname, 0, pickFirst, undefined)
      return found === undefined ? null : { data: found.data, params: found.params }
    },
  }
}

/** Creates a {@link writePath} that remembers paths without params: each page writes the paths of its layouts. */
function createPathWriter(): typeof writePath {
  const written = new Map<Tokens, string>()

  return (path, params) => {
    let text = written.get(path)
    if (text === undefined) {
      text = writePath(path, params)
      if (path.every((token) => token[0] === '=')) written.set(path, text)
    }
    return text
  }
}
