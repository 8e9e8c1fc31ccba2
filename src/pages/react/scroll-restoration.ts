import { useEffect, useInsertionEffect, useLayoutEffect, useRef } from 'react'
import type { Snapshot } from '../page-protocol/snapshot.ts'
import type { Location } from '../page-protocol/transition.ts'
import { usePage, useRouter } from './contexts.ts'
import { appLocation, matchesOf } from './matches.ts'
import type { RouteMatch } from './route-module.ts'
import { readItem, writeItem } from './tab-storage.ts'

/** Props of {@link ScrollRestoration}. */
export interface ScrollRestorationProps {
  /** Returns the key of a scroll position. Pages with the same key share the position. @default `location.key` */
  getKey?: (location: Location, matches: readonly RouteMatch[]) => string | null
  /** The name of the session storage item. @default 'fw:scroll' */
  storageKey?: string
  /** Accepted for compatibility. It has no effect, because no inline script is rendered. */
  nonce?: string
}

/** Scrolls like a browser: to the top or the hash of a new page, and to the old position on back and forward. */
export function ScrollRestoration({
  getKey,
  storageKey = 'fw:scroll',
}: ScrollRestorationProps): null {
  const value = useRouter('<ScrollRestoration>')
  const page = usePage('<ScrollRestoration>')
  const { browser } = value

  const keyOf = (page: Snapshot): string =>
    getKey?.(appLocation(value, page.location), matchesOf(value, page)) ?? page.location.key
  // `useEffectEvent()` would do the same, but then React's code for it would be a part of every page.
  const newest = useRef(keyOf)
  useInsertionEffect(() => {
    newest.current = keyOf
  })

  const positions = useRef<Record<string, number>>(undefined)

  useEffect(() => {
    if (!browser) return undefined
    const all = (positions.current ??= readPositions(storageKey))
    let last = browser.getSnapshot()
    const remember = () => {
      all[newest.current(last)] = scrollY
    }
    const hide = () => {
      remember()
      writeItem(storageKey, JSON.stringify(all))
      history.scrollRestoration = 'auto' // The browser scrolls when the document is loaded again.
    }
    const show = () => {
      history.scrollRestoration = 'manual'
    }
    // If a page is reloaded or comes from its cache, WebKit scrolls after `pageshow`, and only if `scrollRestoration` is
    // still `auto`.
    const showLater = () => requestAnimationFrame(show)
    const stop = browser.whenStarted((clientRouter) => {
      // Until the document is complete, the browser may still scroll to the position that the page had before it was
      // reloaded.
      if (document.readyState === 'complete' || !all[newest.current(last)]) show()
      // Without a client router, only the browser scrolls.
      addEventListener('pageshow', showLater)
      last = clientRouter.getSnapshot()
      // The client router notifies before React renders, so the old page still has its scroll position.
      return clientRouter.subscribe((next) => {
        if (next.commit !== last.commit) remember()
        last = next
      })
    })
    addEventListener('pagehide', hide)

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
  // A new entry has a position only if `getKey` returns the key of another entry.
  if (!commit.preventScrollReset && !commit.mutation) scrollTo(0, position ?? 0)
}

function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1) // An invalid escape is part of the name.
  }
}

function readPositions(storageKey: string): Record<string, number> {
  try {
    return JSON.parse(readItem(storageKey) ?? '{}') as Record<string, number>
  } catch {
    return {} // Other code wrote to it.
  }
}
