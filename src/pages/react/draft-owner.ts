import { nobody, unknownVisitor } from '../page-protocol/visitor-header.ts'
import { save } from './draft-life.ts'
import { show, type DraftPage } from './draft-page.ts'
import { isSame, passOn } from './draft-return.ts'
import { changeDrafts } from './draft-store.ts'
import { isUnknown, leaving } from './draft.ts'

/**
 * Saves all forms, and checks who is signed in. If the visitor is another one than before, removes the drafts of other
 * visitors (DR-20).
 */
export function checkVisitor(page: DraftPage): void {
  for (const kept of page.forms.values()) save(page, kept)
  const before = page.told
  const who = (page.told = page.keeper.visitor())
  if (who === before || isUnknown(who)) return
  const isLogout = who === nobody && before === leaving
  const pass = (owner: string): string => (isLogout ? unknownVisitor : passOn(owner, who))
  for (const kept of page.forms.values()) {
    kept.owner = pass(kept.owner)
    if (!isUnknown(kept.owner)) continue
    kept.rest.clear()
    show(kept)
  }
  changeDrafts(page.item, (drafts) => {
    const entry = drafts.at(-1)?.at.at(-1)
    for (const draft of drafts) {
      // The session has ended: the draft of the last page waits for the next login.
      const isLast = draft.at.at(-1) === entry && draft.owner !== nobody
      if (who === nobody && isLast) draft.waits ||= 1
      // It may be the same visitor, whose digest has another secret now. The draft stays, and is not shown.
      if (isLogout || isSame(draft.owner, who) !== undefined) draft.owner = pass(draft.owner)
    }
    return drafts.filter(({ owner }) => !isUnknown(owner))
  })
}
