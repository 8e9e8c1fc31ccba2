import type { DataRequest } from '../client-router/shared.ts'
import { nobody, unknownVisitor } from '../page-protocol/visitor-header.ts'
import type { Browser } from './browser.ts'
import {
  DRAFT_EVENT,
  draftsItem,
  type DraftKeeper,
  type Drafts,
  type FilledDraft,
  type Rows,
} from './draft.ts'
import { METHOD_ATTRIBUTE } from './read-submission.ts'
import { readItem, writeItem } from './tab-storage.ts'
import { warn } from './warn.ts'

/** How many drafts a tab has, of how many characters, and for how many milliseconds (DR-3). */
const MOST = 20
const SIZE = 1024 * 1024
const AGE = 86_400_000
/** How many milliseconds after the first change a form is saved (DR-4). */
const PAUSE = 1000

type Control = Omit<HTMLSelectElement, 'type'> &
  Omit<HTMLTextAreaElement, 'type'> &
  HTMLInputElement

/** A control as it was saved: its values, whether it was typed into, and for a box whether it is checked. */
type Saved = [values: string[], isTyped: boolean, isChecked?: boolean]

/** All controls with one name, with a digest of their defaults. A controlled one is not set: the app sets it. */
type Field = [name: string, defaults: number, isControlled: boolean, controls: Saved[]]

/** One draft in the storage. */
interface Stored {
  /** Its number. Its copies for other entries of the history have the same. */
  n: string
  /** The key of the entry, and its path and query. */
  key: string
  url: string
  /** Which form it is (DR-8). */
  id: string
  owner: string
  time: number
  fields: Field[]
  rows?: Rows | undefined
  /** Whether every visit of its URL shows it: 1 until it is shown, 2 until it is accepted (DR-6). */
  waits: 0 | 1 | 2
  isSent: boolean
  once?: string | undefined
}

/** What a form was when it was sent. */
type Sent = Pick<Stored, 'id' | 'n' | 'owner' | 'url'>

/** A form of the page, as it began (DR-9). */
interface Kept extends Omit<Stored, 'fields' | 'time'> {
  form: HTMLFormElement
  about: string | undefined
  hasAction: boolean
  /** The page of the last rendering. */
  page: object
  /** What decides whether it begins anew, as it was before the page changed. */
  before: [id: string, defaults: string]
  hasDraft: boolean
  isChanged?: boolean
  /** Whether the page has another form with its identity. */
  isEqual?: boolean
  touched: Set<Control>
  /** What controls had when they got the focus first. */
  first: Map<Control, string>
  defaults: Map<string, number>
  began: string
  /** What was not filled: there is no control yet, or the app sets it. */
  rest: Map<string, Field>
  /** The last request, and what was typed since. */
  request?: DataRequest | undefined
  since: Set<Control>
  draft?: FilledDraft | undefined
  undo?: (() => void)[] | undefined
}

/** Begins to keep drafts. */
export function openDrafts(browser: Browser, keeper: DraftKeeper): Drafts {
  const item = draftsItem(keeper.scope)
  const states = new WeakMap<object, Kept>()
  const live = new Set<Kept>()
  const sent = new WeakMap<DataRequest, Sent>()
  const secrets = new WeakSet<Element>()
  const seen = new Set<string>()
  const shared = (): string | null => readItem(`fw:visitor${keeper.scope}`, 'localStorage')
  // This code may be here long after the document, and another tab may have been told since.
  let heard = keeper.visitor === unknownVisitor ? shared() : keeper.visitor
  let turned: string | undefined
  let isLeaving = false
  let visited: unknown
  let timer: ReturnType<typeof setTimeout> | undefined
  let submitted: Kept | undefined
  // Until now, nothing was kept: what is there was typed before, or by the browser.
  let isEarly = true

  /** Who is signed in, as this document knows it, or another tab that was told since (DR-19). */
  const visitor = (): string => {
    const other = shared()
    if (other !== heard) {
      heard = other
      keeper.visitor = other ?? unknownVisitor
    }
    const who = keeper.visitor
    if (who === turned) return who
    turned = who
    if (who === unknownVisitor) return who
    saveAll()
    if (who !== nobody) {
      change((drafts) =>
        drafts
          .filter(({ owner }) => owner === who || owner === nobody)
          .map((draft) => ({ ...draft, owner: who })),
      )
      for (const kept of live) kept.owner = [who, nobody].includes(kept.owner) ? who : '?'
    } else if (isLeaving) {
      change(() => [])
      for (const kept of live) kept.owner = unknownVisitor
    } else {
      change((drafts) => {
        const { key, url } = drafts.at(-1) ?? {}
        for (const draft of drafts) {
          const isLast = draft.key === key && draft.url === url && draft.owner !== nobody
          if (isLast) draft.waits ||= 1
        }
        for (const kept of live) if (kept.key === key && kept.url === url) kept.waits ||= 1
        return drafts
      })
    }
    isLeaving = false
    return who
  }

  const change = (edit: (drafts: Stored[]) => Stored[]): void => {
    // A draft that is too large alone removes no other.
    const texts = edit(readDrafts(item))
      .map((draft) => JSON.stringify(draft))
      .filter((text) => text.length < SIZE)
      .slice(-MOST)
    while (texts.join().length > SIZE - 2) texts.shift()
    const text = texts[0] ? `[${texts.join()}]` : ''
    if (text || readItem(item)) writeItem(item, text)
  }

  const remove = ({ id, n, owner, url }: Sent): void =>
    change((drafts) =>
      drafts.filter(
        (draft) =>
          draft.n !== n &&
          !(draft.waits && draft.id === id && draft.url === url && draft.owner === owner),
      ),
    )

  const begin = (kept: Kept): void => {
    const { form } = kept
    findSecrets(kept)
    Object.assign(kept, {
      ...entryOf(browser),
      n: Math.random().toString(36).slice(2),
      id: identify(kept, true),
      owner: visitor(),
      waits: 0,
      isSent: false,
      once: undefined,
      hasDraft: false,
      isChanged: false,
      touched: new Set(),
      first: new Map(),
      defaults: digestDefaults(form),
      began: JSON.stringify(rowsOf(form)),
      rest: new Map(),
      since: new Set(),
    })
    // It had the focus before.
    const control = document.activeElement as Control | null
    if (control?.form === form) kept.first.set(control, valueOf(control))
  }

  const controlsOf = ({ form }: Kept): Map<string, Control[]> =>
    groupControls(form, (control) => isKept(control) && !secrets.has(control))

  const isTyped = ({ first, touched }: Kept, control: Control): boolean => {
    const value = valueOf(control)
    const start = defaultOf(control)
    return (
      (touched.has(control) && value !== (first.get(control) ?? start)) ||
      (!hasOwnStart(control) && value !== start)
    )
  }

  const read = (kept: Kept): Field[] => {
    const { defaults, rest, touched } = kept
    const groups = controlsOf(kept)
    const fields = [...groups].flatMap(([name, controls]): Field[] => {
      const saved = controls.map((control): Saved => {
        const values = valuesOf(control)
        const typed = isTyped(kept, control)
        return isBox(control) ? [values, typed, control.checked] : [values, typed]
      })
      const followed = controls.some(
        (control) => isTyped(kept, control) && valueOf(control) === defaultOf(control),
      )
      return saved.some(([, isTyped]) => isTyped)
        ? [[name, defaults.get(name) ?? digest(controls), followed, saved]]
        : []
    })
    for (const [name, field] of rest) {
      const isTouched = groups.get(name)?.some((control) => touched.has(control))
      if (!isTouched && !fields.some(([other]) => other === name)) fields.push(field)
    }
    return fields
  }

  const isAlone = (kept: Kept): boolean => {
    const isSame = (other: Kept): boolean => other.id === kept.id && other.form.isConnected
    const others = [...live].filter((other) => other !== kept && isSame(other))
    if (others[0] && process.env.NODE_ENV !== 'production') {
      warn(
        `Two forms of the page are equal, so neither keeps what is typed: ${kept.id}. Give each the hidden field that tells its action which record it is, or <Form draft>.`,
      )
    }
    for (const other of others) {
      other.isEqual = true
      other.undo?.forEach((restore) => restore())
    }
    return !others[0]
  }

  const save = (kept: Kept): void => {
    visitor()
    const { form, hasDraft, id, isSent, key, n, once, url, waits } = kept
    kept.isChanged = false
    if (kept.owner === unknownVisitor || !hasDraft) return
    const isRefused =
      secretWords.test(form.getAttribute('autocomplete') ?? '') ||
      Array.from(form.elements as unknown as Control[]).some(
        (control) =>
          (control.type === 'password' || secrets.has(control)) &&
          !/new-password/.test(control.getAttribute('autocomplete') ?? ''),
      )
    // A form that was removed may have been replaced by an equal one.
    if (form.isConnected) kept.isEqual = !isAlone(kept)
    if (isRefused || kept.isEqual) return
    const fields = read(kept)
    const rows = rowsOf(form)
    const hasRows = JSON.stringify(rows) !== kept.began
    if (!fields[0] && !hasRows) return remove(kept)
    change((drafts) => [
      ...drafts.filter((draft) => draft.n !== n || draft.key !== key || draft.url !== url),
      {
        n,
        key,
        url,
        id,
        owner: kept.owner,
        time: Date.now(),
        fields,
        rows: hasRows ? rows : undefined,
        waits,
        isSent,
        once,
      },
    ])
  }

  const saveAll = (): void => {
    clearTimeout(timer)
    timer = undefined
    for (const kept of live) if (kept.isChanged) save(kept)
  }

  const touch = (kept: Kept): void => {
    kept.hasDraft = kept.isChanged = true
    timer ??= setTimeout(saveAll, PAUSE)
  }

  const end = (kept: Kept): void => {
    remove(kept)
    begin(kept)
    show(kept, undefined)
  }

  const show = (kept: Kept, draft: FilledDraft | undefined): void => {
    if (kept.draft === draft) return
    kept.draft = draft
    dispatchEvent(new Event(DRAFT_EVENT))
  }

  /** Fills a form that has just begun (DR-7, DR-10). */
  const fill = (kept: Kept): void => {
    const { form, id, key, owner, url } = kept
    const isFirst = !seen.has(id)
    seen.add(id)
    if (!isAlone(kept) || owner === unknownVisitor) return
    const found = readDrafts(item).filter(
      (draft) =>
        draft.owner === owner &&
        draft.url === url &&
        ((draft.key === key && isFirst) || draft.waits > 0),
    )
    const same = found.filter((draft) => draft.id === id)
    const draft = same.findLast((draft) => draft.key === key) ?? same.at(-1)
    if (!draft) {
      if (process.env.NODE_ENV !== 'production') warnOfOthers(kept, found)
      return
    }
    // A form with another `key` replaces the one before it, and begins empty.
    const isReplaced = [...live].some((other) => other.id === id && !other.form.isConnected)
    if (isReplaced) return
    const { commit, invalid, location } = browser.shown
    // The server shows what was sent, and what is wrong with it (DR-13).
    const [, action] = JSON.parse(id) as [string, string]
    if (commit.initial && invalid && action.split('?')[0] === location.pathname) {
      return remove(draft)
    }

    const { fields, isSent, n, once, rows, waits } = draft
    const groups = controlsOf(kept)
    Object.assign(kept, { n, isSent, once, waits: waits > 1 ? 2 : 0, hasDraft: true })
    kept.rest = new Map(fields.map((field) => [field[0], field]))
    kept.undo = [
      () => {
        begin(kept)
        show(kept, undefined)
      },
    ]
    queueMicrotask(() => (kept.undo = undefined))
    const outdated = fields.flatMap(([name, defaults]) => {
      const controls = groups.get(name)
      if (!controls || digest(controls) === defaults) {
        return []
      }
      return [name]
    })
    for (const [name, defaults] of fields) kept.defaults.set(name, defaults)
    apply(kept)
    if (once) browser.onceKeys?.set(form, { key: once })
    if (draft.key !== key) {
      change((drafts) => [
        ...drafts.filter((other) => other.n !== n),
        { ...draft, key, waits: kept.waits, time: Date.now() },
      ])
    }
    show(kept, {
      texts: new Map(fields.map(([name, , , saved]) => [name, textsOf(saved)])),
      isSent,
      outdated,
      rows,
      discard() {
        end(kept)
        form.reset()
      },
    })
  }

  /** Sets the controls that are there, and that neither the person nor the browser has changed (DR-11). No event is fired. */
  const apply = (kept: Kept): void => {
    const groups = controlsOf(kept)
    for (const [name, [, , isControlled, saved]] of kept.rest) {
      const controls = groups.get(name) ?? []
      const hasBoxes = controls.some(isBox)
      if (!controls[0] || isControlled) continue
      if (!hasBoxes && controls.length !== saved.length) continue
      kept.rest.delete(name)
      // Of radio buttons, the person has chosen one.
      if (controls.some((control) => control.type === 'radio' && isTaken(kept, control))) continue
      saved.forEach(([values, isTyped, isChecked], i) => {
        const control = hasBoxes
          ? controls.find((control) => isBox(control) && control.value === values[0])
          : controls[i]
        if (control && isTyped) set(kept, control, values, isChecked)
      })
    }
  }

  /** Whether the person or the browser was first. */
  const isTaken = ({ touched }: Kept, control: Control): boolean =>
    touched.has(control) || (!hasOwnStart(control) && valueOf(control) !== defaultOf(control))

  const set = (kept: Kept, control: Control, values: string[], isChecked?: boolean): void => {
    const { first, touched, undo } = kept
    const old = valueOf(control)
    if (isTaken(kept, control)) return
    const olds = valuesOf(control)
    const write = (texts: string[], isOn?: boolean): void => {
      if (isBox(control)) {
        if (control.type === 'checkbox' || isOn) control.checked = isOn!
      } else if (control.options) {
        for (const option of control.options) option.selected = texts.includes(option.value)
      } else control.value = texts[0]!
    }
    const options = Array.from(control.options ?? [], (option) => option.value)
    if (control.options && !values.every((value) => options.includes(value))) return
    const wasChecked = control.checked
    write(values, isChecked)
    if (valueOf(control) === old) return
    first.set(control, old)
    touched.add(control)
    undo?.push(() => (isBox(control) ? (control.checked = wasChecked) : write(olds)))
    if (process.env.NODE_ENV !== 'production') {
      setTimeout(() => {
        if (valueOf(control) !== old || kept.since.has(control) || !kept.hasDraft) return
        warn(
          `The field "${control.name}" was filled with what was typed, and React has set it back: it is controlled. Use useDraft() to set its state.`,
        )
      }, 100)
    }
  }

  const warnOfOthers = ({ id, url }: Kept, found: readonly Stored[]): void => {
    const [method, action] = JSON.parse(id) as string[]
    const other = found.find((draft) => {
      const [otherMethod, otherAction] = JSON.parse(draft.id) as string[]
      return method === otherMethod && action === otherAction
    })
    if (!other || [...live].some((kept) => kept.id === other.id)) return
    warn(
      `What was typed at ${url} was not filled in: the form is another one now. It was ${other.id}, and is ${id}. If it is the same record, give it <Form draft={id}>.`,
    )
  }

  const findSecrets = ({ form }: Kept): void => {
    for (const control of form.elements as unknown as Control[]) {
      if (control.type === 'password') secrets.add(control)
    }
  }

  const stateOf = (kept: Kept): Kept['before'] => [
    identify(kept, false),
    JSON.stringify([...digestDefaults(kept.form)]),
  ]

  const listen = (
    target: EventTarget,
    type: string,
    use: (kept: Kept | undefined, control: Control, event: Event) => void,
  ): void =>
    target.addEventListener(
      type,
      (event) => {
        const control = event.target as Control
        use(states.get(control.form ?? control), control, event)
      },
      target === document,
    )

  listen(document, 'focusin', (kept, control) => {
    if (kept && !kept.first.has(control)) kept.first.set(control, valueOf(control))
  })
  listen(document, 'input', (kept, control) => {
    if (!kept) return
    if (control.type === 'password') secrets.add(control)
    kept.touched.add(control)
    kept.since.add(control)
    touch(kept)
  })
  listen(window, 'reset', (kept, _, event) => {
    if (kept && !event.defaultPrevented) end(kept)
  })
  // The browser sends it, unless its event was prevented: then the app or the client router does.
  listen(window, 'submit', (kept, _, event) => {
    if (event.defaultPrevented) submitted = kept
    else if (kept) end(kept)
  })
  listen(document, 'visibilitychange', saveAll)
  listen(window, 'pagehide', saveAll)
  listen(window, 'pageshow', (_kept, _control, event) => {
    if ((event as PageTransitionEvent).persisted) keeper.visitor = unknownVisitor
  })
  listen(window, 'storage', () => void visitor())

  new MutationObserver((records) => {
    for (const { oldValue, target } of records) {
      if (oldValue === 'password') secrets.add(target as Element)
    }
    for (const kept of live) {
      if (kept.form.isConnected) {
        findSecrets(kept)
        if (kept.rest.size) apply(kept)
        continue
      }
      if (kept.isChanged) save(kept)
      live.delete(kept)
      show(kept, undefined)
    }
  }).observe(document, {
    childList: true,
    subtree: true,
    attributeFilter: ['type'],
    attributeOldValue: true,
  })

  // The client router notifies before React renders, so the old page still has its forms.
  browser.whenStarted((router) => {
    let last = router.getSnapshot()
    return router.subscribe((next) => {
      if (next.commit !== last.commit || next.loaderData !== last.loaderData) saveAll()
      for (const kept of live) kept.before = stateOf(kept)
      if (next.errors && next.errors !== last.errors) {
        saveAll()
        seen.clear()
      }
      last = next
    })
  })

  queueMicrotask(() => (isEarly = false))
  visitor()
  return {
    see(form, about, hasAction) {
      const { shown } = browser
      const entry = entryOf(browser)
      if (shown.location !== visited) seen.clear()
      visited = shown.location
      let kept = states.get(form)
      if (kept) {
        live.add(kept)
        if (kept.page === shown) return
        Object.assign(kept, { page: shown, about, hasAction })
        const [id, defaults] = stateOf(kept)
        const hasMoved = entry.url !== kept.url
        if (id !== kept.before[0] || (hasMoved && defaults !== kept.before[1])) {
          begin(kept)
          show(kept, undefined)
        } else if (hasMoved || entry.key !== kept.key) {
          Object.assign(kept, entry)
          save(kept)
        } else if (!kept.hasDraft) kept.defaults = digestDefaults(form)
        seen.add(kept.id)
        kept.before = [id, defaults]
        return
      }

      kept = { form, about, hasAction, page: shown } as Kept
      states.set(form, kept)
      live.add(kept)
      begin(kept)
      kept.before = stateOf(kept)
      fill(kept)
      const wasThere = isEarly || shown.commit.initial
      if (wasThere && !kept.hasDraft && read(kept)[0]) touch(kept)
    },
    send(request) {
      const kept = request ? states.get(request.source ?? browser) : submitted
      if (!kept || kept.request === request) return
      if (!request) return end(kept)
      kept.request = request
      kept.since = new Set()
      const { id, n, owner, url } = kept
      sent.set(request, { id, n, owner, url })
      Object.assign(kept, { waits: 2, isSent: true })
      // Only a mutation with a key has headers.
      if (request.headers) kept.once = browser.onceKeys?.get(kept.form)?.key
      save(kept)
    },
    end(request, { redirected, status }, [ranFor, now]) {
      // A mutation that ran for someone, and after which nobody is known or signed in, was a logout.
      if (ranFor && ranFor !== nobody && (now === nobody || now === unknownVisitor)) {
        isLeaving = true
      }
      const kept = states.get(request.source ?? browser)
      const draft = sent.get(request)
      if (!kept || !draft) return
      // The form may show another record since (DR-9). Of one record, the last request counts.
      const isSame = kept.n === draft.n
      if (isSame && kept.request !== request) return
      const isForOwner = ranFor === '*' || ranFor === draft.owner
      const isPage = request.redirect === 'manual'
      if (status < 400 && (isPage ? isForOwner : !redirected)) {
        remove(draft)
        if (!isSame) return
        const { since } = kept
        begin(kept)
        show(kept, undefined)
        if (!since.size) return
        kept.touched = since
        touch(kept)
      } else if (status < 500) {
        const result = { isSent: false, once: undefined }
        if (isSame) Object.assign(kept, result)
        change((drafts) =>
          drafts.map((other) => (other.n === draft.n ? { ...other, ...result } : other)),
        )
      }
    },
    turn: () => void visitor(),
    visit: () => seen.clear(),
    draftOf: (id) => [...live].find(({ form }) => form.id === id && form.isConnected)?.draft,
  }
}

function entryOf({ shown: { location } }: Browser): Pick<Stored, 'key' | 'url'> {
  return { key: location.key, url: location.pathname + location.search }
}

/** Reads the drafts of a tab. What is not one, or is too old, does not count. */
function readDrafts(item: string): Stored[] {
  try {
    const drafts = JSON.parse(readItem(item) || '[]') as Stored[]
    return drafts.filter(isStored)
  } catch {
    return [] // Other code wrote to it.
  }
}

function isStored({ fields, id, key, n, owner, rows = {}, time, url }: Stored): boolean {
  const isText = (value: unknown): boolean => typeof value === 'string'
  return (
    [id, key, n, owner, url].every(isText) &&
    time > Date.now() - AGE &&
    Array.isArray(JSON.parse(id)) &&
    fields.every(
      ([name, , , saved]) => isText(name) && saved.every(([values]) => values.every(isText)),
    ) &&
    Object.values(rows).every((indexes) => indexes.every((index) => index >= 0))
  )
}

/** Returns what tells the server which record a form is about (DR-8). */
function identify({ about, form, hasAction }: Kept, hasRows: boolean): string {
  const read = (element: Element, name: string): string => element.getAttribute(name) ?? ''
  const target = (action: string, hasQuery: boolean): string => {
    const { pathname, searchParams } = new URL(action, location.href)
    return (
      pathname + (hasQuery ? `?${searchParams}` : searchParams.get('index') === '' ? '?index' : '')
    )
  }
  const parts = Array.from(form.elements as unknown as Control[]).flatMap((control) => {
    const { name, type } = control
    const isSubmit = /^(submit|image)$/.test(type)
    const isRow = !hasRows && /\.\d+(\.|$)/.test(name)
    const action = isSubmit && read(control, 'formaction')
    if (!(type === 'hidden' || isSubmit) || name.startsWith('_') || isRow || !(name || action))
      return []
    return [[name, read(control, 'value'), ...(action ? [target(action, true)] : [])]]
  })
  const method = read(form, METHOD_ATTRIBUTE) || read(form, 'method')
  return JSON.stringify([method, target(read(form, 'action'), hasAction), about ?? parts])
}

/** Groups the controls of a form by name. */
function groupControls(
  form: HTMLFormElement,
  isWanted: (control: Control) => boolean,
): Map<string, Control[]> {
  const groups = new Map<string, Control[]>()
  for (const control of form.elements as unknown as Control[]) {
    if (!isWanted(control)) continue
    const group = groups.get(control.name)
    if (group) group.push(control)
    else groups.set(control.name, [control])
  }
  return groups
}

/** Whether a control may be kept (DR-2). */
function isKept(control: Control): boolean {
  const { localName, name, readOnly, type, validity } = control
  return (
    /^(input|select|textarea)$/.test(localName) &&
    !!name &&
    !readOnly &&
    !validity.badInput &&
    !/^(password|hidden|file|submit|button|image|reset)$/.test(type) &&
    !control.hasAttribute('data-secret') &&
    !secretWords.test(control.getAttribute('autocomplete') ?? '')
  )
}

const secretWords = /(^|\s)(off|one-time-code|cc-\S*|\S*-password)(\s|$)/i

function isBox({ type }: Control): boolean {
  return type === 'checkbox' || type === 'radio'
}

/** Whether a control may differ from its default by itself. */
function hasOwnStart({ type }: Control): boolean {
  return /^(select|range|color)/.test(type)
}

function valuesOf({ options, value }: Control): string[] {
  if (!options) return [value]
  return Array.from(options).flatMap((option) => (option.selected ? [option.value] : []))
}

/** What a control shows, as text. */
function valueOf(control: Control): string {
  return isBox(control) ? `${control.checked}` : valuesOf(control).join('\n')
}

/** What a control begins with, as text. */
function defaultOf(control: Control): string {
  const { defaultChecked, defaultValue, options, type } = control
  if (isBox(control)) return `${defaultChecked}`
  if (!options) return defaultValue.replaceAll(/\r\n?|\n/g, type === 'textarea' ? '\n' : '')
  return Array.from(options)
    .flatMap((option) => (option.defaultSelected ? [option.value] : []))
    .join('\n')
}

function textsOf(saved: readonly Saved[]): string[] {
  return saved.flatMap(([values, , isChecked = true]) => (isChecked ? values : []))
}

function digestDefaults(form: HTMLFormElement): Map<string, number> {
  const groups = groupControls(form, isKept)
  return new Map(Array.from(groups, ([name, controls]) => [name, digest(controls)]))
}

/** A 32-bit digest of what some controls begin with (DR-16). */
function digest(controls: readonly Control[]): number {
  let sum = 0
  for (const character of controls.map(defaultOf).join('\0')) {
    sum = (sum * 31 + character.codePointAt(0)!) | 0
  }
  return sum
}

/** The rows of the lists of a form, by the names of its controls. */
function rowsOf(form: HTMLFormElement): Rows {
  const rows: Rows = Object.create(null) as Rows
  for (const { name = '' } of form.elements as unknown as Control[]) {
    for (const { 1: index, index: at } of name.matchAll(/\.(\d+)(?=\.|$)/g)) {
      const list = (rows[name.slice(0, at)] ??= [])
      if (!list.includes(+index!)) list.push(+index!)
    }
  }
  return rows
}
