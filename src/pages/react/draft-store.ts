import type { Rows } from './draft.ts'
import type { SavedControl } from './draft-controls.ts'
import { readItem, writeItem } from './tab-storage.ts'

/** The limits for a tab: the number of drafts, their characters, and their age in milliseconds (DR-3). */
const MOST = 20
const SIZE = 1024 * 1024
const AGE = 86_400_000

/** A draft in the storage of the tab. */
export interface StoredDraft {
  /** The number of the draft: a random number, which stays the same each time the draft is saved. */
  n: number
  /** The identity of its form (DR-8). */
  id: string
  /** The visitor who typed it (DR-20). */
  owner: string
  /** The history entries that it belongs to, the last one at the end (DR-5). */
  at: string[]
  /**
   * Whether a later visit of its URL fills the form with it (DR-6): 0 never, 1 the next visit, 2 each visit until the form
   * is accepted, 3 the same, and the app may have accepted the form already.
   */
  waits: 0 | 1 | 2 | 3
  once?: string | undefined
  time: number
  fields: SavedControl[]
  rows?: Rows | undefined
}

/** Returns the path and query of an entry, which follow its key. */
export function urlOf(entry: string): string {
  return entry.slice(entry.indexOf(' '))
}

/** Whether a draft belongs to this form and this owner. */
export function isOf(
  draft: StoredDraft,
  { id, owner }: Pick<StoredDraft, 'id' | 'owner'>,
): boolean {
  return draft.id === id && draft.owner === owner
}

/** Reads the drafts of a tab, the oldest first. Skips values that are not drafts, and drafts that are too old. */
export function readDrafts(item: string): StoredDraft[] {
  try {
    return (JSON.parse(readItem(item)!) as StoredDraft[]).filter(isStored)
  } catch {
    return [] // The item is missing, or other code wrote to it.
  }
}

/** Whether a value is a draft. Throws for some other values. */
function isStored({ at, fields, rows = {}, time }: StoredDraft): boolean {
  return (
    time > Date.now() - AGE &&
    !!at.map(urlOf)[0] &&
    fields.flat().every((text) => typeof text === 'string') &&
    Object.values(rows).flat().every(Number.isInteger)
  )
}

/** Changes the drafts of a tab. Frames share them, so each change reads them again. */
export function changeDrafts(item: string, edit: (drafts: StoredDraft[]) => StoredDraft[]): void {
  // A draft that is too large by itself is dropped. It does not displace other drafts.
  const texts = edit(readDrafts(item))
    .map((draft) => JSON.stringify(draft))
    .filter((text) => text.length < SIZE)
    .slice(-MOST)
  while (texts.join().length > SIZE - 2) texts.shift()
  writeItem(item, texts[0] ? `[${texts.join()}]` : '')
}

/**
 * Changes a draft. Creates it if the changes have its fields.
 *
 * @param entry Another history entry that the draft belongs to
 */
export function editDraft(
  item: string,
  n: number,
  changes: Partial<StoredDraft>,
  entry?: string,
): void {
  changeDrafts(item, (drafts) => {
    const draft = drafts.find((one) => one.n === n) ?? (changes.fields && { at: [], waits: 0 })
    if (!draft) return drafts
    const last = entry ?? draft.at.at(-1)!
    const at = [...draft.at.filter((one) => one !== last), last].slice(-MOST)
    const edited = { ...draft, ...changes, n, at, time: Date.now() } as StoredDraft
    return [...drafts.filter((one) => one.n !== n), edited]
  })
}

/** Removes a draft, and the other drafts that wait for the same form. */
export function removeDraft(
  item: string,
  form: Pick<StoredDraft, 'id' | 'n' | 'owner'> & { entry: string },
): void {
  const isWaiting = (draft: StoredDraft): boolean =>
    draft.waits > 0 && isOf(draft, form) && urlOf(draft.at.at(-1)!) === urlOf(form.entry)
  changeDrafts(item, (drafts) => drafts.filter((draft) => draft.n !== form.n && !isWaiting(draft)))
}
