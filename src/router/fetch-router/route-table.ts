import {
  compare,
  type MatcherOptions,
  type MultiMatcher,
  type RoutePattern,
} from '../route-pattern/index.ts'
import { BuiltInMatcher, erasePattern } from '../route-pattern/shared.ts'
import type { Contract } from '../contract/index.ts'
import type { RouteMethod } from '../routes/index.ts'
import type { StoredAction } from './controller.ts'
import type { MiddlewareLevel } from './observer.ts'

/** A route in the matcher of a router. */
export interface RouteEntry extends StoredAction {
  readonly method: RouteMethod
  readonly pattern: RoutePattern
  /** The keys of the route in its route map: `books.show`. */
  readonly name?: string | undefined
  /** How many of `middleware`, from the first, belong to mounted sections. */
  readonly mounted?: number | undefined
  /** The contract of the route. `handler` checks it. */
  readonly contract?: Contract | undefined
  /** `GET "/books/:slug"`, for messages. */
  toString(): string
}

/** Where the middleware at `index` was given: in a route, or in the router if there is no route. */
export function levelOf(entry: RouteEntry | undefined, index: number): MiddlewareLevel {
  if (entry === undefined) return 'router'
  const { mounted = 0, shared = 0 } = entry
  if (index < mounted) return 'mount'
  return index < mounted + shared ? 'controller' : 'action'
}

/** A route that matched a URL, and the params it captured. */
export interface RouteMatch {
  readonly data: RouteEntry
  readonly params: Readonly<Record<string, string | undefined>>
}

/** The routes of a router. */
export interface RouteTable {
  /**
   * Adds all of the routes or none.
   *
   * @throws {Error} If there is a route with the same method and pattern; names of params do not count
   */
  add(entries: readonly RouteEntry[]): void
  /** Returns the route for a method and a URL, or `null`. */
  find(method: string, href: string): RouteMatch | null
  /** Returns the methods of the routes that match a URL, sorted. `GET` includes `HEAD`, and `ANY` is omitted. */
  allowedMethods(href: string): string[]
  /** Returns all routes, in the order in which they were added. */
  list(): RouteEntry[]
}

export function createRouteTable(
  custom: MultiMatcher<RouteEntry> | undefined,
  options: MatcherOptions,
): RouteTable {
  const builtIn = custom ? undefined : new BuiltInMatcher<RouteEntry>(options)
  const matcher = custom ?? builtIn!
  const added: RouteEntry[] = []
  const ignoreCase = builtIn !== undefined && options.ignoreCase === true
  /** Routes by key, for equal routes that the matcher cannot find. */
  const known = new Map<string, RouteEntry>()

  /**
   * Returns a key: the method and the pattern. Two routes that match the same requests in the same way have the same key.
   */
  const keyOf = ({ method, pattern }: RouteEntry): string =>
    `${method} ${erasePattern(pattern, ignoreCase)}`
  const isSame = (a: RouteEntry, b: RouteEntry): boolean =>
    a.method === b.method && keyOf(a) === keyOf(b)

  /** Throws if there is an equal route. The matcher passes `neighbors` if all equal routes are among them. */
  const assertNew = (
    neighbors: readonly Candidate[] | undefined,
    { data: entry }: Candidate,
  ): void => {
    const key = neighbors === undefined ? keyOf(entry) : ''
    const other = neighbors?.find(({ data }) => isSame(data, entry))?.data ?? known.get(key)
    if (other !== undefined) {
      throw new Error(
        `Cannot add route ${entry}: ${other} is already there. Remove one, or change its pattern.`,
      )
    }
    if (neighbors === undefined) known.set(key, entry)
  }

  /** Adds several routes. Checks all of them first. Remembers their keys, because two of them can be equal. */
  const addAll = (entries: readonly RouteEntry[]): void => {
    let count = 0
    try {
      for (const data of entries) {
        const neighbors = builtIn?.neighborsOf(data.pattern)
        if (neighbors !== undefined) assertNew(neighbors, { data })
        assertNew(undefined, { data })
        count++
      }
      builtIn?.assertRoomFor(entries)
    } catch (error) {
      for (const entry of entries.slice(0, count)) known.delete(keyOf(entry))
      throw error
    }
    for (const entry of entries) matcher.add(entry.pattern, entry)
  }

  return {
    add(entries) {
      const [entry] = entries
      if (builtIn && entry && entries.length === 1) builtIn.add(entry.pattern, entry, assertNew)
      else addAll(entries)
      for (const entry of entries) added.push(entry)
    },

    find: builtIn
      ? (method, href) => builtIn.find(href, pickEntry, method)
      : (method, href) => findAmong(matcher, method, href),

    allowedMethods(href) {
      const methods = new Set<string>()
      for (const { data } of matcher.matchAll(href)) {
        if (data.method !== 'ANY') methods.add(data.method)
        if (data.method === 'GET') methods.add('HEAD')
      }
      return [...methods].sort()
    },

    list: () => [...added],
  }
}

interface Candidate {
  readonly data: RouteEntry
}

/** Chooses one of equally specific routes: one with the method, then a `GET` route for `HEAD`, then `ANY`. */
function pickEntry<Match extends Candidate>(
  matches: readonly Match[],
  method: string,
): Match | undefined {
  let get: Match | undefined
  let any: Match | undefined
  for (const match of matches) {
    const own = match.data.method
    if (own === method) return match
    if (own === 'ANY') any ??= match
    else if (own === 'GET' && method === 'HEAD') get ??= match
  }
  return get ?? any
}

/** Finds a route with a custom matcher, which only has `add` and `matchAll`. */
function findAmong(
  matcher: MultiMatcher<RouteEntry>,
  method: string,
  href: string,
): RouteMatch | null {
  const matches = matcher.matchAll(href)
  for (let start = 0; start < matches.length;) {
    let end = start + 1
    while (end < matches.length && compare(matches[start]!, matches[end]!) === 0) end++

    const match = pickEntry(matches.slice(start, end), method)
    if (match) return match
    start = end
  }
  return null
}
