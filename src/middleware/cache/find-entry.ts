import type { Storage } from '../../state/storage/index.ts'
import { parseEntry, type CacheEntry } from './entry.ts'
import type { Invalidations } from './invalidations.ts'
import { readIds, type Ids } from './tag-ids.ts'

/** The entry of a key in the storage. */
export interface Found {
  /** `null` if no entry can be used. */
  readonly entry: CacheEntry | null
  /** The ids of the tags that this URL had, even if there is no entry. They are read before any other step. */
  readonly ids?: Ids
}

/** Looks up an entry: with one command, and one more if it has tags. */
export async function findEntry(
  storage: Required<Storage>,
  invalidations: Invalidations,
  key: string,
): Promise<Found> {
  const text = await storage.get(key)
  const stored = text === null ? null : parseEntry(text)
  if (stored === null) return { entry: null }

  const { tags, also = [] } = stored
  const names = tags.map(([tag]) => tag)
  if (names.length === 0 && also.length === 0) return { entry: stored }

  const ids = await readIds(storage, [...names, ...also])
  const isCurrent =
    stored.status !== 0 &&
    tags.every(([tag, id]) => ids.tags.get(tag) === id) &&
    !invalidations.areWaiting(names)
  return { entry: isCurrent ? stored : null, ids }
}
