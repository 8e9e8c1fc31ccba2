import type { ClientRouter } from '../client-router/index.ts'
import type { FormKey } from '../client-router/shared.ts'
import { canOnce } from '../page-protocol/features.ts'
import type { Snapshot } from '../page-protocol/snapshot.ts'
import type { DraftKeeper } from './draft.ts'
import type { ClientRouteModule } from './route-module.ts'
import type { LinkHTMLAttributes, ReactNode } from 'react'

/**
 * Prefetched responses to data requests, by path and query, for browsers that do not support prefetch links. `undefined`
 * is a response that cannot be used.
 */
export type Prefetched = Map<string, Promise<Response | undefined>>

/** The state of the page that components use in a browser. */
export interface Browser {
  /** The URL of the entry module in the document. */
  readonly entry: string
  readonly modules: Map<string, ClientRouteModule>
  readonly prefetched: Prefetched
  /** Whether the page is hydrated. Before that, nothing may navigate or submit. */
  isReady: boolean
  /** The start of the keys of the document's forms, in an app with `once`. Empty if many visitors may get the document. */
  once?: string | undefined
  /** The keys of forms that the app has not responded to, by element, in an app with `once`. */
  onceKeys?: WeakMap<object, FormKey>
  /** Keeps the text that visitors type into forms, in an app with `visitor`. */
  drafts?: DraftKeeper
  /** The client router, which loads after the page. Until then, the browser handles links and forms. */
  router: ClientRouter | undefined
  /** Available once a component has called `whenPrefetching()`. */
  prefetcher: Prefetcher | undefined
  /** The page that the user sees. The client router may be ahead of it while React renders the next page. */
  shown: Snapshot
  /** Functions to call when React has shown a snapshot and run its effects. */
  readonly onPaint: WeakMap<Snapshot, () => void>
  /** Resolves when React has shown a snapshot, or after a short time. */
  readonly painted: (snapshot: Snapshot) => Promise<void>
  getSnapshot(): Snapshot
  /** Calls `use` when the client router is ready, perhaps at once. Returns a function that stops it. */
  readonly whenStarted: (use: (router: ClientRouter) => void | (() => void)) => () => void
  /** Loads the code that prefetches, and calls `use` with it, perhaps at once. Returns a function that stops it. */
  readonly whenPrefetching: (use: (prefetcher: Prefetcher) => void | (() => void)) => () => void
  /** Passes the client router to all `whenStarted()` callbacks. */
  start(router: ClientRouter, loadPrefetcher: () => Promise<Prefetcher>): void
}

/** Creates the state for the page that the server rendered. */
export function createBrowser(
  page: Snapshot,
  entry: string,
  modules: Map<string, ClientRouteModule>,
): Browser {
  const [whenStarted, startRouter] = createGate<ClientRouter>()
  const [whenLoaded, startPrefetching] = createGate<Prefetcher>()
  let load: (() => void) | undefined
  const browser: Browser = {
    entry,
    modules,
    prefetched: new Map(),
    isReady: false,
    router: undefined,
    prefetcher: undefined,
    shown: page,
    onPaint: new WeakMap(),
    ...(canOnce && { onceKeys: new WeakMap() }),
    painted: (snapshot) =>
      new Promise((resolve) => {
        browser.onPaint.set(snapshot, resolve)
        setTimeout(resolve, 50) // Three frames. React may show a newer snapshot instead.
      }),
    getSnapshot: () => browser.router?.getSnapshot() ?? page,
    whenStarted,
    whenPrefetching(use) {
      const stopWaiting = whenStarted(() => load?.())
      const stop = whenLoaded(use)

      return () => {
        stopWaiting()
        stop()
      }
    },
    start(router, loadPrefetcher) {
      browser.router = router
      load = () => {
        load = undefined
        // A page works without prefetching.
        loadPrefetcher().then((prefetcher) => {
          browser.prefetcher = prefetcher
          startPrefetching(prefetcher)
        }, ignore)
      }
      startRouter(router)
    },
  }

  return browser
}

/** Returns a function that calls `use` with a value when it is there, and a function that provides the value. */
function createGate<Value>(): [
  when: (use: (value: Value) => void | (() => void)) => () => void,
  open: (value: Value) => void,
] {
  const waiting = new Set<(value: Value) => void>()
  let opened: { value: Value } | undefined

  return [
    (use) => {
      let end: void | (() => void)
      const run = (value: Value) => {
        end = use(value)
      }
      if (opened) run(opened.value)
      else waiting.add(run)

      return () => {
        waiting.delete(run)
        end?.()
      }
    },
    (value) => {
      opened = { value }
      for (const run of waiting) run(value)
      waiting.clear()
    },
  ]
}

export function ignore(): undefined {}

/** When a link fetches the data and modules of its target. */
export type PrefetchMode = 'none' | 'intent' | 'render' | 'viewport'

/** The code that prefetches. It loads after the client router, and only if the page has a link that prefetches. */
export interface Prefetcher {
  /** The tags that prefetch a page. */
  readonly PrefetchTags: (props: PrefetchTagsProps) => ReactNode
  /** Reports when the target of an anchor should be prefetched and when not. Returns a function that stops it. */
  readonly watch: (
    anchor: HTMLAnchorElement,
    mode: PrefetchMode,
    setWanted: (isWanted: boolean) => void,
  ) => () => void
}

/** Props of {@link Prefetcher.PrefetchTags}. */
export interface PrefetchTagsProps {
  href: string
  attributes?: LinkHTMLAttributes<HTMLLinkElement> | undefined
  /** Undefined for `<PrefetchPageLinks>`. */
  mode?: PrefetchMode
}
