import type { ClientRouter, Snapshot } from '../client-router/index.ts'
import type { PrefetchTags, watch } from './prefetch-tags.tsx'
import type { ClientRouteModule } from './route-module.ts'

/**
 * Answers to data requests that were made in advance, by path and query, for browsers that cannot prefetch. `undefined`
 * is one that is of no use.
 */
export type Prefetched = Map<string, Promise<Response | undefined>>

/** What comes after the page, with the machine. */
export interface Late {
  readonly PrefetchTags: typeof PrefetchTags
  readonly watch: typeof watch
}

/** What components need to know in a browser. */
export interface Browser {
  /** The URL of the entry module, as the document names it. */
  readonly entry: string
  readonly modules: Map<string, ClientRouteModule>
  readonly prefetched: Prefetched
  /** Whether the page has been hydrated: before that, nothing may navigate or submit. */
  isReady: boolean
  /** The machine, which comes after the page. Until then links and forms are the browser's. */
  router: ClientRouter | undefined
  /** There as soon as the machine is. */
  late: Late | undefined
  /** The page that the user sees. The machine may be ahead of it while React renders the next one. */
  shown: Snapshot
  getSnapshot(): Snapshot
  /** Calls `use` as soon as the machine is there, perhaps at once; returns a function that ends it. */
  readonly whenLive: (use: (router: ClientRouter) => void | (() => void)) => () => void
  /** Hands the machine to everybody who waits for it. */
  start(router: ClientRouter, late: Late): void
}

/** The browser of a page that was rendered as `page`. */
export function createBrowser(
  page: Snapshot,
  entry: string,
  modules: Map<string, ClientRouteModule>,
): Browser {
  const waiting = new Set<() => void>()
  const browser: Browser = {
    entry,
    modules,
    prefetched: new Map(),
    isReady: false,
    router: undefined,
    late: undefined,
    shown: page,
    getSnapshot: () => browser.router?.getSnapshot() ?? page,
    whenLive(use) {
      let end: void | (() => void)
      const run = () => {
        end = use(browser.router!)
      }
      if (browser.router) run()
      else waiting.add(run)

      return () => {
        waiting.delete(run)
        end?.()
      }
    },
    start(router, late) {
      browser.router = router
      browser.late = late
      for (const run of waiting) run()
      waiting.clear()
    },
  }

  return browser
}
