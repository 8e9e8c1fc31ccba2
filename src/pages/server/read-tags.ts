import { ignoreRejection } from '../../internal/process/promises.ts'
import { parsePairs } from '../../internal/text/parse-pairs.ts'
import { capturesOf } from '../../router/route-pattern/shared.ts'
import { checkTags } from '../../state/tags/shared.ts'
import { stripIndexParam } from '../page-protocol/index-param.ts'
import type { RouteModule } from '../react/shared.ts'
import { readPageContract, readPageSearch } from './page-input.ts'
import type { PageRequest } from './page-request.ts'
import { reportError } from './report.ts'

/** A page and its loaders, to find out what they read. */
export interface TaggedPage extends Pick<PageRequest, 'app' | 'context' | 'matches' | 'modules'> {
  /** The URL of the page. */
  readonly url: URL
}

/**
 * Returns the tags that the loader of a match reads. Returns `undefined` if its route does not say, or if the query does
 * not fit its contract.
 *
 * `reads` sees only what is the same on every page that keeps the match: the params of the route's own pattern, its own
 * pathname, and the part of the query that the route names.
 *
 * @throws What `reads` throws, or a `TypeError` for tags that are not allowed
 */
export async function readTags(
  page: TaggedPage,
  index: number,
): Promise<readonly string[] | undefined> {
  const { reads } = page.modules[index]!
  if (!reads) return undefined

  const { id, params, pathname } = page.matches[index]!
  const own = page.matches.slice(0, index + 1).findLast(({ route }) => route.path)?.route.path ?? []
  const names = capturesOf(own).names
  const query = queryOf(page.modules[index]!)
  const url = new URL(page.url.origin)
  // `new URL(pathname, origin)` would take a path that begins with two slashes for another host.
  url.pathname = pathname
  // All pairs are set at once, because each change of `url.searchParams` writes the whole URL again.
  url.search = String(namedPairs(page.url, query ?? []))

  const run = typeof reads === 'function' ? reads : reads.tags
  const search = await searchOf(page, index, query)
  // The loader refuses a query that does not fit.
  if (search === undefined) return undefined

  const tags: unknown = run({
    params: Object.fromEntries(names.map((name) => [name, params[name]])),
    search,
    url,
    context: page.context,
  })
  // `checkTags()` refuses a promise, and its rejection must not end the process.
  if (tags instanceof Promise) ignoreRejection(tags)
  return checkTags(`\`reads\` of "${id}"`, tags)
}

/**
 * Returns the search of a page as the contract of the route reads it, `{}` without a contract, or `undefined` if it does
 * not fit. If the route names its query, only these names are there.
 */
function searchOf(page: TaggedPage, index: number, query: readonly string[] | undefined): unknown {
  const module = page.modules[index]!
  const contract = readPageContract(page.app, page.matches[index]!.id, module)
  return contract ? readPageSearch(contract, module, namedPairs(page.url, query)) : {}
}

/** Returns the pairs of the query that have one of the names. Without names, all but the mark of an index route. */
function namedPairs({ search }: URL, names: readonly string[] | undefined): URLSearchParams {
  if (names?.length === 0) return new URLSearchParams()
  const pairs = parsePairs(stripIndexParam(search).slice(1))
  return names === undefined
    ? pairs
    : new URLSearchParams(Array.from(pairs).filter(([name]) => names.includes(name)))
}

/**
 * Returns the tags of a loader if the client has sent their digest. Without that check, a client could name any page and
 * learn when its tags are written.
 */
export async function readHeldTags(
  page: PageRequest,
  shown: TaggedPage,
  index: number,
  digest: string | undefined,
): Promise<readonly string[] | undefined> {
  try {
    const tags = await readTags(shown, index)
    if (tags === undefined) return undefined
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
