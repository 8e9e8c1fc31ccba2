import { element } from './element.ts'
import { readSettings, writeSettings } from './settings.ts'
import type { View } from './state.ts'

/** The tabs of the views. Arrow keys move between them. */
export class Tabs {
  readonly box: HTMLElement
  readonly #views: readonly View[]
  readonly #buttons: HTMLElement[]

  constructor(views: readonly View[], choose: (view: View) => void) {
    this.#views = views
    this.#buttons = views.map((view) => {
      const onclick = (): void => choose(view)
      const name = { role: 'tab', type: 'button', id: `tab-${view.id}`, 'aria-controls': 'view' }
      return element('button', { ...name, onclick }, view.title)
    })
    const onkeydown = ({ key }: KeyboardEvent): void => {
      const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
      if (step === 0) return
      const at = this.#buttons.findIndex(({ tabIndex }) => tabIndex === 0)
      choose(views.at((at + step) % views.length)!)
      this.focus()
    }
    const name = { role: 'tablist', 'aria-label': 'Views', onkeydown }
    this.box = element('div.tabs', name, this.#buttons)
  }

  mark(chosen: View): void {
    for (const [at, tab] of this.#buttons.entries()) {
      tab.setAttribute('aria-selected', String(this.#views[at] === chosen))
      tab.tabIndex = this.#views[at] === chosen ? 0 : -1
    }
  }

  focus(): void {
    this.#buttons.find(({ tabIndex }) => tabIndex === 0)?.focus()
  }
}

/** The link to the panel's own page, the menu, and what closes the panel. */
export function createTools(base: string, close: () => void): HTMLElement[] {
  const label = (text: string): Record<string, string> => ({ 'aria-label': text, title: text })
  const hideOrShow = (): string => (readSettings().isHidden ? 'Show the button' : 'Hide the button')
  const onclick = (): void => {
    writeSettings({ isHidden: !readSettings().isHidden })
    hider.textContent = hideOrShow()
    menu.open = false
  }
  const hider = element('button', { type: 'button', onclick }, hideOrShow())
  const menu = element(
    'details.menu',
    element('summary.icon', label('More'), '⋯'),
    element('div', hider),
  )
  const own = { href: `${base}@framework/panel`, target: '_blank' }
  return [
    element('a.icon', { ...own, ...label('Open the panel in its own tab') }, '↗'),
    menu,
    element('button.icon', { type: 'button', onclick: close, ...label('Close the panel') }, '×'),
  ]
}

/** The upper edge, which changes the height of the panel. */
export function createEdge(resized: (share: number) => void): HTMLElement {
  const resize = (height: number): void => {
    const share = Math.min(0.9, Math.max(0.2, height))
    edge.setAttribute('aria-valuenow', String(Math.round(share * 100)))
    writeSettings({ height: share })
    resized(share)
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
    onkeydown({ key }: KeyboardEvent) {
      const step = key === 'ArrowUp' ? 0.05 : key === 'ArrowDown' ? -0.05 : 0
      if (step !== 0) resize(readSettings().height + step)
    },
  })
  resize(readSettings().height)
  return edge
}
