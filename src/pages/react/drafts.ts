import type { DataRequest } from '../client-router/shared.ts'
import type { Browser } from './browser.ts'
import {
  controlsOf,
  fillControls,
  markPassword,
  readFields,
  textOf,
  type Control,
} from './draft-controls.ts'
import { fill } from './draft-fill.ts'
import { begin, end, save, sweep } from './draft-life.ts'
import { checkVisitor } from './draft-owner.ts'
import { entryOf, recordOf, type DraftPage, type KeptForm } from './draft-page.ts'
import { isSame, passOn } from './draft-return.ts'
import { editDraft, isOf, readDrafts, removeDraft, urlOf } from './draft-store.ts'
import type { DraftKeeper, Drafts } from './draft.ts'

/** How many milliseconds after the first change a form is saved (DR-4). */
const PAUSE = 1000

/** Starts to keep drafts. */
export function openDrafts(browser: Browser, keeper: DraftKeeper): Drafts {
  const page: DraftPage = {
    browser,
    keeper,
    item: keeper.item,
    forms: new Map(),
    isLost: !history.state,
    seen: new Set(),
    gone: new Set(),
    told: '',
  }
  checkVisitor(page)
  listen(page)
  observe(page)
  follow(page)
  return {
    see: (...form) => see(page, ...form),
    send: (request) => send(page, request),
    end: () => page.submitted && end(page, page.submitted),
    turn: () => checkVisitor(page),
    visit: () => page.seen.clear(),
    draftOf: (id) => page.forms.get(document.getElementById(id))?.draft,
  }
}

// Called when React renders.

/** Notes a form after a rendering: the form is new, or the page around it may have changed. */
function see(
  page: DraftPage,
  form: HTMLFormElement,
  about: string | undefined,
  hasAction: boolean,
  who?: string,
  shown = page.browser.shown,
): void {
  const { forms, seen } = page
  const known = forms.get(form)
  if (known?.page === shown && known.about === about) return
  checkVisitor(page)
  sweep(page)
  if (shown.location !== page.visited) seen.clear()
  page.visited = shown.location
  const props = { form, about, hasAction, page: shown }
  if (known) return seeAgain(page, known, props)

  const first = new Map(controlsOf(form).map((control) => [control, textOf(control)]))
  const kept = { ...props, first, touched: new Set() } as KeptForm
  begin(page, kept)
  // The form may have begun before this code was loaded.
  if (who) kept.owner = passOn(who, kept.owner)
  forms.set(form, kept)
  kept.record = recordOf(kept)
  fill(page, kept)
  // If a field differs from its default, the person has typed into it before.
  const wasThere = (who ?? shown.commit.initial) && page.keeper.isTyped(form)
  if (wasThere && !kept.state && readFields(kept).size) touch(page, kept)
  // The form was removed before this code was loaded.
  if (!form.isConnected) sweep(page)
}

/** Notes a form that stays while the page changes. It begins anew if it is about another record (DR-9). */
function seeAgain(page: DraftPage, kept: KeptForm, props: Partial<KeptForm>): void {
  const { entry, record } = kept
  const now = recordOf(Object.assign(kept, props))
  const next = entryOf(kept.page)
  kept.record = now
  const isOther = now[0] !== record[0] || (urlOf(next) !== urlOf(entry) && now[1] !== record[1])
  if (isOther || (next !== entry && hasOther(page, kept, next))) {
    begin(page, kept)
    return fill(page, kept)
  }
  if (kept.state && next !== entry) kept.state = 2
  kept.entry = next
  save(page, kept)
  page.seen.add(kept.id)
}

/** Whether a history entry has another draft of the form, such as an older entry of the same page (DR-5). */
function hasOther({ item }: DraftPage, kept: KeptForm, entry: string): boolean {
  const draft = readDrafts(item).findLast((one) => isOf(one, kept) && one.at.includes(entry))
  return !!draft && draft.n !== kept.n
}

// Called when the client router sends a form.

/** Notes that a form is sent. Returns a function to call with the response. */
function send(page: DraftPage, request: DataRequest): ReturnType<Drafts['send']> {
  const { browser, forms, item } = page
  const kept = forms.get(request.source)
  if (!kept) return undefined
  checkVisitor(page)
  const draft = { ...kept }
  Object.assign(kept, { request, isTypedSince: false })
  // Only a mutation with a key has headers.
  const once = request.headers && browser.onceKeys?.get(kept.form)?.key
  editDraft(item, kept.n, { waits: 3, once })
  return ({ redirected, status }, ranFor) => {
    // The form may show another record since (DR-9). If it does not, only its last request counts.
    const isSameForm = kept.n === draft.n
    if (isSameForm && kept.request !== request) return
    checkVisitor(page)
    const isPage = request.redirect === 'manual'
    const isForOwner = ranFor === '*' || isSame(ranFor, draft.owner)
    // The app has accepted the form (DR-14).
    if (status < 400 && (isPage ? isForOwner : !redirected)) {
      removeDraft(item, draft)
      if (!isSameForm) return
      begin(page, kept)
      if (kept.isTypedSince) touch(page, kept)
    } else if (status < 500) editDraft(item, draft.n, { waits: 2, once: undefined })
  }
}

// Called for events of the page.

/** Notes that the person has typed. The form is saved soon. */
function touch(page: DraftPage, kept: KeptForm): void {
  kept.state = 2
  page.timer ??= setTimeout(() => {
    page.timer = undefined
    checkVisitor(page)
  }, PAUSE)
}

function listen(page: DraftPage): void {
  const { forms } = page
  const handle = ({ defaultPrevented, target, type }: Event): void => {
    const control = target as Control
    const kept = forms.get(control) ?? forms.get(control.form)
    if (type === 'input') {
      if (!kept) return
      markPassword(control)
      kept.touched.add(control)
      kept.isTypedSince = true
      return touch(page, kept)
    }
    checkVisitor(page)
    if (!/reset|submit/.test(type)) return
    // The browser resets or sends the form. If the event was prevented, the app or the client router sends it.
    if (type === 'submit') page.submitted = kept
    if (kept && !defaultPrevented) end(page, kept)
  }
  for (const type of ['input', 'reset', 'submit', 'visibilitychange', 'pagehide', 'storage']) {
    addEventListener(type, handle, type === 'input')
  }
}

/** Watches for forms that are removed, controls that are added, and passwords that are shown. */
function observe(page: DraftPage): void {
  const observer = new MutationObserver((records) => {
    for (const { attributeName, oldValue, target } of records) {
      if (attributeName) markPassword(target as Element, oldValue)
    }
    sweep(page)
    page.gone.clear()
    for (const kept of page.forms.values()) {
      if (kept.rest.size && kept.owner === page.told) fillControls(kept)
    }
  })
  observer.observe(document, {
    childList: true,
    subtree: true,
    attributeFilter: ['type'],
    attributeOldValue: true,
  })
}

/** Follows the client router, which notifies before React renders: the old page still has its forms. */
function follow(page: DraftPage): void {
  const { browser, forms } = page
  browser.whenStarted((router) => {
    return router.subscribe((next) => {
      const { commit, errors, loaderData } = browser.shown
      if (next.commit === commit && next.loaderData === loaderData && next.errors === errors) return
      checkVisitor(page)
      for (const kept of forms.values()) kept.record = recordOf(kept)
      if (!next.errors) return
      // A boundary removes the forms. When they come back, they count as a new visit (DR-7), and belong to the new entry
      // too.
      page.seen.clear()
      const entry = entryOf(next)
      for (const kept of forms.values()) {
        if (urlOf(kept.entry) === urlOf(entry)) editDraft(page.item, kept.n, {}, entry)
      }
    })
  })
}
