import type { Storage } from '../storage/index.ts'

/**
 * How invalidation works. Each tag has a random id in the storage, and `i` is the id of the last invalidation. An entry
 * has the ids that its tags had. `invalidate()` gives the tags other ids, so that the entry is not used any more. A lost
 * id can only end an entry, never revive one.
 */

/** Tags and their ids, as pairs. */
export type TagIds = readonly (readonly [tag: string, id: string])[]

/** Tags outlive every entry. */
const ttl = 8 * 24 * 60 * 60

/** Gives tags new ids. It first says that there was an invalidation, for runs that are on their way. */
export async function invalidateTags(storage: Storage, tags: readonly string[]): Promise<void> {
  if (tags.length === 0) return

  await storage.set('i', crypto.randomUUID(), { ttl })
  await Promise.all(tags.map((tag) => storage.set(keyOf(tag), crypto.randomUUID(), { ttl })))
}

/** The id of the last invalidation, to compare before and after a run. */
export async function readInvalidation(storage: Storage): Promise<string> {
  return readOrCreate(storage, 'i')
}

/** The current ids of tags. A tag that has none gets one. */
export async function readTagIds(storage: Storage, tags: readonly string[]): Promise<TagIds> {
  return Promise.all(
    tags.map(async (tag) => [tag, await readOrCreate(storage, keyOf(tag))] as const),
  )
}

/** Whether no tag was invalidated or lost since its id was read. */
export async function areCurrent(storage: Storage, tags: TagIds): Promise<boolean> {
  const ids = await Promise.all(tags.map(([tag]) => storage.get(keyOf(tag))))
  return tags.every(([, id], index) => ids[index] === id)
}

async function readOrCreate(storage: Storage, key: string): Promise<string> {
  const known = await storage.get(key)
  if (known !== null) return known

  const created = crypto.randomUUID()
  if (await storage.set(key, created, { ttl, when: 'new' })) return created
  // Something else was faster. An id that is gone again equals no other one.
  return (await storage.get(key)) ?? created
}

function keyOf(tag: string): string {
  return `t:${tag}`
}
