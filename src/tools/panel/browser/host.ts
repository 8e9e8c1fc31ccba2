import { element } from './element.ts'
import { readSettings, writeSettings } from './settings.ts'
import type { Link } from './state.ts'

/** The element that holds the button and the panel. Nothing of the page reaches into it (DP-5). */
export interface Host {
  /** Shows the button with the number of problems, unless it is hidden or a test drives the browser (DP-3). */
  showButton(problems: number): void
  toggle(): void
}

const style = `
:host { all: initial }
.dot[hidden] { display: none }
.dot {
  position: fixed; left: 12px; bottom: 12px; z-index: 2147483646; box-sizing: border-box; min-width: 28px; height: 28px;
  padding: 0 6px; border: 1px solid light-dark(#e8e0d4, #353028); border-radius: 14px; opacity: .5; cursor: pointer;
  background: light-dark(#fffdfa, #1e1b16); color: light-dark(#635b50, #b0a695); color-scheme: light dark;
  font: 600 12px/1 system-ui, sans-serif; font-variant-numeric: tabular-nums; box-shadow: 0 1px 4px #0002;
}
.dot:hover, .dot:focus-visible, .dot.bad { opacity: 1 }
.dot.bad { background: light-dark(#9a3226, #f2a594); color: light-dark(#fffaf4, #2b0f0a); border-color: transparent }
.dot:focus-visible { outline: 2px solid light-dark(#9a3226, #f2a594); outline-offset: 2px }
`

export function createHost(link: Link, isOwnPage: boolean): Host {
  // Under automation, an app's own tests see no other pixel until someone asks for the panel.
  let isAsked = !navigator.webdriver
  let button: HTMLButtonElement | undefined
  let close: (() => void) | undefined
  let root: ShadowRoot | undefined
  let hasFailed = false

  return { showButton, toggle }

  function showButton(problems: number): void {
    if (hasFailed || !isAsked || isOwnPage || readSettings().isHidden) return void button?.remove()
    button ??= element('button', { type: 'button', onclick: toggle })
    button.textContent = String(problems || '◆')
    button.className = problems === 0 ? 'dot' : 'dot bad'
    const count = problems === 1 ? '1 problem' : `${problems} problems`
    button.title = `Open the panel (Alt+Shift+D): ${count}`
    button.setAttribute('aria-label', button.title)
    whenIdle(() => {
      try {
        getRoot().append(button!)
      } catch (error) {
        fail(error)
      }
    })
  }

  function toggle(): void {
    isAsked = true
    if (close === undefined) void open().catch(fail)
    else if (!isOwnPage) end()
  }

  async function open(): Promise<void> {
    const focused = document.activeElement
    close = () => {}
    const { openPanel } = await import('./panel.ts')
    const closePanel = openPanel(getRoot(), link, { close: end, fail, isOwnPage })
    // It has failed at once.
    if (close === undefined) return closePanel()
    if (button) button.hidden = true
    close = () => {
      closePanel()
      if (focused instanceof HTMLElement) focused.focus()
    }
    writeSettings({ isOpen: true })
  }

  function end(): void {
    close?.()
    close = undefined
    writeSettings({ isOpen: false })
    if (button) button.hidden = false
    if (link.server) showButton(link.server.count)
  }

  /** If the panel fails, the page goes on without it (DP-11). */
  function fail(error: unknown): void {
    hasFailed = true
    console.warn('The panel of the dev server has failed. The page is not affected.', error)
    end()
  }

  function getRoot(): ShadowRoot {
    return (root ??= createRoot(isOwnPage))
  }
}

/** Creates the element. If something renders the document again, it puts itself back, at most 3 times. */
function createRoot(isOwnPage: boolean): ShadowRoot {
  const host = document.createElement('framework-panel')
  host.style.setProperty('all', 'initial', 'important')
  const root = host.attachShadow({ mode: isOwnPage ? 'open' : 'closed' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  root.adoptedStyleSheets = [sheet]
  document.documentElement.append(host)
  let returns = 0
  new MutationObserver((_, observer) => {
    if (host.isConnected) return
    if (++returns > 3) return observer.disconnect()
    document.documentElement.append(host)
  }).observe(document.documentElement, { childList: true })
  return root
}

/** Runs a function when the page has nothing else to do. WebKit has no idle callback. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run)
  else queueMicrotask(run)
}
