import { isSecretForm, readFields } from './draft-controls.ts'
import { identify, rowsOf } from './draft-identity.ts'
import { entryOf, findEqual, show, type DraftPage, type KeptForm } from './draft-page.ts'
import { editDraft, removeDraft } from './draft-store.ts'
import { isUnknown } from './draft.ts'

/**
 * Begins a form for the visitor who is signed in: the form is new, was accepted, or shows another
 * record (DR-9).
 */
export function begin({ told }: DraftPage, kept: KeptForm): void {
  const { form } = kept
  Object.assign(kept, {
    entry: entryOf(kept.page),
    n: Math.random(),
    id: identify(kept),
    owner: told,
    rows: rowsOf(form),
    starts: new Map(),
    rest: new Map(),
    state: 0,
  })
  show(kept)
}

/** Saves the form if the person has typed since it was last saved (DR-4). */
export function save(page: DraftPage, kept: KeptForm): void {
  if (kept.state < 2) return
  kept.state = 1
  const { entry, form, id, n, owner } = kept
  if (isUnknown(owner) || isSecretForm(form) || findEqual(page, kept)[0]) return
  const fields = [...readFields(kept).values()].flat()
  const rows = rowsOf(form, kept.rows)
  const hasRows = JSON.stringify(rows) !== JSON.stringify(kept.rows)
  if (fields[0] || hasRows) {
    editDraft(page.item, n, { id, owner, fields, rows: hasRows ? rows : undefined }, entry)
  } else removeDraft(page.item, kept)
}

/** Saves the forms that are no longer on the page, and forgets them. */
export function sweep(page: DraftPage): void {
  const { forms, gone } = page
  const removed = Array.from(forms).filter(([, { form }]) => !form.isConnected)
  // All are saved before any is forgotten: two equal forms that are removed together are both not
  // kept.
  for (const [, kept] of removed) save(page, kept)
  for (const [form, kept] of removed) {
    forms.delete(form)
    gone.add(kept.id)
    show(kept)
  }
}

/** Ends a draft: the form was reset, or the browser sends it (DR-15). */
export function end(page: DraftPage, kept: KeptForm): void {
  removeDraft(page.item, kept)
  kept.touched.clear()
  kept.first.clear()
  begin(page, kept)
}
