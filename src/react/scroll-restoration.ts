import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { Snapshot } from '../page-protocol/snapshot.ts'
import type { Location } from '../page-protocol/transition.ts'
import { usePage, useRouter } from './contexts.ts'
import { appLocation, matchesOf } from './matches.ts'
import type { RouteMatch } from './route-module.ts'

/** Props of {@link ScrollRestoration}. */
export interface ScrollRestorationProps {
  /** The name under which a position is remembered; pages with the same one share it. @default `location.key` */
  getKey?: (location: Location, matches: readonly RouteMatch[]) => string | null
  /** The session storage item. @default 'fw:scroll' */
  storageKey?: string
  /** Accepted for source compatibility: nothing inline is rendered. */
  nonce?: string
}

/** Scrolls as a browser does: to the top or the hash of a new page, to where the user was on back and forward. */
export function ScrollRestoration({
  getKey,
  storageKey = 'fw:scroll',
}: ScrollRestorationProps): null {
  const value = useRouter('<ScrollRestoration>')
  const page = usePage('<ScrollRestoration>')
  const { browser } = value

  const keyOf = useEffectEvent(
    (page: Snapshot) =>
      getKey?.(appLocation(value, page.location), matchesOf(value, page)) ?? page.location.key,
  )

  const positions = useRef<Record<string, number>>(undefined)

  useEffect(() => {
    if (!browser) return undefined
    const all = (positions.current ??= readPositions(storageKey))
    let last = browser.getSnapshot()
    const remember = () => {
      all[keyOf(last)] = scrollY
    }
    const hide = () => {
      remember()
      writePositions(storageKey, all)
      history.scrollRestoration = 'auto' // the browser's turn, when the document is loaded again
    }
    const show = () => {
      history.scrollRestoration = 'manual'
    }
    const stop = browser.whenLive((machine) => {
      show()
      last = machine.getSnapshot()
      // The machine tells before React renders, so the old page is still where the user left it.
      return machine.subscribe((next) => {
        if (next.commit !== last.commit) remember()
        last = next
      })
    })
    // WebKit scrolls a page that it kept after `pageshow`, and only if that is still the browser's turn.
    const showLater = () => requestAnimationFrame(show)
    addEventListener('pagehide', hide)
    addEventListener('pageshow', showLater)

    return () => {
      stop()
      removeEventListener('pagehide', hide)
      removeEventListener('pageshow', showLater)
      history.scrollRestoration = 'auto'
    }
  }, [browser, storageKey])

  useLayoutEffect(() => {
    if (!page.commit.initial) scroll(page, positions.current?.[keyOf(page)])
    // oxlint-disable-next-line react/exhaustive-deps -- once for each navigation
  }, [page.commit])

  return null
}

function scroll({ historyAction, commit, location }: Snapshot, position: number | undefined): void {
  if (historyAction === 'POP' && position !== undefined) return scrollTo(0, position)
  if (location.hash) {
    const target = document.getElementById(decodeHash(location.hash))
    if (target) return target.scrollIntoView()
  }
  // A new entry has a position only where `getKey` gives it the name of another one.
  if (!commit.preventScrollReset && !commit.mutation) scrollTo(0, position ?? 0)
}

function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1) // an escape that is none is the name itself
  }
}

function readPositions(storageKey: string): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, number>
  } catch {
    return {} // storage is denied, or somebody else wrote there
  }
}

function writePositions(storageKey: string, positions: Record<string, number>): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(positions))
  } catch {
    // Without storage they are forgotten with the document.
  }
}
