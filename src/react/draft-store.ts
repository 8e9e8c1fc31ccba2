import type { Rows } from './draft.ts'
import type { Field } from './draft-controls.ts'
import { readItem, writeItem } from './tab-storage.ts'

/** How many drafts a tab has, of how many characters, and for how many milliseconds (DR-3). */
export const MOST = 20
const SIZE = 1024 * 1024
const AGE = 86_400_000

/** A draft in the storage of the tab. */
export interface StoredDraft {
  /** Which draft it is. It stays the same each time the draft is saved. */
  n: string
  /** Which form it is (DR-8). */
  id: string
  /** Whose text it is (DR-20). */
  owner: string
  /** The entries of the history that it belongs to, and the path and query of the last one (DR-5). */
  at: string[]
  url: string
  /** Whether each visit of its URL shows it: 1 until one has, 2 until the form is accepted (DR-6). */
  waits: 0 | 1 | 2
  isSent: boolean
  once?: string | undefined
  time: number
  fields: [name: string, field: Field][]
  rows?: Rows | undefined
}

/** Reads the drafts of a tab, the oldest first. What is not a draft, or is too old, does not count. */
export function readDrafts(item: string): StoredDraft[] {
  try {
    return (JSON.parse(readItem(item)!) as StoredDraft[]).filter(isStored)
  } catch {
    return [] // There are none, or other code wrote to it.
  }
}

function isStored({ at, fields, rows = {}, time }: StoredDraft): boolean {
  const isText = (value: unknown): boolean => typeof value === 'string'
  return (
    time > Date.now() - AGE &&
    at.every(isText) &&
    fields.every(
      ([name, [, saved]]) => isText(name) && saved.every(([, texts]) => texts.every(isText)),
    ) &&
    Object.values(rows).every((indexes) => indexes.every(Number.isInteger))
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
