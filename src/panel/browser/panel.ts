import { createEdge, createTools, Tabs } from './bar.ts'
import { cacheView } from './cache-view.ts'
import { element, keep } from './element.ts'
import type { Link } from './link.ts'
import { List } from './list.ts'
import { pageView } from './page-view.ts'
import { problemsView } from './problems-view.ts'
import { requestsView } from './requests-view.ts'
import { routesView } from './routes-view.ts'
import { readSettings, writeSettings } from './settings.ts'
import { State, type View } from './state.ts'
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
  const { close, fail, isOwnPage } = options
  const state = new State(link)
  const all = [pageView, requestsView, whyView, problemsView, routesView, cacheView]
  const views = isOwnPage ? all.slice(1) : all
  /** What was chosen in each view, and what it shows if nothing was. */
  const selected = new Map<string, string>()
  const first = new Map<string, string>()
  let view = views.find(({ id }) => id === readSettings().view) ?? requestsView
  let shown: string | undefined
  let isDue = false

  const tabs = new Tabs(views, choose)
  const list = new List(select)
  const status = element('span.status', { role: 'status' })
  const controls = element('div.controls')
  const empty = element('p.empty')
  const foot = element('div.foot')
  const detail = element('section.detail', { 'aria-label': 'Details', tabIndex: 0 })
  const left = element('div.left', controls, list.pill, list.box, empty, foot)
  const body = element('div.body', { id: 'view', role: 'tabpanel' }, left, detail)
  const frame = element(isOwnPage ? 'div.frame.own' : 'div.frame', {
    role: 'region',
    'aria-label': 'Panel of the dev server',
  })
  frame.append(element('div.bar', tabs.box, status), body)
  if (!isOwnPage) {
    const resized = (share: number) => frame.style.setProperty('--height', `${share * 100}vh`)
    frame.prepend(createEdge(resized))
    status.after(...createTools(link.server?.base ?? '/', close))
    frame.onkeydown = (event) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      close()
    }
  }
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  root.append(frame)

  state.update = update
  state.show = (id, key) => {
    selected.set(id, key)
    choose(views.find((one) => one.id === id)!)
  }
  const stop = link.listen((message) => {
    attempt(() => state.take(message))
    update()
  })
  addEventListener('focus', update)
  state.mark = link.server?.mark ?? ''
  link.send({ type: 'open', version: 0, mark: state.mark })
  choose(view)
  tabs.focus()

  return () => {
    stop()
    removeEventListener('focus', update)
    link.send({ type: 'close' })
    frame.remove()
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== sheet)
  }

  function attempt(run: () => void): void {
    try {
      run()
    } catch (error) {
      fail(error)
    }
  }

  function choose(next: View): void {
    attempt(() => {
      view = next
      shown = undefined
      writeSettings({ view: view.id })
      tabs.mark(view)
      body.setAttribute('aria-labelledby', `tab-${view.id}`)
      list.reset(view.title)
      controls.replaceChildren(...keep(view.controls?.(state) ?? []))
      view.open?.(state)
      draw()
    })
  }

  /** Draws once for all changes of a frame. */
  function update(): void {
    if (isDue) return
    isDue = true
    requestAnimationFrame(() => {
      isDue = false
      if (frame.isConnected) attempt(draw)
    })
  }

  function draw(): void {
    const rows = view.rows(state)
    const chosen = selected.get(view.id)
    const find = (wanted: string | undefined) => rows.find(({ key }) => key === wanted)
    // The newest one, until another one is chosen. It stays when newer ones come.
    const row = find(chosen) ?? find(first.get(view.id)) ?? rows[0]
    if (row) first.set(view.id, row.key)
    list.update(rows, row?.key)
    empty.hidden = rows.length > 0
    empty.textContent = link.server || view === pageView ? view.empty(state) : link.refusal
    foot.replaceChildren(...keep(view.foot?.(state) ?? []))
    status.textContent = link.server ? 'connected' : 'not connected'
    body.classList.toggle('chosen', row !== undefined && row.key === chosen)

    const wanted = row && `${row.key} ${row.version}`
    if (wanted === shown && wanted !== undefined) return
    shown = wanted
    const { scrollTop } = detail
    const onclick = (): void => select(undefined)
    const item = row && [
      element('button.back', { type: 'button', onclick }, '‹ Back'),
      view.detail(state, row.key),
    ]
    detail.replaceChildren(...keep([item]))
    detail.scrollTop = scrollTop
  }

  function select(key: string | undefined): void {
    if (key === undefined) selected.delete(view.id)
    else selected.set(view.id, key)
    detail.scrollTop = 0
    attempt(draw)
  }
}
