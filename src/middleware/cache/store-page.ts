import type { Storage } from '../../state/storage/index.ts'
import { ageOf, createTagEntry, serializeEntry, type CacheEntry } from './entry.ts'
import type { Found } from './find-entry.ts'
import type { Invalidations } from './invalidations.ts'
import { lifeOf } from './policy.ts'
import { completeIds, judgeTags } from './tag-ids.ts'

/** A page of a run. */
export interface MadePage {
  /** An `unstored` page can be sent, but it may be older than an invalidation, or the storage has refused it. */
  readonly kind: 'stored' | 'unstored'
  readonly page: CacheEntry
  /** Why it was not stored. */
  readonly why?: string
  /** The error of the storage, if it has refused the page. */
  readonly error?: unknown
}

/** Prepares to store the page of a run. Call it before the run. After the run, call the function that it resolves to. */
export type StorePage = (
  key: string,
  found: Found,
) => Promise<(page: CacheEntry, tags: readonly string[]) => Promise<MadePage>>

/** How long an entry lives that only contains the tags of a URL, in seconds. */
const tagEntryLife = 60

/** Stores a page unless one of its tags was invalidated during its run. Invalidations of other tags do not matter. */
export function createStorePage(
  storage: Required<Storage>,
  invalidations: Invalidations,
): StorePage {
  return async (key, found) => {
    const known = await completeIds(storage, found.ids)

    return async (page, names) => {
      const unstored = (why: string): MadePage => ({ kind: 'unstored', page, why })
      try {
        const tags = await judgeTags(storage, names, known)
        if (tags === 'last') await rememberTags(storage, key, found, names)
        if (typeof tags === 'string') return unstored('something was invalidated during the run')
        if (invalidations.areWaiting(names)) {
          return unstored('an invalidation of its tags has not reached the storage')
        }
        const entry = { ...page, tags }
        await storage.set(key, serializeEntry(entry), { ttl: lifeOf(entry.lifetime) })
        return { kind: 'stored', page: entry }
      } catch (error) {
        return { kind: 'unstored', page, error }
      }
    }
  }
}

/** Lets the next run know the tags, on any machine. Does not replace an existing entry. */
async function rememberTags(
  storage: Storage,
  key: string,
  { entry }: Found,
  tags: readonly string[],
): Promise<void> {
  const left = entry === null ? tagEntryLife : lifeOf(entry.lifetime) - ageOf(entry)
  const kept = entry === null ? createTagEntry(tags) : { ...entry, also: tags }
  if (left > 0) await storage.set(key, serializeEntry(kept), { ttl: left })
}
