import { digestDefaults, emptyControls, fillControls } from './draft-controls.ts'
import { begin, end } from './draft-life.ts'
import { findEqual, show, type DraftPage, type KeptForm } from './draft-page.ts'
import { editDraft, readDrafts, removeDraft, urlOf, type StoredDraft } from './draft-store.ts'
import { isUnknown } from './draft.ts'
import { warnOfControlled, warnOfEqual, warnOfOther } from './draft-warnings.ts'

/** Fills a form when it begins: with the draft of its history entry, or with a draft that waits at its URL. */
export function fill(page: DraftPage, kept: KeptForm): void {
  const { form, id, owner } = kept
  const isFirst = !page.seen.has(id)
  page.seen.add(id)
  const equal = findEqual(page, kept)
  for (const other of equal) {
    if (!other.isFresh) continue
    emptyControls(other)
    begin(page, other)
  }
  if (process.env.NODE_ENV !== 'production' && equal[0]) warnOfEqual(id)
  if (equal[0] || !form.isConnected || isUnknown(owner) || owner !== page.told) return

  const draft = findDraft(page, kept, isFirst)
  if (draft) fillWith(page, kept, draft)
}

/** Returns the draft for a form: the one of its history entry, else the newest that waits at its URL (DR-5, DR-6). */
function findDraft(
  { browser, forms, gone, isLost, item }: DraftPage,
  { entry, id, owner }: KeptForm,
  isFirst: boolean,
): StoredDraft | undefined {
  // A form that replaces one with another `key` in the same commit begins empty (DR-7).
  const canWait = isFirst || !gone.has(id)
  const canBeLost = isFirst && isLost && browser.shown.commit.initial
  const drafts = readDrafts(item).filter(
    ({ at, owner: other, waits }) =>
      other === owner &&
      ((isFirst && at.includes(entry)) ||
        ((waits ? canWait : canBeLost) && urlOf(at.at(-1)!) === urlOf(entry))),
  )
  const same = drafts.filter((draft) => draft.id === id)
  if (process.env.NODE_ENV !== 'production' && !same[0]) {
    const ids = new Set(Array.from(forms.values(), (kept) => kept.id))
    const others = drafts.map((draft) => draft.id).filter((other) => !ids.has(other))
    warnOfOther(id, urlOf(entry), others)
  }
  return same.findLast(({ at }) => at.includes(entry)) ?? same.at(-1)
}

/** Fills a form with a draft, and adds its history entry to the draft. */
function fillWith(page: DraftPage, kept: KeptForm, draft: StoredDraft): void {
  const { browser, item } = page
  const { entry, form, id, starts } = kept
  const { at, fields, n, once, rows, waits } = draft
  const { commit, invalid, location } = browser.shown
  kept.n = n
  // The server shows the sent values and their errors (DR-13).
  const isOwn = id.startsWith(`["${location.pathname}",`)
  if (commit.initial && invalid && isOwn) return removeDraft(item, kept)

  const rest = Map.groupBy(fields, ([name]) => name)
  const defaults = digestDefaults(form)
  const outdated: string[] = []
  const texts = new Map<string, string[]>()
  for (const [name, saved] of rest) {
    const [, , start] = saved[0]!
    if ((defaults.get(name) ?? start) !== start) outdated.push(name)
    starts.set(name, start)
    texts.set(
      name,
      saved.flatMap((one) => one.slice(3)),
    )
  }
  Object.assign(kept, { rest, state: 1, isFresh: true })
  queueMicrotask(() => (kept.isFresh = false))
  // The text was typed for another record or entry. The draft of that one keeps it.
  if (kept.touched.size) emptyControls(kept)
  fillControls(kept)
  if (process.env.NODE_ENV !== 'production') warnOfControlled(kept)
  if (once) browser.onceKeys?.set(form, { key: once })
  if (!at.includes(entry)) editDraft(item, n, { waits: waits > 1 ? waits : 0 }, entry)
  show(kept, {
    texts,
    isSent: waits > 2,
    outdated,
    rows,
    discard() {
      end(page, kept)
      HTMLFormElement.prototype.reset.call(form)
    },
  })
}
