import type { Rows } from './draft.ts'
import type { SavedControl } from './draft-controls.ts'
import { readItem, writeItem } from './tab-storage.ts'

/** How many drafts a tab has, of how many characters, and for how many milliseconds (DR-3). */
const MOST = 20
const SIZE = 1024 * 1024
const AGE = 86_400_000

/** A draft in the storage of the tab. */
export interface StoredDraft {
  /** Which draft it is: a random number, which stays the same each time the draft is saved. */
  n: number
  /** Which form it is (DR-8). */
  id: string
  /** Whose text it is (DR-20). */
  owner: string
  /** The entries of the history that it belongs to, the last one at the end (DR-5). */
  at: string[]
  /**
   * Whether each visit of its URL shows it (DR-6): 0 if none does, 1 until one has, 2 until the form is accepted, and 3 if the app
   * may have accepted it already.
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

/** Whether a draft is one of a form, and of its owner. */
export function isOf(
  draft: StoredDraft,
  { id, owner }: Pick<StoredDraft, 'id' | 'owner'>,
): boolean {
  return draft.id === id && draft.owner === owner
}

/** Reads the drafts of a tab, the oldest first. What is not a draft, or is too old, does not count. */
export function readDrafts(item: string): StoredDraft[] {
  try {
    return (JSON.parse(readItem(item)!) as StoredDraft[]).filter(isStored)
  } catch {
    return [] // There are none, or other code wrote to it.
  }
}

/** Fails or returns `false` if it is not a draft. */
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
  // A draft that is too large alone removes no other.
  const texts = edit(readDrafts(item))
    .map((draft) => JSON.stringify(draft))
    .filter((text) => text.length < SIZE)
    .slice(-MOST)
  while (texts.join().length > SIZE - 2) texts.shift()
  writeItem(item, texts[0] ? `[${texts.join()}]` : '')
}

/**
 * Changes a draft. Only changes that have its fields begin one.
 *
 * @param entry Another entry of the history that it belongs to
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

/** Removes a draft, and those that wait for the same form. */
export function removeDraft(
  item: string,
  form: Pick<StoredDraft, 'id' | 'n' | 'owner'> & { entry: string },
): void {
  const isWaiting = (draft: StoredDraft): boolean =>
    draft.waits > 0 && isOf(draft, form) && urlOf(draft.at.at(-1)!) === urlOf(form.entry)
  changeDrafts(item, (drafts) => drafts.filter((draft) => draft.n !== form.n && !isWaiting(draft)))
}
