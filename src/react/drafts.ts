import type { DataRequest } from '../client-router/shared.ts'
import { nobody, unknownVisitor } from '../page-protocol/visitor-header.ts'
import type { Browser } from './browser.ts'
import {
  digestDefaults,
  emptyControls,
  fillControls,
  isSecretForm,
  markPassword,
  readFields,
  textOf,
  type Control,
  type Typed,
} from './draft-controls.ts'
import { identify, rowsOf, type FormProps } from './draft-identity.ts'
import { changeDrafts, MOST, readDrafts, type StoredDraft } from './draft-store.ts'
import {
  DRAFT_EVENT,
  draftsItem,
  isUnknown,
  leaving,
  type DraftKeeper,
  type Drafts,
  type FilledDraft,
} from './draft.ts'
import { warnOfControlled, warnOfEqual, warnOfOther } from './draft-warnings.ts'

/** How many milliseconds after the first change a form is saved (DR-4). */
const PAUSE = 1000

/** A form of the page. */
interface Kept extends FormProps, Typed, Pick<StoredDraft, 'id' | 'n' | 'owner' | 'url'> {
  /** The entry of the history that it shows in. */
  entry: string
  /** The page of its last rendering, and what decided then whether the form begins anew (DR-9). */
  page: object
  record: string[]
  /** The rows that it began with. */
  rows: string
  /** Whether it has a draft, whether something was typed since that was saved, and since the form was sent. */
  hasDraft: boolean
  isChanged: boolean
  isTypedSince: boolean
  /** Whether the page has another form with its identity. */
  isEqual: boolean
  /** The last request that sent it. */
  request?: DataRequest
  /** The draft that it was filled with. */
  draft?: FilledDraft | undefined
}

/** What a form was when it was sent. */
type Sent = Pick<Kept, 'id' | 'n' | 'owner' | 'url'>

/** Begins to keep drafts. */
export function openDrafts(browser: Browser, keeper: DraftKeeper): Drafts {
  const item = draftsItem(keeper.scope)
  const change = changeDrafts.bind(null, item)
  /** The forms of the page. */
  const live = new Map<unknown, Kept>()
  /** The identities that the visit of this entry has shown, and the forms that this commit has filled (DR-7). */
  const seen = new Set<string>()
  const filled = new Set<Kept>()
  const sent = new WeakMap<DataRequest, [Kept, Sent]>()
  let visited: unknown
  let told: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let submitted: Kept | undefined
  // Until now nothing was kept: what differs from the page was typed before, or set by the browser.
  let isEarly = true
  queueMicrotask(() => (isEarly = false))
  // After a crash, browsers bring the storage of the tab back, but not the state of its entry.
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isLost = !history.state && load !== undefined && load.type !== 'navigate'

  // Whose text it is.

  /** Returns who is signed in. If that is someone else than before, the drafts of others go (DR-20). */
  const visitor = (): string => {
    const who = keeper.visitor()
    const before = told
    told = who
    if (who === before || isUnknown(who)) return who
    saveAll()
    const isLogout = who === nobody && before === leaving
    const pass = (owner: string): string => (isLogout ? unknownVisitor : passOn(owner, who))
    for (const kept of live.values()) {
      kept.owner = pass(kept.owner)
      if (!isUnknown(kept.owner)) continue
      kept.rest.clear()
      show(kept, undefined)
    }
    change((drafts) => {
      const entry = drafts.at(-1)?.at.at(-1)
      for (const draft of drafts) {
        // Someone's session has ended.
        const isLast = draft.at.at(-1) === entry && draft.owner !== nobody
        if (who === nobody && isLast) draft.waits ||= 1
        draft.owner = pass(draft.owner)
      }
      return drafts.filter(({ owner }) => !isUnknown(owner))
    })
    return who
  }

  // Save.

  const put = (draft: Omit<StoredDraft, 'time'>, entry: string): void =>
    change((drafts) => {
      const at = [...draft.at.filter((other) => other !== entry), entry].slice(-MOST)
      return [...drafts.filter(({ n }) => n !== draft.n), { ...draft, at, time: Date.now() }]
    })

  const find = (n: string): StoredDraft | undefined =>
    readDrafts(item).find((draft) => draft.n === n)

  /** Changes what is stored about a draft, if there is one. */
  const edit = (n: string, changes: Partial<StoredDraft>, entry?: string): void => {
    const draft = find(n)
    if (draft) put({ ...draft, ...changes }, entry ?? draft.at.at(-1)!)
  }

  /** Removes a draft, and those that wait for the same form. */
  const remove = ({ id, n, owner, url }: Sent): void =>
    change((drafts) =>
      drafts.filter(
        (draft) =>
          draft.n !== n &&
          !(draft.waits && draft.id === id && draft.url === url && draft.owner === owner),
      ),
    )

  const save = (kept: Kept): void => {
    visitor()
    if (!kept.isChanged) return
    kept.isChanged = false
    const { entry, form, id, n, owner, url } = kept
    // A form that is gone may have been replaced by an equal one.
    if (form.isConnected) kept.isEqual = findEqual(kept).length > 0
    if (isUnknown(owner) || kept.isEqual || isSecretForm(form)) return
    const fields = [...readFields(kept)]
    const rows = rowsOf(form)
    const hasRows = JSON.stringify(rows) !== kept.rows
    if (!fields[0] && !hasRows) return remove(kept)
    const more = { n, id, owner, url, fields, rows: hasRows ? rows : undefined }
    put({ at: [], waits: 0, isSent: false, ...find(n), ...more }, entry)
  }

  const saveAll = (): void => {
    clearTimeout(timer)
    timer = undefined
    for (const kept of live.values()) save(kept)
  }

  const touch = (kept: Kept): void => {
    kept.hasDraft = kept.isChanged = true
    timer ??= setTimeout(saveAll, PAUSE)
  }

  // Begin and end.

  /** The entry of the history that is shown, which is not always the one of the browser. */
  const here = ({ location } = browser.shown): Pick<Kept, 'entry' | 'url'> => {
    const { key, pathname, search } = location
    return { url: pathname + search, entry: `${key} ${pathname}${search}` }
  }

  const begin = (kept: Kept): void => {
    Object.assign(kept, {
      ...here(),
      n: Math.random().toString(36).slice(2),
      id: identify(kept),
      owner: visitor(),
      rows: JSON.stringify(rowsOf(kept.form)),
      defaults: digestDefaults(kept.form),
      rest: new Map(),
      hasDraft: false,
      isChanged: false,
    })
    show(kept, undefined)
  }

  const end = (kept: Kept): void => {
    remove(kept)
    kept.touched.clear()
    kept.first.clear()
    begin(kept)
  }

  const show = (kept: Kept, draft: FilledDraft | undefined): void => {
    if (kept.draft === draft) return
    kept.draft = draft
    dispatchEvent(new Event(DRAFT_EVENT))
  }

  /** What decides whether a form begins anew: its identity without rows, and what its controls begin with. */
  const recordOf = (kept: Kept): string[] => [
    identify(kept, false),
    JSON.stringify([...digestDefaults(kept.form)]),
  ]

  /** Finds other forms of the page with the same identity. A text could go to the wrong one (DR-8). */
  const findEqual = (kept: Kept): Kept[] =>
    [...live.values()].filter(
      (other) =>
        other !== kept &&
        other.id === kept.id &&
        other.form.isConnected &&
        // In this commit, it may have become another one.
        identify(other) === kept.id,
    )

  // Fill.

  const fill = (kept: Kept): void => {
    const { entry, form, id, owner, url } = kept
    const { commit, invalid, location } = browser.shown
    const isFirst = !seen.has(id)
    seen.add(id)
    const equal = findEqual(kept)
    kept.isEqual = equal.length > 0
    for (const other of equal) {
      other.isEqual = true
      if (!filled.has(other)) continue
      emptyControls(other)
      begin(other)
    }
    if (process.env.NODE_ENV !== 'production' && kept.isEqual) warnOfEqual(id)
    if (kept.isEqual || isUnknown(owner) || owner !== visitor()) return

    // A form with another `key` replaces one in the same commit, and begins empty.
    const isReplaced = [...live.values()].some((one) => one.id === id && !one.form.isConnected)
    const isWanted = ({ at, url: place, waits }: StoredDraft): boolean =>
      isFirst
        ? at.includes(entry) || (place === url && (waits > 0 || (isLost && commit.initial)))
        : place === url && waits > 0 && !isReplaced
    const drafts = readDrafts(item).filter((draft) => draft.owner === owner && isWanted(draft))
    const same = drafts.filter((draft) => draft.id === id)
    const draft = same.findLast(({ at }) => at.includes(entry)) ?? same.at(-1)
    if (!draft) {
      if (process.env.NODE_ENV !== 'production') {
        const ids = new Set(Array.from(live.values(), (one) => one.id))
        const others = drafts.filter((draft) => !ids.has(draft.id))
        warnOfOther(
          id,
          url,
          others.map((draft) => draft.id),
        )
      }
      return
    }
    // The server shows what was sent, and what is wrong with it (DR-13).
    const isOwn = (JSON.parse(id) as string[])[1]!.split('?')[0] === location.pathname
    if (commit.initial && invalid && isOwn) return remove(draft)

    const { fields, isSent, n, once, rows } = draft
    const outdated = fields.flatMap(([name, [defaults]]) =>
      (kept.defaults.get(name) ?? defaults) === defaults ? [] : [name],
    )
    for (const [name, [defaults]] of fields) kept.defaults.set(name, defaults)
    Object.assign(kept, { n, rest: new Map(fields), hasDraft: true })
    const controlled = fillControls(kept)
    if (process.env.NODE_ENV !== 'production') warnOfControlled(controlled)
    filled.add(kept)
    queueMicrotask(() => filled.delete(kept))
    if (once) browser.onceKeys?.set(form, { key: once })
    if (!draft.at.includes(entry)) put({ ...draft, waits: draft.waits > 1 ? 2 : 0 }, entry)
    show(kept, {
      texts: new Map(
        fields.map(([name, [, saved]]) => [name, saved.flatMap(([, texts]) => texts)]),
      ),
      isSent,
      outdated,
      rows,
      discard() {
        end(kept)
        HTMLFormElement.prototype.reset.call(form)
      },
    })
  }

  // What happens in the page.

  const listen = (
    target: EventTarget,
    type: string,
    use: (kept: Kept | undefined, control: Control, event: Event) => void,
  ): void =>
    target.addEventListener(
      type,
      (event) => {
        const control = event.target as Control
        use(live.get(control.form ?? control), control, event)
      },
      target === document,
    )

  listen(document, 'focusin', (kept, control) => {
    if (kept && !kept.first.has(control)) kept.first.set(control, textOf(control))
  })
  listen(document, 'input', (kept, control) => {
    if (!kept) return
    markPassword(control)
    kept.touched.add(control)
    kept.isTypedSince = true
    touch(kept)
  })
  listen(window, 'reset', (kept, _, event) => {
    if (kept && !event.defaultPrevented) end(kept)
  })
  // The browser sends the form, unless its event was prevented: then the app or the client router does.
  listen(window, 'submit', (kept, _, event) => {
    if (event.defaultPrevented) submitted = kept
    else if (kept) end(kept)
  })
  listen(document, 'visibilitychange', saveAll)
  listen(window, 'pagehide', saveAll)
  listen(window, 'storage', visitor)

  const look = (records: readonly MutationRecord[]): void => {
    for (const { attributeName, oldValue, target } of records) {
      if (attributeName) markPassword(target as Element, oldValue)
    }
    for (const [form, kept] of live) {
      if (kept.form.isConnected) {
        if (kept.rest.size && kept.owner === visitor()) fillControls(kept)
        continue
      }
      live.delete(form)
      save(kept)
      show(kept, undefined)
    }
  }
  const observer = new MutationObserver(look)
  observer.observe(document, {
    childList: true,
    subtree: true,
    attributeFilter: ['type'],
    attributeOldValue: true,
  })

  // The client router notifies before React renders, so the old page still has its forms.
  browser.whenStarted((router) => {
    let last = router.getSnapshot()
    return router.subscribe((next) => {
      const { commit, errors, loaderData } = last
      last = next
      if (next.commit === commit && next.loaderData === loaderData && next.errors === errors) return
      saveAll()
      for (const kept of live.values()) kept.record = recordOf(kept)
      if (!next.errors || next.errors === errors) return
      // A boundary takes the forms away. Those that are there again are a new visit (DR-7), also of a new entry.
      seen.clear()
      const { entry, url } = here(next)
      for (const kept of live.values()) if (kept.url === url) edit(kept.n, {}, entry)
    })
  })

  visitor()
  return {
    see(form, about, hasAction, who) {
      const { shown } = browser
      if (shown.location !== visited) seen.clear()
      visited = shown.location
      const known = live.get(form)
      if (!known) {
        const kept = { form, about, hasAction, page: shown } as Kept
        Object.assign(kept, { touched: new Set(), first: new Map() })
        begin(kept)
        // It may have begun before this code was there.
        if (who) kept.owner = passOn(who, kept.owner)
        live.set(form, kept)
        kept.record = recordOf(kept)
        const control = document.activeElement as Control | null
        if (control?.form === form) kept.first.set(control, textOf(control))
        fill(kept)
        const wasThere = isEarly || shown.commit.initial
        if (wasThere && !kept.hasDraft && readFields(kept).size) touch(kept)
      } else if (known.page !== shown || known.about !== about) {
        save(known)
        const { entry, record, url } = known
        Object.assign(known, { about, hasAction, page: shown })
        const now = (known.record = recordOf(known))
        const place = here()
        if (now[0] !== record[0] || (place.url !== url && now[1] !== record[1])) {
          begin(known)
          fill(known)
          return
        }
        if (!known.hasDraft) known.defaults = digestDefaults(form)
        Object.assign(known, place)
        known.isChanged ||= known.hasDraft && place.entry !== entry
        save(known)
        seen.add(known.id)
      }
    },
    send(request) {
      const kept = request ? live.get(request.source) : submitted
      if (!kept || kept.request === request) return
      if (!request) return end(kept)
      const { form, id, n, owner, url } = kept
      sent.set(request, [kept, { id, n, owner, url }])
      Object.assign(kept, { request, isTypedSince: false })
      save(kept)
      // Only a mutation with a key has headers.
      const once = request.headers && browser.onceKeys?.get(form)?.key
      edit(n, { waits: 2, isSent: true, once })
    },
    end(request, { redirected, status }, ranFor) {
      const [kept, draft] = sent.get(request) ?? []
      if (!kept || !draft) return
      // The form may show another record since (DR-9). Of one record, the last request counts.
      const isSame = kept.n === draft.n
      if (isSame && kept.request !== request) return
      const isPage = request.redirect === 'manual'
      const isForOwner = ranFor === '*' || ranFor === draft.owner
      if (status < 400 && (isPage ? isForOwner : !redirected)) {
        remove(draft)
        if (!isSame) return
        begin(kept)
        if (kept.isTypedSince) touch(kept)
      } else if (status < 500) edit(draft.n, { isSent: false, once: undefined })
    },
    turn: visitor,
    visit: () => seen.clear(),
    draftOf: (id) => live.get(document.getElementById(id))?.draft,
  }
}

/** Returns whose a text is after someone has signed in or out: what was typed while nobody was signed in goes to the next. */
function passOn(owner: string, who: string): string {
  if (who === nobody || owner === who) return owner
  return owner === nobody ? who : unknownVisitor
}
