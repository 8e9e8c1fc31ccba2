import {
  startTransition,
  useEffect,
  useInsertionEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { flushSync } from 'react-dom'
import type { Snapshot } from '../page-protocol/snapshot.ts'
import { Announcer, liveRegion } from './announce.ts'
import { RouterView } from './router-view.tsx'
import { addTransitionType } from './view-transition.ts'
import type { RouterValue } from './contexts.ts'

/**
 * The app in a browser. It has two states: pending work shows at once, and a page shows when it is complete.
 *
 * A new page and the end of its pending state are set in one transition, so that they always show together.
 */
export function HydratedRouter({
  value,
  onRefresh,
}: {
  value: RouterValue
  onRefresh: (listener: () => void) => void
}): ReactNode {
  const browser = value.browser!
  const [page, setPage] = useState(browser.shown)
  const [pending, setPending] = useState(page)
  const [current, setCurrent] = useState(value)
  const focused = useRef<Element | null>(null)

  // This runs before the effects of the page's components, which may navigate.
  useInsertionEffect(() => {
    browser.isReady = true
    browser.shown = page
  }, [browser, page])

  useLayoutEffect(() => {
    // A new object makes every component render that reads this context.
    onRefresh(() => setCurrent((old) => ({ ...old })))

    return browser.whenStarted((router) => {
      let last = page
      // The newest page that React is rendering. It may take a while to show.
      let coming = page
      const show = () => {
        coming = last
        setPage(last)
        setPending(last)
      }
      const update = (next: Snapshot) => {
        const isNewPage = pageFields.some((field) => next[field] !== last[field])
        const isMove = next.commit !== last.commit && !next.commit.initial
        const { location } = last
        last = next
        if (!isNewPage && !isMove) {
          const ended = coming
          setPending(browser.shown === ended ? next : (old) => keepEnded(old, next, ended))
          return
        }

        focused.current = document.activeElement
        showPage(next, isMove, next.location !== location, show)
      }
      liveRegion()
      // Applies the changes since the first render. Without changes, nothing may render: React would show the fallback of
      // each part that it has not hydrated yet.
      const started = router.getSnapshot()
      if (started !== page) update(started)

      return router.subscribe(update)
    })
    // oxlint-disable-next-line react/exhaustive-deps -- the first page only
  }, [browser])

  // This runs after the effects of the page's components.
  useEffect(() => browser.onPaint.get(pending)?.(), [browser, pending])

  return (
    <Announcer page={page} focused={focused}>
      <RouterView router={current} page={page} pending={pending} />
    </Announcer>
  )
}

/** Shows a page in a transition. */
function showPage(next: Snapshot, isMove: boolean, isElsewhere: boolean, show: () => void): void {
  // React before 19.3 has no view transitions.
  if (
    isMove &&
    next.commit.viewTransition &&
    !addTransitionType &&
    'startViewTransition' in document
  ) {
    // The browser skips a view transition when the next one starts, which is not an error.
    document.startViewTransition(() => flushSync(show)).ready.catch(() => {})
  } else {
    startTransition(() => {
      // A mutation that stays on its page is not a step back, even if the user reached the page by a step back.
      if (isMove && isElsewhere) addTypes(next)
      show()
    })
  }
}

/** Tells the `<ViewTransition>`s of the app how the user reaches the page. */
function addTypes({ commit: { hashOnly, viewTransition }, historyAction }: Snapshot): void {
  const add = (type: string): void => addTransitionType?.(type)
  if (hashOnly) return
  if (historyAction === 'POP') add('navigation-back')
  else if (viewTransition) {
    add('navigation')
    if (viewTransition !== true) add(viewTransition)
  }
}

const pageFields = ['location', 'matches', 'loaderData', 'actionData', 'invalid', 'errors'] as const

/** Returns `next`. If work has ended together with a page that does not show yet, the work stays pending in it. */
function keepEnded(old: Snapshot, next: Snapshot, ended: Snapshot): Snapshot {
  const fetchers = new Map([...old.fetchers, ...next.fetchers])
  for (const key of fetchers.keys()) {
    const isEnded = next.fetchers.get(key) === ended.fetchers.get(key)
    const fetcher = (isEnded ? old : next).fetchers.get(key)
    if (fetcher) fetchers.set(key, fetcher)
    else fetchers.delete(key)
  }
  const kept = (['transition', 'revalidation', 'blocker'] as const).filter(
    (field) => next[field] === ended[field],
  )

  return { ...next, fetchers, ...Object.fromEntries(kept.map((field) => [field, old[field]])) }
}
