import type { DataRequest } from '../client-router/shared.ts'
import type { Browser } from './browser.ts'
import { digestDefaults, type Typed } from './draft-controls.ts'
import { identify, internalOrRowNames, type FormProps } from './draft-identity.ts'
import type { StoredDraft } from './draft-store.ts'
import { DRAFT_EVENT, type DraftKeeper, type FilledDraft, type Rows } from './draft.ts'

/** The state of one form of the page. */
export interface KeptForm extends FormProps, Typed, Pick<StoredDraft, 'id' | 'n' | 'owner'> {
  /** The entry of the history that it shows in: key, path and query. */
  entry: string
  /** The page of the form's last rendering, and its record at that time: if that changes, the form begins anew (DR-9). */
  page: Browser['shown']
  record: [identity: string, defaults: string]
  /** The rows that the form had at first. */
  rows: Rows
  /** 0 without a draft, 1 if the draft is saved, 2 if the person has typed since. */
  state: 0 | 1 | 2
  /** Whether this commit has filled the form. */
  isFresh?: boolean
  /** The last request that sent the form, and whether the person has typed since. */
  request?: DataRequest
  isTypedSince?: boolean
  /** The draft that filled the form. */
  draft?: FilledDraft | undefined
}

/** The state of all forms of a document. */
export interface DraftPage {
  readonly browser: Browser
  readonly keeper: DraftKeeper
  /** The name of the item with the drafts of the tab. */
  readonly item: string
  /** The forms of the page, by element. */
  readonly forms: Map<unknown, KeptForm>
  /**
   * Whether the entry has no state. Chromium loses it if the tab crashes, and if a page cannot be loaded again at first. Nothing
   * tells that from a new visit.
   */
  readonly isLost: boolean
  /** The location of this visit, and the identities of the forms that it has shown (DR-7). */
  visited?: unknown
  readonly seen: Set<string>
  /** The identities of the forms that this commit has removed. */
  readonly gone: Set<string>
  /** The visitor who was signed in at the last check. */
  told: string
  timer?: ReturnType<typeof setTimeout> | undefined
  /** The form that was submitted last, by the app or the client router. */
  submitted?: KeptForm | undefined
}

/** Returns the history entry of the page on show. The browser may already be at another entry. */
export function entryOf({ location: { key, pathname, search } }: Browser['shown']): string {
  return `${key} ${pathname}${search}`
}

/**
 * Returns the record of a form. The form begins anew if it changes: its identity without rows, or the defaults of its
 * controls.
 */
export function recordOf(kept: KeptForm): KeptForm['record'] {
  return [identify(kept, internalOrRowNames), String([...digestDefaults(kept.form)])]
}

/**
 * Returns the other forms of the page with the same identity. A draft of theirs could be filled into the wrong form (DR-8).
 */
export function findEqual({ forms }: DraftPage, kept: KeptForm): KeptForm[] {
  return Array.from(forms.values()).filter(
    (other) =>
      other !== kept &&
      other.id === kept.id &&
      // Its identity may have changed in this commit.
      identify(other) === kept.id,
  )
}

/** Tells components which draft has filled a form. */
export function show(kept: KeptForm, draft?: FilledDraft): void {
  if (kept.draft === draft) return
  kept.draft = draft
  dispatchEvent(new Event(DRAFT_EVENT))
}
