import { Component, type ReactNode, type RefObject } from 'react'
import type { Snapshot } from '../page-protocol/snapshot.ts'

interface AnnouncerProps {
  page: Snapshot
  /** The element that had the focus when the page began to render. */
  focused: RefObject<Element | null>
  children: ReactNode
}

/** Moves the focus as a browser would when it shows another page, and announces its title to assistive technology. */
export class Announcer extends Component<AnnouncerProps> {
  // Runs before React changes the document. Afterwards, `focus()` would have to wait for the layout of the new page.
  override getSnapshotBeforeUpdate({ page: old }: AnnouncerProps): 'same' | 'announce' | 'reset' {
    const { commit, historyAction, location } = this.props.page
    if (old.location.pathname === location.pathname) return 'same'
    if (historyAction === 'POP' || commit.preventScrollReset || commit.mutation) return 'announce'
    focusBody()

    return 'reset'
  }

  override componentDidUpdate(_props: AnnouncerProps, _state: unknown, how?: string): void {
    if (how === 'same') return

    // This comes first, because moving the focus may cause a layout.
    liveRegion().textContent = document.title
    if (how === 'reset') settleFocus(this.props.focused.current)
  }

  override render(): ReactNode {
    return this.props.children
  }
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

/** Focuses the element with `autofocus`. An element that React has just focused keeps the focus. */
function settleFocus(before: Element | null): void {
  const { activeElement, body } = document
  if (activeElement !== before && activeElement !== body) return

  const target = document.querySelector<HTMLElement>('[autofocus]')
  if (target) target.focus()
  // React has restored the focus of an element that stays.
  else if (activeElement !== body) focusBody()
}

function focusBody(): void {
  const { body } = document
  const tabIndex = body.getAttribute('tabindex')
  body.tabIndex = -1
  body.focus({ preventScroll: true })
  if (tabIndex === null) body.removeAttribute('tabindex')
}
