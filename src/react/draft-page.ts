import type { DataRequest } from '../client-router/shared.ts'
import type { Browser } from './browser.ts'
import { digestDefaults, type Typed } from './draft-controls.ts'
import { identify, oursOrRows, type FormProps } from './draft-identity.ts'
import type { StoredDraft } from './draft-store.ts'
import { DRAFT_EVENT, type DraftKeeper, type FilledDraft, type Rows } from './draft.ts'

/** A form of the page. */
export interface KeptForm extends FormProps, Typed, Pick<StoredDraft, 'id' | 'n' | 'owner'> {
  /** The entry of the history that it shows in: key, path and query. */
  entry: string
  /** The page of its last rendering, and what decided then whether the form begins anew (DR-9). */
  page: Browser['shown']
  record: [identity: string, defaults: string]
  /** The rows that it began with. */
  rows: Rows
  /** 0 without a draft, 1 if its draft is saved, 2 if something was typed since. */
  state: 0 | 1 | 2
  /** Whether this commit has filled it. */
  isFresh?: boolean
  /** The last request that sent it, and whether something was typed since. */
  request?: DataRequest
  isTypedSince?: boolean
  /** The draft that it was filled with. */
  draft?: FilledDraft | undefined
}

/** What drafts know of a document. */
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
  /** The location of this visit, and the identities that it has shown (DR-7). */
  visited?: unknown
  readonly seen: Set<string>
  /** The identities of the forms that this commit has removed. */
  readonly gone: Set<string>
  /** Who was signed in when we looked last. */
  told: string
  timer?: ReturnType<typeof setTimeout> | undefined
  /** The form that was submitted last, by the app or the client router. */
  submitted?: KeptForm | undefined
}

/** Returns the entry of the history that is shown, which is not always the one of the browser. */
export function entryOf({ location: { key, pathname, search } }: Browser['shown']): string {
  return `${key} ${pathname}${search}`
}

/** Returns what decides whether a form begins anew: its identity without rows, and what its controls begin with. */
export function recordOf(kept: KeptForm): KeptForm['record'] {
  return [identify(kept, oursOrRows), String([...digestDefaults(kept.form)])]
}

/** Finds other forms of the page with the same identity. A text could go to the wrong one (DR-8). */
export function findEqual({ forms }: DraftPage, kept: KeptForm): KeptForm[] {
  return Array.from(forms.values()).filter(
    (other) =>
      other !== kept &&
      other.id === kept.id &&
      // In this commit, it may have become another one.
      identify(other) === kept.id,
  )
}

/** Tells components which draft a form was filled with. */
export function show(kept: KeptForm, draft?: FilledDraft): void {
  if (kept.draft === draft) return
  kept.draft = draft
  dispatchEvent(new Event(DRAFT_EVENT))
}
