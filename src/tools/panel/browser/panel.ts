import { cacheView } from './cache-view.ts'
import { element, keep } from './element.ts'
import { List } from './list.ts'
import { pageView } from './page-view.ts'
import { problemsView } from './problems-view.ts'
import { requestsView } from './requests-view.ts'
import { routesView } from './routes-view.ts'
import { readSettings, writeSettings } from './settings.ts'
import { State, type Link, type View } from './state.ts'
import { styles } from './styles.ts'
import { whyView } from './why-view.ts'

interface PanelOptions {
  close(): void
  /** Called with an error of the panel. */
  fail(error: unknown): void
  isOwnPage: boolean
}

/** Opens the panel in a shadow root. Returns a function that closes it. */
export function openPanel(root: ShadowRoot, link: Link, options: PanelOptions): () => void {
  const all = [pageView, requestsView, whyView, problemsView, routesView, cacheView]
  const panel = new Panel(link, options.isOwnPage ? all.slice(1) : all, options)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  root.adoptedStyleSheets.push(sheet)
  root.append(panel.frame)
  panel.open()

  return () => {
    panel.close()
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== sheet)
  }
}

class Panel {
  readonly frame: HTMLElement
  readonly #link: Link
  readonly #views: readonly View[]
  readonly #fail: (error: unknown) => void
  readonly #state: State
  /** What was chosen in each view, and what it shows if nothing was. */
  readonly #selected = new Map<string, string>()
  readonly #first = new Map<string, string>()
  readonly #list = new List((key) => this.#select(key))
  readonly #tabs: HTMLElement[]
  readonly #status = element('span.status', { role: 'status' })
  readonly #controls = element('div.controls')
  readonly #empty = element('p.empty')
  readonly #foot = element('div.foot')
  readonly #detail = element('section.detail', { 'aria-label': 'Details', tabIndex: 0 })
  readonly #body = element('div.body', { id: 'view', role: 'tabpanel' })
  #view: View
  #shown: string | undefined
  #isDue = false
  #stop = (): void => {}

  constructor(link: Link, views: readonly View[], { close, fail, isOwnPage }: PanelOptions) {
    this.#link = link
    this.#views = views
    this.#fail = fail
    this.#state = new State(link)
    this.#view = views.find(({ id }) => id === readSettings().view) ?? requestsView
    this.#tabs = views.map((view) => this.#createTab(view))
    const { pill, box } = this.#list
    this.#body.append(
      element('div.left', this.#controls, pill, box, this.#empty, this.#foot),
      this.#detail,
    )
    const names = { role: 'region', 'aria-label': 'Panel of the dev server' }
    const onkeydown = ({ key }: KeyboardEvent): void => this.#move(stepOf(key, 'Right', 'Left'))
    const tablist = { role: 'tablist', 'aria-label': 'Views', onkeydown }
    this.frame = element(
      isOwnPage ? 'div.frame.own' : 'div.frame',
      names,
      element('div.bar', element('div.tabs', tablist, this.#tabs), this.#status),
      this.#body,
    )
    if (isOwnPage) return
    this.frame.prepend(createEdge(this.frame))
    this.#status.after(...createTools(link.server?.base ?? '/', close))
    this.frame.onkeydown = (event) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      close()
    }
  }

  open(): void {
    this.#state.update = this.#drawSoon
    this.#state.show = (id, key) => {
      this.#selected.set(id, key)
      this.#choose(this.#views.find((one) => one.id === id)!)
    }
    this.#stop = this.#link.listen((message) => {
      this.#attempt(() => this.#state.take(message))
      this.#drawSoon()
    })
    addEventListener('focus', this.#drawSoon)
    this.#link.send({ type: 'open', version: 0, mark: this.#state.mark })
    this.#choose(this.#view)
    this.#focusTab()
  }

  close(): void {
    this.#stop()
    removeEventListener('focus', this.#drawSoon)
    this.#link.send({ type: 'close' })
    this.frame.remove()
  }

  #createTab(view: View): HTMLElement {
    const onclick = (): void => this.#choose(view)
    const names = { role: 'tab', type: 'button', id: `tab-${view.id}`, 'aria-controls': 'view' }
    return element('button', { ...names, onclick }, view.title)
  }

  /** Arrow keys move between the tabs. */
  #move(step: number): void {
    if (step === 0) return
    const at = this.#views.indexOf(this.#view) + step
    this.#choose(this.#views.at(at % this.#views.length)!)
    this.#focusTab()
  }

  #focusTab(): void {
    this.#tabs[this.#views.indexOf(this.#view)]?.focus()
  }

  #choose(view: View): void {
    this.#attempt(() => {
      this.#view = view
      this.#shown = undefined
      writeSettings({ view: view.id })
      for (const [at, tab] of this.#tabs.entries()) {
        tab.setAttribute('aria-selected', String(this.#views[at] === view))
        tab.tabIndex = this.#views[at] === view ? 0 : -1
      }
      this.#body.setAttribute('aria-labelledby', `tab-${view.id}`)
      this.#list.reset(view.title)
      this.#controls.replaceChildren(...keep(view.controls?.(this.#state) ?? []))
      view.open?.(this.#state)
      this.#draw()
    })
  }

  #select(key: string | undefined): void {
    if (key === undefined) this.#selected.delete(this.#view.id)
    else this.#selected.set(this.#view.id, key)
    this.#detail.scrollTop = 0
    this.#attempt(() => this.#draw())
  }

  #attempt(run: () => void): void {
    try {
      run()
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Draws once for all changes of a frame. */
  readonly #drawSoon = (): void => {
    if (this.#isDue) return
    this.#isDue = true
    requestAnimationFrame(() => {
      this.#isDue = false
      if (this.frame.isConnected) this.#attempt(() => this.#draw())
    })
  }

  #draw(): void {
    const view = this.#view
    const state = this.#state
    const rows = view.rows(state)
    const chosen = this.#selected.get(view.id)
    const find = (wanted: string | undefined) => rows.find(({ key }) => key === wanted)
    // The newest one, until another one is chosen. It stays when newer ones come.
    const row = find(chosen) ?? find(this.#first.get(view.id)) ?? rows[0]
    if (row) this.#first.set(view.id, row.key)
    this.#list.update(rows, row?.key)
    const { refusal, server } = this.#link
    this.#empty.hidden = rows.length > 0
    this.#empty.textContent = server || view === pageView ? view.empty(state) : refusal
    this.#foot.replaceChildren(...keep([view.foot?.(state)]))
    this.#status.textContent = server ? 'connected' : 'not connected'
    this.#body.classList.toggle('chosen', row !== undefined && row.key === chosen)

    const wanted = row && `${row.key} ${row.version}`
    if (wanted === this.#shown && wanted !== undefined) return
    this.#shown = wanted
    const { scrollTop } = this.#detail
    const onclick = (): void => this.#select(undefined)
    const back = element('button.back', { type: 'button', onclick }, '‹ Back')
    this.#detail.replaceChildren(...keep(row ? [back, view.detail(state, row.key)] : []))
    this.#detail.scrollTop = scrollTop
  }
}

/** The link to the panel's own page, the menu, and what closes the panel. */
function createTools(base: string, close: () => void): HTMLElement[] {
  const label = (text: string): Record<string, string> => ({ 'aria-label': text, title: text })
  const hideOrShow = (): string => (readSettings().isHidden ? 'Show the button' : 'Hide the button')
  const onclick = (): void => {
    writeSettings({ isHidden: !readSettings().isHidden })
    hider.textContent = hideOrShow()
    menu.open = false
  }
  const hider = element('button', { type: 'button', onclick }, hideOrShow())
  const more = element('summary.icon', label('More'), '⋯')
  const menu = element('details.menu', more, element('div', hider))
  const own = { href: `${base}@framework/panel`, target: '_blank' }
  const mail = { href: `${base}@framework/mail`, target: '_blank' }
  return [
    element('a.icon', { ...mail, ...label('Open the mail of the app') }, '✉'),
    element('a.icon', { ...own, ...label('Open the panel in its own tab') }, '↗'),
    menu,
    element('button.icon', { type: 'button', onclick: close, ...label('Close the panel') }, '×'),
  ]
}

/** The upper edge, which changes the height of the panel. */
function createEdge(frame: HTMLElement): HTMLElement {
  const resize = (height: number): void => {
    const share = Math.min(0.9, Math.max(0.2, height))
    edge.setAttribute('aria-valuenow', String(Math.round(share * 100)))
    writeSettings({ height: share })
    frame.style.setProperty('--height', `${share * 100}vh`)
  }
  const edge = element('div.edge', {
    role: 'separator',
    tabIndex: 0,
    'aria-label': 'Height of the panel',
    'aria-orientation': 'horizontal',
    onpointerdown({ pointerId }: PointerEvent) {
      edge.setPointerCapture(pointerId)
      edge.onpointermove = ({ clientY }) => resize(1 - clientY / innerHeight)
      edge.onpointerup = () => (edge.onpointermove = null)
    },
    onkeydown: ({ key }: KeyboardEvent) => {
      const step = stepOf(key, 'Up', 'Down')
      if (step !== 0) resize(readSettings().height + step / 20)
    },
  })
  resize(readSettings().height)
  return edge
}

function stepOf(key: string, forward: string, back: string): -1 | 0 | 1 {
  return key === `Arrow${forward}` ? 1 : key === `Arrow${back}` ? -1 : 0
}
