import { ageOf, type CacheEntry } from './entry.ts'

export function isFresh(entry: CacheEntry | null): entry is CacheEntry {
  return entry !== null && ageOf(entry) < entry.lifetime.fresh
}

/**
 * Whether an entry was fresh when a run stored it, for the requests that waited for the run. They may share a response
 * with `s-maxage=0`, too.
 */
export function isForWaiters(entry: CacheEntry | null): entry is CacheEntry {
  return entry !== null && ageOf(entry) <= entry.lifetime.fresh
}

/** Whether an entry may be sent while it is made again. */
export function mayBeStale(entry: CacheEntry | null): entry is CacheEntry {
  if (entry === null) return false
  const { fresh, staleWhileRevalidate } = entry.lifetime
  return ageOf(entry) < fresh + staleWhileRevalidate
}

/** Whether an entry may be sent because it cannot be made again. */
export function mayReplaceError(entry: CacheEntry | null): entry is CacheEntry {
  return entry !== null && ageOf(entry) < entry.lifetime.fresh + entry.lifetime.staleIfError
}
