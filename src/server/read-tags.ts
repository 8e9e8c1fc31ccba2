import { ignoreRejection } from '../internal/ignore-rejection.ts'
import type { RequestContext } from '../fetch-router/index.ts'
import { parsePairs } from '../internal/parse-pairs.ts'
import type { PageMatch } from '../page-protocol/match-pages.ts'
import type { RouteModule } from '../react/shared.ts'
import { capturesOf } from '../route-pattern/shared.ts'
import { checkTags } from '../tags/shared.ts'
import type { PageRequest } from './page-request.ts'
import { reportError } from './report.ts'

/** A page whose loaders are asked what they read. */
export interface TaggedPage {
  readonly context: RequestContext
  readonly matches: readonly PageMatch[]
  readonly modules: readonly RouteModule[]
  /** The URL of the page. */
  readonly url: URL
}

/**
 * Returns the tags that the loader of a match reads, or `undefined` if its route does not say.
 *
 * `reads` sees only what is the same on every page that keeps the match: the params of the route's own pattern, its own
 * pathname, and the part of the query that the route names.
 *
 * @throws What `reads` throws, or a `TypeError` for tags that are not allowed
 */
export function readTags(page: TaggedPage, index: number): readonly string[] | undefined {
  const { reads } = page.modules[index]!
  if (!reads) return undefined

  const { id, params, pathname } = page.matches[index]!
  const own = page.matches.slice(0, index + 1).findLast(({ route }) => route.path)?.route.path ?? []
  const names = capturesOf(own).names
  const url = new URL(page.url.origin)
  // Not as a reference: a path that begins with two slashes would be another host.
  url.pathname = pathname
  const query = queryOf(page.modules[index]!) ?? []
  const sent = query.length === 0 ? [] : parsePairs(page.url.search.slice(1))
  const pairs = Array.from(sent).filter(([name]) => query.includes(name))
  // At once: each change of `url.searchParams` writes the whole URL again.
  url.search = String(new URLSearchParams(pairs))

  const run = typeof reads === 'function' ? reads : reads.tags
  const tags: unknown = run({
    params: Object.fromEntries(names.map((name) => [name, params[name]])),
    url,
    context: page.context,
  })
  // It is refused, and its rejection must not end the process.
  if (tags instanceof Promise) ignoreRejection(tags)
  return checkTags(`\`reads\` of "${id}"`, tags)
}

/**
 * Returns the tags of a loader if their digest is the one that the client has. Otherwise a client could name any page and
 * learn when its tags are written.
 */
export async function readHeldTags(
  page: PageRequest,
  shown: TaggedPage,
  index: number,
  digest: string | undefined,
): Promise<readonly string[] | undefined> {
  try {
    const tags = readTags(shown, index)!
    const own = await page.digestTags(shown.matches[index]!.id, tags)
    return own === digest ? tags : undefined
  } catch (error) {
    reportError(page, error, 'loader')
    return undefined
  }
}

/** Returns the names in the query that a loader reads, or `undefined` if its route does not say. */
export function queryOf({ reads }: RouteModule): readonly string[] | undefined {
  return typeof reads === 'object' ? reads.query : undefined
}
