import {
  checkFlags,
  checkOptions,
  invariant,
  longestTimeout,
  showValue,
} from '../../internal/guards/check.ts'
import { isPersonal } from '../../internal/exchange/run.ts'
import { otherHref } from '../../router/route-pattern/shared.ts'
import type { Storage } from '../../state/storage/index.ts'
import type { KeyedParts } from './cache-key.ts'
import {
  createMultiMatcher,
  MatcherResourceError,
  RoutePattern,
} from '../../router/route-pattern/index.ts'

/** Options for `cache()`. */
export interface CacheOptions {
  /** Where responses are stored. Several processes share a `createRedisStorage()`. */
  readonly storage: Storage
  /** The patterns of the URLs that are looked up, such as `['/', '/books/*']`. */
  readonly routes: readonly string[]
  /**
   * The request headers that a response may depend on. Each combination of their values is stored separately.
   *
   * @default []
   */
  readonly vary?: readonly string[]
  /**
   * The names of the query parameters that count. All others are removed before the response is created, so they have no
   * effect on it, and URLs that differ only in them share one response. With `[]`, no parameter counts.
   *
   * @default all parameters count
   */
  readonly query?: readonly string[]
  /**
   * How long a request waits for another request that creates the same response, in seconds.
   *
   * @default 5
   */
  readonly lockTimeout?: number
  /**
   * Whether clients and a CDN also get `s-maxage`, `stale-while-revalidate` and `stale-if-error`. A CDN then stores
   * responses, and they are not invalidated there.
   *
   * @default false
   */
  readonly forward?: boolean
}

/** The options of `cache()`, checked. */
interface CheckedOptions {
  readonly storage: Storage
  readonly isRouted: (href: string) => boolean
  readonly keyed: KeyedParts
  readonly lockTimeout: number
  readonly forward: boolean
}

export function readOptions(options: CacheOptions): CheckedOptions {
  checkOptions('cache()', options, 'storage routes vary query lockTimeout forward')
  const { storage, vary = [], query, lockTimeout = 5, forward = false } = options
  invariant(
    (['get', 'set', 'delete'] as const).every((name) => typeof storage?.[name] === 'function'),
    `cache() takes a storage such as createMemoryStorage(), not ${showValue(storage)}`,
  )
  invariant(
    Array.isArray(vary) && vary.every(isHeaderName),
    `cache() takes a list of header names as vary, not ${showValue(vary)}`,
  )
  const personal = vary.find((name) => isPersonal(name.toLowerCase()))
  invariant(
    personal === undefined,
    `cache() cannot vary by ${personal}: it says who has sent the request, and a stored response is for every visitor. Remove it from vary.`,
  )
  invariant(
    query === undefined ||
      (Array.isArray(query) && query.every((name) => typeof name === 'string')),
    `cache() takes a list of names of parameters as query, not ${showValue(query)}`,
  )
  invariant(
    typeof lockTimeout === 'number' && lockTimeout > 0 && lockTimeout * 1000 <= longestTimeout,
    `cache() takes a lockTimeout above 0 seconds, up to ${Math.floor(longestTimeout / 1000)}, not ${showValue(lockTimeout)}`,
  )
  checkFlags('cache()', { forward })

  return {
    storage,
    isRouted: readRoutes(options.routes),
    keyed: { vary, query: query && new Set(query) },
    lockTimeout,
    forward,
  }
}

function isHeaderName(name: unknown): boolean {
  return typeof name === 'string' && /^[!#$%&'+.^`|~\w-]+$/.test(name)
}

/** Reads the `routes` of a cache. Returns whether one of them matches a URL. */
function readRoutes(routes: unknown): (href: string) => boolean {
  invariant(
    Array.isArray(routes) && routes.length > 0,
    `cache() takes a list of patterns such as "/books/*" as routes, not ${showValue(routes)}`,
  )
  // The router may serve a path with another slash at its end, or in another case. A path that it does not serve can also be
  // looked up: then its response is made without a visitor, and is refused by its status.
  const matcher = createMultiMatcher<true>({ ignoreCase: true })
  const matches = (href: string | undefined): boolean =>
    href !== undefined && matcher.matchAll(href).length > 0
  for (const pattern of routes as readonly unknown[]) {
    invariant(
      typeof pattern === 'string' || pattern instanceof RoutePattern,
      `cache() takes patterns such as "/books/*" as routes, not ${showValue(pattern)}`,
    )
    matcher.add(RoutePattern.parse(pattern), true)
  }

  return (href) => {
    try {
      return matches(href) || matches(otherHref(href))
    } catch (error) {
      // The router refuses such a URL.
      if (error instanceof MatcherResourceError) return false
      throw error
    }
  }
}
