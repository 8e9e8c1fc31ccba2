import { internalsOf } from '../../router/fetch-router/shared.ts'
import type { Storage } from '../../state/storage/index.ts'
import type { RequestContext } from '../../router/fetch-router/index.ts'
import { Writes } from '../../state/tags/index.ts'
import { checkTags } from '../../state/tags/shared.ts'

/**
 * How invalidation works. Each tag has a random id in the storage, and `i` is the id of the last invalidation. An entry
 * contains the ids that its tags had. `invalidate()` gives the tags other ids, so the entry is no longer used. A lost id can
 * only end an entry, never revive one.
 *
 * After a run, its tags are compared. An invalidation writes `i`, then the tags. If a tag was known before the run, its id
 * shows whether it was invalidated. For any other tag, only `i` can show that: `i` is written before the tag, and read after
 * it.
 */

/** Tags and their ids, as pairs. */
export type TagIds = readonly (readonly [tag: string, id: string])[]

/** The ids in the storage at one moment. */
export interface Ids {
  /** The id of the last invalidation. */
  readonly last: string | null
  readonly tags: ReadonlyMap<string, string | null>
}

/** The ids that are known before a run. */
export interface KnownIds extends Ids {
  readonly last: string
  readonly tags: ReadonlyMap<string, string>
}

/** The key of the id of the last invalidation. */
export const lastKey = 'i'

/** Tags outlive every entry. */
export const idTtl: number = 8 * 24 * 60 * 60

export function keyOf(tag: string): string {
  return `t:${tag}`
}

/** Reads the ids of tags and of the last invalidation, with one command. */
export async function readIds(storage: Required<Storage>, tags: readonly string[]): Promise<Ids> {
  const [last = null, ...ids] = await storage.getMany([lastKey, ...tags.map(keyOf)])
  return { last, tags: new Map(tags.map((tag, index) => [tag, ids[index] ?? null])) }
}

/** Creates missing ids, so that an invalidation during the run changes them. */
export async function completeIds(
  storage: Required<Storage>,
  read: Ids | undefined,
): Promise<KnownIds> {
  const { last, tags }: Ids = read ?? { last: await storage.get(lastKey), tags: new Map() }
  const complete = async (key: string, id: string | null): Promise<string> =>
    id ?? createId(storage, key)

  return {
    last: await complete(lastKey, last),
    tags: new Map(
      await Promise.all(
        Array.from(tags, async ([tag, id]) => [tag, await complete(keyOf(tag), id)] as const),
      ),
    ),
  }
}

/** Returns the ids for an entry, or the invalidation that has overtaken its run: of a known tag, or of any tag (`last`). */
export async function judgeTags(
  storage: Required<Storage>,
  tags: readonly string[],
  known: KnownIds,
): Promise<TagIds | 'tag' | 'last'> {
  if (tags.length === 0) return []

  const ids = await storage.getMany(tags.map(keyOf))
  const isOvertaken = tags.some((tag, index) => {
    return known.tags.has(tag) && known.tags.get(tag) !== ids[index]
  })
  if (isOvertaken) return 'tag'

  const pairs = await Promise.all(
    tags.map(async (tag, index) => {
      return [tag, ids[index] ?? (await createId(storage, keyOf(tag)))] as const
    }),
  )
  const areKnown = tags.every((tag) => known.tags.has(tag))
  return areKnown || (await storage.get(lastKey)) === known.last ? pairs : 'last'
}

async function createId(storage: Required<Storage>, key: string): Promise<string> {
  const created = crypto.randomUUID()
  if (await storage.set(key, created, { ttl: idTtl, when: 'new' })) return created
  // Another process created the id first. If it has expired since, use ours: it matches no stored entry.
  return (await storage.get(key)) ?? created
}

/**
 * Returns the tags of a response: those that the loaders of a page have read, and those in its `Cache-Tag` header,
 * percent-encoded and separated by commas.
 *
 * @throws {TypeError} If a tag is invalid, or if there are more than 64
 * @throws {URIError} If a tag is not percent-encoded
 */
export function readTags(context: RequestContext, response: Response): readonly string[] {
  const header = response.headers.get('Cache-Tag') ?? ''
  const names = header.split(',').map((name) => name.trim())
  const named = names.filter((name) => name !== '').map(decodeURIComponent)

  const { run } = internalsOf(context)
  return checkTags('Cache-Tag', Array.from(new Set([...(run?.tags ?? []), ...named])))
}

/** Returns the tags that a request has written. */
export function writtenTags(context: RequestContext): readonly string[] {
  return Array.from(context.get(Writes)?.tags ?? [])
}
