import type { Snapshot } from '../page-protocol/snapshot.ts'

/** After a navigation: moves the focus as a browser would, and tells assistive technology where the user is now. */
export function announce({ historyAction, commit }: Snapshot, focused: Element | null): void {
  // First, because moving the focus lays the page out.
  liveRegion().textContent = document.title
  if (historyAction !== 'POP' && !commit.preventScrollReset && !commit.mutation) moveFocus(focused)
}

const REGION_ID = '__announcer'

/** What assistive technology listens to: only to what changes in it, so it has to be there before. */
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

/** To what asks for it, else to the body. What React has focused for `autoFocus` meanwhile stays. */
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
