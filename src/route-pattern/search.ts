import type { RoutePattern } from './route-pattern.ts'

/** Returns how specific the search of a pattern is: more values, then more keys, give a higher number. */
export function rankOfSearch({ search }: RoutePattern): number {
  let rank = 0
  for (const [, value] of search) rank += value === null ? 1 : 65_536
  return rank
}

/** Whether a search meets all constraints of a pattern. */
export function matchesSearch({ search }: RoutePattern, params: URLSearchParams): boolean {
  return search.every(([key, value]) =>
    value === null ? params.has(key) : params.getAll(key).includes(value),
  )
}
