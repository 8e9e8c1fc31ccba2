import * as fc from 'fast-check'
import type { Browser } from './browser.ts'
import type { createKeeper } from './draft-keeper.ts'
import type { openDrafts } from './drafts.ts'

/**
 * People with one browser, two tabs, and an app with forms. The code of drafts runs on fake controls, so that a schedule takes less
 * than a millisecond. Beside it runs a list of rules, which knows nothing of controls and storage, and says what each form has to
 * show. What is typed is never the same twice, so each text tells whose it is.
 */

/** The code that the model drives. A test may give it a changed one. */
export interface Code {
  createKeeper: typeof createKeeper
  openDrafts: typeof openDrafts
}

const people = ['ada', 'bob'] as const
type Person = (typeof people)[number]

const texts: readonly FieldPlan[] = [
  { name: 'title', type: 'text' },
  { name: 'text', type: 'text' },
]
/** All kinds of fields. Forms of an even record do not offer the last radio button and option. */
const kinds: readonly FieldPlan[] = [
  { name: 'title', type: 'text' },
  { name: 'sale', type: 'checkbox', values: ['yes'] },
  { name: 'size', type: 'radio', values: ['s', 'm', 'l'], start: 's' },
  { name: 'kind', type: 'select-one', values: ['a', 'b', 'c'] },
  { name: 'tags', type: 'select-multiple', values: ['x', 'y', 'z'] },
]
/** The same, where the page has chosen other ones. */
const chosen: readonly FieldPlan[] = [
  { name: 'colours', type: 'checkbox', values: ['red'] },
  { name: 'colours', type: 'checkbox', values: ['blue'], start: 'blue' },
  { name: 'size', type: 'radio', values: ['s', 'm', 'l'] },
  { name: 'kind', type: 'select-one', values: ['a', 'b', 'c'], start: 'b' },
  { name: 'tags', type: 'select-multiple', values: ['x', 'y', 'z'], start: 'x+y' },
]

/** The forms of each page. A form with the same slot stays mounted. */
const pages: Record<string, readonly FormPlan[]> = {
  '/': [],
  '/login': [],
  '/note': [{ slot: 'note', action: '/note', isRecord: true }],
  '/items/1': [{ slot: 'item', action: '/items/1', fields: kinds }],
  '/items/2': [{ slot: 'item', action: '/items/2', fields: kinds }],
  '/pair': [
    { slot: 'first', action: '/pair?id=1', hasAction: true, fields: chosen },
    { slot: 'second', action: '/pair?id=2', hasAction: true },
  ],
  '/twins': [
    { slot: 'left', action: '/twins' },
    { slot: 'right', action: '/twins' },
  ],
  // A page for everyone, which does not tell who is signed in.
  '/public': [{ slot: 'public', action: '/public' }],
}
const urls = Object.keys(pages)

/** A field: a text, one checkbox, all radio buttons with one name, or a select. */
interface FieldPlan {
  name: string
  type: 'text' | 'checkbox' | 'radio' | 'select-one' | 'select-multiple'
  /** What it offers, and what the page has chosen of it, joined by `+`. */
  values?: readonly string[]
  start?: string
}

interface FormPlan {
  slot: string
  action: string
  hasAction?: boolean
  fields?: readonly FieldPlan[]
  /** Whether it has a hidden field with the number of the record, which changes on the server. */
  isRecord?: boolean
}

const results = ['accepted', 'nobody', 'refused', 'error', 'lost', 'guard', 'aborted'] as const

/** One step of a schedule. */
export type Step =
  | { do: 'type'; tab: number; form: number; field: number }
  | { do: 'send' | 'reset' | 'rekey' | 'reopen'; tab: number; form: number }
  | { do: 'respond' | 'submit'; tab: number; result: (typeof results)[number] }
  | { do: 'go' | 'open'; tab: number; url: string }
  | {
      do: 'wait' | 'back' | 'forward' | 'reload' | 'crash' | 'cached' | 'code' | 'live'
      tab: number
    }
  | { do: 'logout'; tab: number; url: string }
  | { do: 'return'; tab: number; who: Person }
  | { do: 'login'; tab: number; who: Person }
  | { do: 'expire' | 'next'; tab?: never }

const tab = fc.constantFrom(0, 0, 0, 1)
const form = fc.nat({ max: 1 })
const field = fc.nat({ max: 4 })

export const anySchedule: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({ do: fc.constant('type' as const), tab, form, field }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constantFrom(
          'send' as const,
          'send' as const,
          'reset' as const,
          'rekey' as const,
          'reopen' as const,
        ),
        tab,
        form,
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constantFrom('respond' as const, 'submit' as const),
        tab,
        result: fc.constantFrom(...results),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constantFrom('go' as const, 'go' as const, 'open' as const),
        tab,
        url: fc.constantFrom(...urls),
      }),
    },
    {
      weight: 9,
      arbitrary: fc.record({
        do: fc.constantFrom(
          'wait' as const,
          'back' as const,
          'back' as const,
          'forward' as const,
          'reload' as const,
          'reload' as const,
          'crash' as const,
          'cached' as const,
          'code' as const,
          'live' as const,
        ),
        tab,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('logout' as const),
        tab,
        url: fc.constantFrom('/', '/public'),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constantFrom('login' as const, 'return' as const),
        tab,
        who: fc.constantFrom(...people),
      }),
    },
    { weight: 1, arbitrary: fc.constantFrom({ do: 'expire' as const }, { do: 'next' as const }) },
  ),
  { minLength: 4, maxLength: 22 },
)

/** Runs a schedule. Throws if a form shows another text than the rules say. */
export async function runSchedule(steps: readonly Step[], code: Code): Promise<void> {
  const world = new World(code)
  const restore = world.install()
  try {
    await world.start()
    for (const step of steps) {
      await world.run(step)
      world.check(step)
    }
  } finally {
    restore()
  }
}

class FakeControl {
  readonly localName: string
  readonly validity = { badInput: false }
  readonly isConnected = true
  value: string
  defaultValue = ''
  defaultChecked = false
  options: FakeOption[] | undefined
  #checked = false
  readonly form: FakeForm
  readonly name: string
  readonly type: string
  constructor(form: FakeForm, name: string, type = 'text', value = '') {
    this.form = form
    this.name = name
    this.type = type
    this.value = value
    this.localName = type.startsWith('select') ? 'select' : 'input'
  }
  get checked(): boolean {
    return this.#checked
  }
  set checked(isChecked: boolean) {
    const isRadio = isChecked && this.type === 'radio'
    const rivals = isRadio ? this.form.elements.filter(({ name }) => name === this.name) : []
    for (const rival of rivals) rival.#checked = false
    this.#checked = isChecked
  }
  getAttribute(name: string): string | null {
    return name === 'value' ? this.value : null
  }
  hasAttribute(): boolean {
    return false
  }
  setAttribute(): void {}
  dispatchEvent(): void {
    throw new Error('An event was fired')
  }
}

class FakeOption {
  #isSelected = false
  readonly select: FakeControl
  readonly value: string
  readonly isDefault: boolean
  constructor(select: FakeControl, value: string, isDefault: boolean) {
    this.select = select
    this.value = value
    this.isDefault = isDefault
  }
  get selected(): boolean {
    return this.#isSelected
  }
  /** A select for one option always has one: the first, if no other is chosen. */
  set selected(isSelected: boolean) {
    const { options, type } = this.select
    this.#isSelected = isSelected
    if (type === 'select-multiple') return
    for (const option of options!) if (isSelected) option.#isSelected = option === this
    if (options!.every((option) => !option.#isSelected)) options![0]!.#isSelected = true
  }
  hasAttribute(): boolean {
    return this.isDefault
  }
}

/** A field as a person sees it: its state is a text, or what is chosen, joined by `+`. */
class FakeField {
  readonly type: FieldPlan['type']
  readonly values: readonly string[]
  readonly start: string
  readonly controls: readonly FakeControl[]
  /** Whether a select has something chosen by the page. */
  readonly hasStart: boolean
  constructor(form: FakeForm, { name, start = '', type, values = [] }: FieldPlan) {
    this.type = type
    this.values = values
    this.hasStart = start !== ''
    this.start = start || (type === 'select-one' ? values[0]! : '')
    const isStart = (value: string): boolean => start.split('+').includes(value)
    const isBox = type === 'checkbox' || type === 'radio'
    this.controls = (isBox ? values : ['']).map((value) => {
      const control = new FakeControl(form, name, type, value)
      if (isBox) control.defaultChecked = isStart(value)
      else if (type !== 'text') {
        control.options = values.map((one) => new FakeOption(control, one, isStart(one)))
      }
      return control
    })
  }
  get isSelect(): boolean {
    return this.type.startsWith('select')
  }
  get state(): string {
    const [{ options, value }] = this.controls as [FakeControl]
    if (this.type === 'text') return value
    const chosen = options?.filter(({ selected }) => selected)
    return (chosen ?? this.controls.filter(({ checked }) => checked))
      .map((one) => one.value)
      .join('+')
  }
  set state(state: string) {
    const [control] = this.controls as [FakeControl]
    const isChosen = (value: string): boolean => state.split('+').includes(value)
    if (this.type === 'text') control.value = state
    else if (control.options) {
      for (const option of control.options) option.selected = isChosen(option.value)
    } else for (const box of this.controls) box.checked = isChosen(box.value)
  }
  /** What a person makes of it. */
  next(count: number): string {
    const { state, type, values } = this
    if (type === 'text') return `text ${count}`
    if (type === 'checkbox') return state ? '' : values[0]!
    if (type === 'select-multiple') return values.filter((_, i) => (count >> i) & 1).join('+')
    return values[count % values.length]!
  }
  /** Whether it offers all of a state. */
  offers(state: string): boolean {
    return (
      this.type === 'text' || !state || state.split('+').every((one) => this.values.includes(one))
    )
  }
}

class FakeForm {
  isConnected = true
  readonly fields: readonly FakeField[]
  readonly hidden: FakeControl | undefined
  elements: readonly FakeControl[] = []
  plan: FormPlan
  /** Who was signed in when it was rendered first, before the code of drafts was there. */
  early: string | undefined
  /** In which visit, and where it was then. */
  visit: object | undefined
  place: Pick<RuleForm, 'entry' | 'url'> | undefined
  constructor(plan: FormPlan, record: number) {
    this.plan = plan
    const offered = (values: readonly string[] = []): readonly string[] =>
      record % 2 || values.length < 3 ? values : values.slice(0, -1)
    this.fields = (plan.fields ?? texts).map(
      (field) => new FakeField(this, { ...field, values: offered(field.values) }),
    )
    if (plan.isRecord) this.hidden = new FakeControl(this, 'id', 'hidden')
    const controls = this.fields.flatMap((field) => field.controls)
    this.elements = this.hidden ? [...controls, this.hidden] : controls
    this.reset()
    this.show(plan, record)
  }
  show(plan: FormPlan, record: number): void {
    this.plan = plan
    if (this.hidden) this.hidden.value = `${record}`
  }
  reset(): void {
    for (const field of this.fields) field.state = field.start
  }
  /** What it shows, and what it shows when nobody has changed it. */
  get states(): string[] {
    return this.fields.map(({ state }) => state)
  }
  get starts(): string[] {
    return this.fields.map(({ start }) => start)
  }
  /** What the server would take the form for. */
  get record(): string {
    return this.plan.action + (this.hidden?.value ?? '')
  }
  getAttribute(name: string): string | null {
    return name === 'action' ? this.plan.action : name === 'method' ? 'post' : null
  }
}

/** A draft, as the rules know it. */
interface RuleDraft {
  record: string
  owner: string
  /** The entries of the history that it belongs to, and the URL where it waits: 1 until it is shown, 2 until it is accepted. */
  entries: Set<string>
  url: string
  waits: 0 | 1 | 2
  /** The `once` key of a submission without a response below 500. */
  key?: string | undefined
  /** What the fields had that were changed. */
  texts: readonly (string | undefined)[]
}

/** A form, as the rules know it. */
interface RuleForm extends Pick<RuleDraft, 'record' | 'owner' | 'url'> {
  entry: string
  draft: RuleDraft
  touched: Set<number>
  /** What its fields had when it was new. A select counts if it was touched and has something else. */
  first: readonly string[]
  /** What its draft has chosen of radio buttons that it does not offer. It stays in the draft. */
  rest: Map<number, string>
  hasDraft: boolean
  isChanged: boolean
  isTypedSince: boolean
  isEqual: boolean
  request?: Pending
  /** What it has to show, and what it had before this commit filled it. */
  shows: string[]
  fresh?: string[] | undefined
}

interface Pending {
  document: FakeDocument
  hear: (response: Response) => void
  form: FakeForm
  rule: RuleForm | undefined
  sent: Pick<RuleForm, 'draft' | 'owner' | 'record' | 'url'> | undefined
}

/** What a document has: listeners, timers, forms and its client router. */
class FakeDocument {
  readonly listeners = new Map<string, ((event: unknown) => void)[]>()
  readonly forms = new Map<string, FakeForm>()
  readonly rules = new Map<FakeForm, RuleForm>()
  readonly waiting = new Set<FakeForm>()
  /** The key that each form has to be sent with next. A form without one gets a new one. */
  readonly keys = new Map<FakeForm, string>()
  readonly seen = new Set<string>()
  readonly subscribers: ((snapshot: unknown) => void)[] = []
  observe: (records: unknown[]) => void = () => {}
  timers: (() => void)[] = []
  loadCode: (() => void) | undefined
  hasCode = false
  /** Who the rules know, and who they knew when they looked last. */
  known = '?'
  /** For whom the data of the page was loaded. */
  shown = '?'
  looked: string | undefined
  /** Whose the page is. */
  owner: string | undefined
  browser!: Browser
  readonly tab: Tab
  constructor(tab: Tab) {
    this.tab = tab
  }
  get url(): string {
    return this.tab.entries[this.tab.at]!.url
  }
  get entry(): string {
    const { key, url } = this.tab.entries[this.tab.at]!
    return `${key} ${url}`
  }
  fire(type: string, event: object = {}): void {
    for (const listener of this.listeners.get(type) ?? []) listener({ target: {}, type, ...event })
  }
}

interface Tab {
  storage: Map<string, string>
  entries: { key: string; url: string }[]
  at: number
  document: FakeDocument
  drafts: RuleDraft[]
  pending: Pending[]
}

const leaving = '?-'
const isUnknown = (who: string): boolean => who.startsWith('?')
const passOn = (owner: string, who: string): string => {
  if (who === '-' || owner === who) return owner
  return owner === '-' ? who : '?'
}
const tick = async (): Promise<void> => {
  for (let i = 0; i < 4; i++) await Promise.resolve()
}

class World {
  readonly tabs: Tab[] = []
  readonly local = new Map<string, string>()
  current!: FakeDocument
  session: '' | Person = 'ada'
  /** Who was told last, in any tab. */
  shared: string | undefined
  record = 1
  /** Whether the code has loaded another document in place of this one. */
  isLeft = false
  count = 0
  keys = 0
  sent = 0
  /** Whose text each is. */
  readonly texts = new Map<string, { owner: string; tab: Tab }>()
  readonly code: Code
  constructor(code: Code) {
    this.code = code
  }

  /** Puts the parts of a browser into the global scope. Returns a function that puts back what was there. */
  install(): () => void {
    const listen = (type: string, listener: (event: unknown) => void): void => {
      const { listeners } = this.current
      listeners.set(type, [...(listeners.get(type) ?? []), listener])
    }
    const storageOf = (items: () => Map<string, string>): object => ({
      getItem: (key: string) => items().get(key) ?? null,
      setItem: (key: string, text: string) => void items().set(key, text),
    })
    const observe = (callback: FakeDocument['observe']): void => {
      this.current.observe = callback
    }
    const fakes: Record<string, unknown> = {
      window: {
        addEventListener: listen,
        sessionStorage: storageOf(() => this.current.tab.storage),
        localStorage: storageOf(() => this.local),
      },
      document: { addEventListener: listen, activeElement: null, getElementById: () => null },
      addEventListener: listen,
      dispatchEvent({ type }: Event) {
        if (type !== 'framework:draft') throw new Error(`${type} was fired`)
      },
      location: { href: 'http://app.test/', replace: () => void (this.isLeft = true) },
      history: { state: {}, replaceState() {} },
      performance: { now: () => 0, getEntriesByType: () => [] },
      MutationObserver: class {
        constructor(callback: FakeDocument['observe']) {
          observe(callback)
        }
        observe(): void {}
      },
      setTimeout: (callback: () => void) => this.current.timers.push(callback),
      clearTimeout: () => void (this.current.timers = []),
    }
    const before = Object.entries(Object.getOwnPropertyDescriptors(globalThis)).filter(
      ([name]) => name in fakes,
    )
    for (const [name, value] of Object.entries(fakes)) {
      Object.defineProperty(globalThis, name, { configurable: true, writable: true, value })
    }
    return () => {
      for (const name of Object.keys(fakes)) Reflect.deleteProperty(globalThis, name)
      for (const [name, descriptor] of before) Object.defineProperty(globalThis, name, descriptor)
    }
  }

  async start(): Promise<void> {
    for (let i = 0; i < 2; i++) {
      const tab: Tab = {
        storage: new Map(),
        entries: [{ key: 'default', url: '/note' }],
        at: 0,
        document: undefined!,
        drafts: [],
        pending: [],
      }
      this.tabs.push(tab)
      await this.load(tab)
      await this.loadCode(tab.document)
    }
  }

  async run(step: Step): Promise<void> {
    if (step.do === 'expire') return void (this.session = '')
    if (step.do === 'next') return void this.record++
    const tab = this.tabs[step.tab as number]!
    const { document } = tab
    this.current = document
    const forms = [...document.forms.values()]
    switch (step.do) {
      case 'type': {
        const form = forms[step.form]
        if (form) this.type(document, form, step.field)
        return
      }
      case 'reset': {
        const form = forms[step.form]
        if (!form) return
        document.fire('reset', { target: form })
        form.reset()
        const rule = document.rules.get(form)
        if (!rule || !document.hasCode) return
        this.ruleSave(document)
        this.ruleEnd(tab, rule)
        rule.touched.clear()
        rule.first = []
        rule.shows = form.starts
        return this.ruleNew(document, rule)
      }
      case 'send': {
        const form = forms[step.form]
        if (form) this.send(document, form)
        return
      }
      case 'rekey':
      case 'reopen': {
        const form = forms[step.form]
        if (form) await this.remount(document, form, step.do === 'reopen')
        return
      }
      case 'wait': {
        this.pass(document)
        return
      }
      case 'go':
        return this.navigate(tab, step.url)
      case 'open':
        tab.entries.splice(tab.at + 1)
        tab.entries.push({ key: 'default', url: step.url })
        tab.at++
        return this.leave(tab, () => this.load(tab))
      case 'back':
      case 'forward': {
        const at = tab.at + (step.do === 'back' ? -1 : 1)
        if (!tab.entries[at]) return
        return this.show(tab, tab.entries, at)
      }
      case 'reload':
        return this.leave(tab, () => this.load(tab))
      case 'crash':
        return this.load(tab)
      case 'cached':
        document.fire('pagehide')
        this.ruleSave(document)
        this.isLeft = false
        document.fire('pageshow', { persisted: true })
        if (this.isLeft !== (document.owner !== this.shared)) {
          throw new Error(`A page of ${document.owner} is shown to ${this.shared}`)
        }
        if (this.isLeft) return this.load(tab)
        document.known = '?'
        if (document.hasCode) document.looked = '?'
        return
      case 'code':
        return this.loadCode(document)
      case 'live':
        return this.show(tab, tab.entries, tab.at, true)
      case 'login':
      case 'logout': {
        const before = this.session || '-'
        this.session = step.do === 'login' ? step.who : ''
        this.respond(document, 'POST', `${before},?`)
        return this.navigate(tab, step.do === 'login' ? '/' : step.url)
      }
      // The session ends, and someone logs in and comes back to the page by a link.
      case 'return': {
        const { url } = document
        this.session = ''
        await this.navigate(tab, '/login')
        await this.run({ do: 'login', tab: step.tab, who: step.who })
        return this.navigate(tab, url)
      }
      case 'submit':
        await this.run({ do: 'send', tab: step.tab, form: 0 })
        return this.settle(tab, step.result)
      case 'respond':
        return this.settle(tab, step.result)
    }
  }

  // What happens, for the code and for the rules.

  /** Loads a document. What was not saved before is lost. */
  async load(tab: Tab): Promise<void> {
    if (tab.document) for (const form of tab.document.forms.values()) form.isConnected = false
    tab.pending = []
    const document = (tab.document = this.current = new FakeDocument(tab))
    const told = this.tellsOf(document.url)
    const openCode = { openDrafts: this.code.openDrafts }
    const hasDrafts = !!tab.storage.get('fw:drafts/')
    document.browser = {
      shown: this.snapshot(document, true),
      onceKeys: new WeakMap(),
      whenStarted: (use: (router: unknown) => void) =>
        use({
          getSnapshot: () => document.browser.shown,
          subscribe: (listener: (snapshot: unknown) => void) =>
            void document.subscribers.push(listener),
        }),
    } as never
    const { promise, resolve } = Promise.withResolvers<typeof openCode>()
    document.loadCode = () => resolve(openCode)
    document.hasCode = hasDrafts
    // The rules.
    document.owner = told ?? this.shared
    document.shown = told ?? '?'
    document.known = this.shared === leaving ? leaving : '?'
    if (hasDrafts) this.ruleTurn(document)
    this.code.createKeeper(
      document.browser,
      '/',
      told,
      hasDrafts ? openCode : undefined,
      () => promise,
    )
    if (told !== null) this.ruleTell(document, told)
    this.commit(document)
    await tick()
  }

  async loadCode(document: FakeDocument): Promise<void> {
    if (document.hasCode || document.forms.size === 0) return
    this.current = document
    document.hasCode = true
    document.loadCode!()
    const before = this.valuesOf(document)
    await tick()
    this.ruleTurn(document)
    for (const form of document.waiting) {
      this.ruleSave(document)
      if (form.isConnected) this.ruleBegin(document, form, before, true)
      else this.ruleLate(document, form)
    }
  }

  /** A form is rendered before the code of drafts is there. */
  wait(document: FakeDocument, form: FakeForm): void {
    const { browser, entry, known, url, waiting } = document
    if (!form.early) this.own(document)
    form.early ??= known
    form.place = { entry, url }
    form.visit = browser.shown.location
    waiting.add(form)
  }

  async leave(tab: Tab, then: () => Promise<void>): Promise<void> {
    tab.document.fire('pagehide')
    this.ruleSave(tab.document)
    return then()
  }

  async navigate(tab: Tab, url: string): Promise<void> {
    const entries = [...tab.entries.slice(0, tab.at + 1), { key: `k${++this.keys}`, url }]
    return this.show(tab, entries, tab.at + 1)
  }

  /** Shows an entry by the client router: a response tells who is signed in, then the page changes. */
  async show(tab: Tab, entries: Tab['entries'], at: number, isLive = false): Promise<void> {
    const { document } = tab
    this.current = document
    const told = this.tellsOf(entries[at]!.url)
    if (told !== null && this.respond(document, 'GET', told)) {
      // The browser loads a document. An entry that it adds has no state.
      const entry = entries[at]!
      const own = tab.entries.includes(entry) ? entry : { ...entry, key: 'default' }
      return this.leave(tab, () => {
        Object.assign(tab, { entries: entries.with(at, own), at })
        return this.load(tab)
      })
    }
    this.ruleSave(document)
    this.move(document, entries, at, isLive)
    this.commit(document)
    await tick()
    // A page with forms loads the code of drafts.
    document.observe([])
    await tick()
  }

  /** The client router tells of a new page, before it is rendered. */
  move(
    document: FakeDocument,
    entries: Tab['entries'],
    at: number,
    isLive = false,
    errors?: object,
  ): void {
    const { tab } = document
    const { location } = document.browser.shown
    tab.entries = entries
    tab.at = at
    const shown = this.snapshot(document, false, errors)
    const next = isLive ? { ...shown, location } : shown
    for (const tell of document.subscribers) tell(next)
    document.browser.shown = next as never
    if (!isLive) document.seen.clear()
  }

  /** Renders the forms of the page. */
  commit(document: FakeDocument, plans = pages[document.url]!): void {
    for (const [slot, form] of document.forms) {
      if (plans.some((plan) => plan.slot === slot)) continue
      form.isConnected = false
      document.forms.delete(slot)
    }
    const mounted = plans.map((plan) => {
      const old = document.forms.get(plan.slot)
      const record = old?.record
      const form = old ?? new FakeForm(plan, this.record)
      form.show(plan, this.record)
      document.forms.set(plan.slot, form)
      return { form, plan, isOther: record !== form.record }
    })
    const before = this.valuesOf(document)
    for (const { form, plan } of mounted) {
      if (!document.hasCode) this.wait(document, form)
      document.browser.drafts!.keep(form as never, undefined, !!plan.hasAction)
    }
    if (!document.hasCode) return
    for (const { form, isOther } of mounted) {
      this.ruleSave(document)
      const isNew = isOther || !document.rules.has(form) || this.hasOther(document, form)
      if (isNew) this.ruleBegin(document, form, before)
      else this.ruleStay(document, form)
    }
    this.ruleGone(document)
  }

  async remount(document: FakeDocument, old: FakeForm, isLater: boolean): Promise<void> {
    const { slot } = old.plan
    old.isConnected = false
    document.forms.delete(slot)
    if (isLater) {
      this.ruleGone(document)
      document.observe([])
    }
    const form = new FakeForm(old.plan, Number(old.hidden?.value))
    document.forms.set(slot, form)
    const before = this.valuesOf(document)
    if (!document.hasCode) this.wait(document, form)
    document.browser.drafts!.keep(form as never, undefined, !!old.plan.hasAction)
    this.ruleSave(document)
    if (document.hasCode) this.ruleBegin(document, form, before)
    this.ruleGone(document)
    document.observe([])
    await tick()
  }

  type(document: FakeDocument, form: FakeForm, field: number): void {
    const typed = form.fields[field % form.fields.length]!
    const text = typed.next(++this.count)
    const isText = typed.type === 'text'
    typed.state = text
    // The person has pressed one of the radio buttons.
    const target = typed.controls.find(({ value }) => value === text) ?? typed.controls[0]
    document.fire('input', { target })
    const rule = document.rules.get(form)
    if (isText) this.texts.set(text, { owner: rule?.owner ?? form.early!, tab: document.tab })
    if (!rule) return
    const i = form.fields.indexOf(typed)
    rule.shows[i] = text
    rule.touched.add(i)
    rule.hasDraft = rule.isChanged = rule.isTypedSince = true
  }

  pass(document: FakeDocument): void {
    const { timers } = document
    if (!timers.length) return
    document.timers = []
    for (const run of timers) run()
    this.ruleSave(document)
  }

  send(document: FakeDocument, form: FakeForm): void {
    const rule = document.rules.get(form)
    const key = this.keyOf(document, form) ?? `key ${++this.sent}`
    document.browser.onceKeys!.set(form, { key })
    document.keys.set(form, key)
    const request = { method: 'POST', source: form, redirect: 'manual', url: '', headers: {} }
    const hear = document.browser.drafts!.hear(request as never) as Pending['hear']
    const pending: Pending = { document, hear, form, rule, sent: undefined }
    document.tab.pending.push(pending)
    if (!rule || !document.hasCode) return
    const { draft, owner, record, url } = rule
    pending.sent = { draft, owner, record, url }
    this.ruleSave(document)
    rule.request = pending
    rule.isTypedSince = false
    // Only what was typed before waits.
    if (document.tab.drafts.includes(draft)) Object.assign(draft, { waits: 2, key })
  }

  async settle(tab: Tab, result: (typeof results)[number]): Promise<void> {
    const pending = tab.pending.shift()
    if (!pending) return
    const { document } = tab
    if (result === 'nobody') this.session = ''
    const ranFor = this.session || '-'
    const isAccepted = result === 'accepted' || result === 'nobody'
    const status = isAccepted ? 200 : { refused: 422, error: 500 }[result as string]
    if (result === 'guard') {
      this.hear(pending, 200, undefined)
      this.ruleResponded(pending, false)
      return this.navigate(tab, '/login')
    }
    if (status) {
      this.hear(pending, status, ranFor)
      if (status < 500) this.ruleResponded(pending, isAccepted && ranFor === pending.sent?.owner)
      this.ruleTell(document, ranFor)
    }
    if (isAccepted) return this.show(tab, tab.entries, tab.at, true)
    if (result === 'error' || result === 'lost') {
      // An error is a new entry with the same URL, without the forms.
      const entries = [
        ...tab.entries.slice(0, tab.at + 1),
        { key: `k${++this.keys}`, url: document.url },
      ]
      this.ruleSave(document)
      this.move(document, entries, tab.at + 1, false, { root: 1 })
      for (const { draft, url } of document.rules.values()) {
        if (url === document.url) this.put(tab, draft, document.entry)
      }
      this.commit(document, [])
      document.observe([])
      await tick()
    }
  }

  hear({ hear }: Pending, status: number, told: string | undefined): void {
    const headers = new Headers(told === undefined ? {} : { 'X-Framework-Visitor': told })
    hear({ status, headers, redirected: false, text: async () => '{}' } as never)
  }

  /** A response without a form. Returns whether the browser loads a document instead of using it. */
  respond(document: FakeDocument, method: string, told: string): boolean {
    const hear = document.browser.drafts!.hear({
      method,
      redirect: 'manual',
      url: '',
    } as never) as (response: never) => { type?: string }
    const [first, now] = told.split(',')
    const isOther = (who: string): boolean =>
      !isUnknown(document.shown) && !isUnknown(who) && who !== document.shown
    // Another tab was told someone else, so a cache may have sent this response.
    const isOld = method === 'GET' && isOther(document.known)
    const isLeft = isOld || isOther(first!)
    const used = hear({
      status: 200,
      headers: new Headers({ 'X-Framework-Visitor': told }),
      text: async () => '{}',
    } as never)
    if (method === 'GET' && isLeft !== (used.type === 'opaqueredirect')) {
      throw new Error(`The data of ${first} is shown beside that of ${document.shown}`)
    }
    if (!isLeft) document.shown = now ? '?' : first!
    if (!isOld) this.ruleTell(document, now === '?' && first !== '-' ? leaving : (now ?? first!))
    return isLeft
  }

  tellsOf(url: string): string | null {
    return url === '/public' ? null : this.session || '-'
  }

  snapshot(document: FakeDocument, initial: boolean, errors?: object): Browser['shown'] {
    const { key, url } = document.tab.entries[document.tab.at]!
    const [pathname, search = ''] = url.split('?')
    const location = { key, pathname, search: search && `?${search}` }
    return { location, commit: { initial }, loaderData: {}, errors } as never
  }

  // The rules.

  ruleTell(document: FakeDocument, who: string): void {
    // Other tabs hear only of someone else.
    const isOther = who !== this.shared
    this.shared = who
    for (const { document: other } of this.tabs.filter((tab) => tab.document)) {
      if (other !== document && !isOther) continue
      other.known = who
      if (other === document) this.own(other)
      if (!other.hasCode) continue
      this.current = other
      if (other !== document) other.fire('storage')
      this.ruleTurn(other)
    }
    this.current = document
  }

  /** The page belongs to its visitor. A guest may become one. */
  own(document: FakeDocument): void {
    const { known, owner = known } = document
    if (!isUnknown(known)) document.owner = passOn(owner, known)
  }

  /** Someone else may be signed in. */
  ruleTurn(document: FakeDocument): void {
    const { known, looked, tab } = document
    this.ruleSave(document)
    this.own(document)
    document.looked = known
    if (known === looked || isUnknown(known)) return
    const isLogout = known === '-' && looked === leaving
    const inherit = (owner: string): string => (isLogout ? '?' : passOn(owner, known))
    const last = tab.drafts.at(-1)
    const entry = last && [...last.entries].at(-1)
    for (const draft of tab.drafts) {
      const isLast = [...draft.entries].at(-1) === entry
      if (known === '-' && isLast && draft.owner !== '-') draft.waits ||= 1
      draft.owner = inherit(draft.owner)
    }
    tab.drafts = tab.drafts.filter(({ owner }) => owner !== '?')
    for (const rule of document.rules.values()) rule.owner = inherit(rule.owner)
    // What a guest typed belongs to the first who signs in.
    for (const text of this.texts.values()) {
      if (text.tab === tab && text.owner === '-') text.owner = known
    }
  }

  ruleSave(document: FakeDocument, only?: RuleForm): void {
    if (!document.hasCode) return
    for (const [form, rule] of document.rules) {
      if ((only && rule !== only) || !rule.isChanged) continue
      rule.isChanged = false
      rule.isEqual = this.equalOf(document, form, true).length > 0
      if (isUnknown(rule.owner) || rule.isEqual) continue
      const { draft, entry, owner, record, url } = rule
      const texts = this.changesOf(form, rule)
      if (texts.every((text) => text === undefined)) this.ruleEnd(document.tab, rule)
      else {
        Object.assign(draft, { texts, owner, record, url })
        if (!document.tab.drafts.includes(draft)) document.tab.drafts.push(draft)
        this.put(document.tab, draft, entry)
      }
    }
  }

  /** What a draft has of a form. A select may differ from what the page has chosen by itself, so it counts if it was touched. */
  changesOf({ fields }: FakeForm, { first, rest, touched }: RuleForm): RuleDraft['texts'] {
    return fields.map(({ isSelect, start, state }, i) => {
      const isChanged = isSelect ? touched.has(i) && state !== first[i] : state !== start
      return isChanged ? state : rest.get(i)
    })
  }

  /** Moves a draft to the end, with an entry. */
  put(tab: Tab, draft: RuleDraft, entry: string): void {
    if (!tab.drafts.includes(draft)) return
    draft.entries.delete(entry)
    draft.entries.add(entry)
    tab.drafts = [...tab.drafts.filter((other) => other !== draft), draft]
  }

  equalOf({ rules }: FakeDocument, form: FakeForm, hasGone = false): RuleForm[] {
    return [...rules]
      .filter(([other]) => other !== form && (hasGone || other.isConnected))
      .filter(([other]) => other.record === form.record)
      .map(([, rule]) => rule)
  }

  /** A form begins, and is filled with the draft of its entry, or with one that waits at its URL. */
  ruleBegin(
    document: FakeDocument,
    form: FakeForm,
    before: Map<FakeForm, string[]>,
    isEarly = document.browser.shown.commit.initial,
  ): void {
    const { entry, known, rules, seen, tab, url } = document
    const { record } = form
    const shown = before.get(form)!
    const { first = [...shown], touched = new Set<number>() } = rules.get(form) ?? {}
    const rule = { first, touched, record } as RuleForm
    rules.set(form, rule)
    this.ruleNew(document, rule)
    if (form.early) rule.owner = passOn(form.early, known)
    form.early = undefined
    const isFirst = !seen.has(record)
    seen.add(record)
    const isReplaced = [...rules].some(
      ([{ isConnected }, other]) => other.record === record && !isConnected,
    )
    for (const other of this.equalOf(document, form)) {
      other.isEqual = rule.isEqual = true
      // It was filled before this one was there.
      if (!other.fresh) continue
      other.shows = other.fresh
      other.touched.clear()
      this.ruleNew(document, other)
    }
    const wanted = tab.drafts.filter((draft) => {
      if (
        rule.isEqual ||
        isUnknown(known) ||
        rule.owner !== known ||
        draft.record !== record ||
        draft.owner !== known
      )
        return false
      const isWaiting = draft.waits > 0 && draft.url === url
      return isFirst ? draft.entries.has(entry) || isWaiting : isWaiting && !isReplaced
    })
    const draft = wanted.findLast(({ entries }) => entries.has(entry)) ?? wanted.at(-1)
    // What was typed for another record or entry is kept there.
    if (draft && touched.size) {
      form.fields.forEach(({ isSelect, start, type }, i) => {
        if (touched.has(i) || type === 'radio') shown[i] = (isSelect && first[i]) || start
      })
      touched.clear()
    }
    rule.shows = shown.map((state, i) => {
      const field = form.fields[i]!
      const text = draft?.texts[i]
      if (text === undefined) return state
      if (field.type === 'radio' && !field.offers(text)) rule.rest.set(i, text)
      // The person or the browser was first. A select without a default shows its first option.
      const isTaken = (!field.isSelect || field.hasStart) && state !== field.start
      return isTaken || !field.offers(text) ? state : text
    })
    const texts = rule.shows.filter((text, i) => text !== shown[i])
    for (const text of texts) {
      const { owner, tab: typed } = this.texts.get(text) ?? { owner: known, tab }
      if (typed !== tab || owner !== known) throw new Error(`${known} gets ${text} of ${owner}`)
    }
    if (draft) {
      rule.draft = draft
      rule.hasDraft = true
      if (draft.key) document.keys.set(form, draft.key)
      rule.fresh = shown
      queueMicrotask(() => (rule.fresh = undefined))
      draft.texts.forEach((text, i) => text !== undefined && !rule.rest.has(i) && touched.add(i))
      if (!draft.entries.has(entry)) {
        if (draft.waits === 1) draft.waits = 0
        this.put(tab, draft, entry)
      }
    } else if (isEarly && this.changesOf(form, rule).some((text) => text !== undefined)) {
      rule.hasDraft = rule.isChanged = true
    }
  }

  /** A form that was gone before the code was there is saved for the entry that it was typed in, and counts as shown there. */
  ruleLate(document: FakeDocument, form: FakeForm): void {
    const { known, rules, seen } = document
    const { early, place, record, visit } = form
    const rule = { first: form.states, touched: new Set(), record } as unknown as RuleForm
    this.ruleNew(document, rule)
    Object.assign(rule, place, { owner: passOn(early!, known) })
    if (visit === document.browser.shown.location) seen.add(record)
    rule.isEqual = this.equalOf(document, form).length > 0
    rules.set(form, rule)
    rule.isChanged = this.changesOf(form, rule).some((text) => text !== undefined)
    this.ruleGone(document)
  }

  /** Whether the entry has another draft of a form that stays. */
  hasOther({ entry, rules, tab }: FakeDocument, form: FakeForm): boolean {
    const { draft, owner, record, ...rule } = rules.get(form)!
    const other = tab.drafts.findLast(
      (one) => one.record === record && one.owner === owner && one.entries.has(entry),
    )
    return rule.entry !== entry && !!other && other !== draft
  }

  /** A form that stays is saved for the new entry too. */
  ruleStay(document: FakeDocument, form: FakeForm): void {
    const rule = document.rules.get(form)!
    const { entry, url } = document
    if (rule.entry !== entry && rule.hasDraft) rule.isChanged = true
    Object.assign(rule, { entry, url })
    document.seen.add(rule.record)
    this.ruleSave(document, rule)
  }

  ruleNew({ entry, known, url }: FakeDocument, rule: RuleForm): void {
    const draft: RuleDraft = { record: '', owner: '', entries: new Set(), url, waits: 0, texts: [] }
    const state = { owner: known, rest: new Map(), hasDraft: false, isChanged: false }
    Object.assign(rule, { entry, url, draft, ...state })
  }

  ruleGone(document: FakeDocument): void {
    for (const [form, rule] of document.rules) {
      if (form.isConnected) continue
      this.ruleSave(document, rule)
      document.rules.delete(form)
    }
  }

  /** Removes a draft, and those that wait for the same form. */
  ruleEnd(tab: Tab, { draft, owner, record, url }: NonNullable<Pending['sent']>): void {
    tab.drafts = tab.drafts.filter(
      (other) =>
        other !== draft &&
        !(other.waits && other.record === record && other.url === url && other.owner === owner),
    )
  }

  /** A response below 500 came: the draft ends if it was accepted. What was typed since is a new draft. The key was used. */
  ruleResponded(pending: Pending, isAccepted: boolean): void {
    const { document, form, rule, sent } = pending
    document.browser.onceKeys!.delete(form)
    document.keys.delete(form)
    if (!rule || !sent) return
    const isSame = rule.draft === sent.draft
    if (isSame && rule.request !== pending) return
    this.ruleSave(document)
    if (!isAccepted) return void (sent.draft.key = undefined)
    this.ruleEnd(document.tab, sent)
    if (!isSame) return
    const { isTypedSince } = rule
    this.ruleNew(document, rule)
    rule.hasDraft = rule.isChanged = isTypedSince
  }

  keyOf({ browser }: FakeDocument, form: FakeForm): string | undefined {
    return browser.onceKeys!.get(form)?.key
  }

  valuesOf({ forms, waiting }: FakeDocument): Map<FakeForm, string[]> {
    return new Map([...forms.values(), ...waiting].map((form) => [form, form.states]))
  }

  /** Compares what forms show with the rules. */
  check(step: Step): void {
    for (const { document, drafts, storage } of this.tabs) {
      const stored = JSON.parse(storage.get('fw:drafts/') || '[]') as { owner: string }[]
      const owners = drafts.map(({ owner }) => owner).join()
      if (stored.map(({ owner }) => owner).join() !== owners) {
        throw new Error(`After ${JSON.stringify(step)}, the drafts are not those of ${owners}`)
      }
      for (const [form, rule] of document.rules) {
        if (this.keyOf(document, form) !== document.keys.get(form)) {
          throw new Error(`After ${JSON.stringify(step)}, ${form.record} has another key`)
        }
        const shown = form.states
        if (String(shown) !== String(rule.shows)) {
          throw new Error(
            `After ${JSON.stringify(step)}, ${form.record} shows ${JSON.stringify(shown)} and not ${JSON.stringify(rule.shows)}`,
          )
        }
      }
    }
  }
}
