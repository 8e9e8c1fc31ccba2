import type { Snapshot } from '../page-protocol/snapshot.ts'

/** After a navigation, moves the focus as a browser would, and announces the title of the page to assistive technology. */
export function announce({ historyAction, commit }: Snapshot, focused: Element | null): void {
  // This comes first, because moving the focus causes a layout.
  liveRegion().textContent = document.title
  if (historyAction !== 'POP' && !commit.preventScrollReset && !commit.mutation) moveFocus(focused)
}

const REGION_ID = '__announcer'

/** Returns the live region. It has to exist before its text changes, because only changes are announced. */
export function liveRegion(): HTMLElement {
  let region = document.getElementById(REGION_ID)
  if (!region) {
    region = document.createElement('div')
    region.id = REGION_ID
    region.ariaLive = 'polite'
    region.style.cssText =
      'position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)'
    document.body.append(region)
  }

  return region
}

/** Focuses the element with `autofocus`, or else the body. An element that React has just focused keeps the focus. */
function moveFocus(before: Element | null): void {
  const { activeElement, body } = document
  if (activeElement !== before && activeElement !== body) return

  const target = document.querySelector<HTMLElement>('[autofocus]')
  if (target) return target.focus()

  const tabIndex = body.getAttribute('tabindex')
  body.tabIndex = -1
  body.focus({ preventScroll: true })
  if (tabIndex === null) body.removeAttribute('tabindex')
}
