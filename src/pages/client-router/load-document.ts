import type { PageMatch } from '../page-protocol/match-pages.ts'
import type { HistoryAction } from '../page-protocol/snapshot.ts'
import type { Submission } from '../page-protocol/submission.ts'
import { commitPage } from './commit-page.ts'
import { canOnce } from '../page-protocol/features.ts'
import { hrefOf, pathOf, type Path } from './href.ts'
import type { PageResult } from './request-data.ts'
import type { Navigation } from './navigation-state.ts'
import { hold, type RouterState } from './router-state.ts'
import type { Departure, SkewSeam } from './seams.ts'
import { keyOf } from './send-once.ts'

/**
 * Makes the browser load the target of the navigation as a document. The transition does not change until the browser
 * leaves. If the page stays, because of a download or because the user cancelled, calls `onStay`.
 */
export function loadDocument(
  router: RouterState,
  navigation: Navigation,
  href: string,
  onStay: () => void,
  submission?: Submission,
): void {
  const { historyAction, location } = navigation
  navigation.controller.abort()
  const isHere = href === hrefOf(location)
  const departure: Departure = isHere
    ? departureTo(router.options.history.location, location, historyAction ?? 'PUSH')
    : historyAction === 'REPLACE'
      ? 'replace'
      : 'assign'
  hold(
    router,
    navigation,
    () =>
      router.options.loadDocument(
        href,
        departure,
        canOnce && submission
          ? { ...submission, once: keyOf(router, navigation.source).key }
          : submission,
      ),
    onStay,
  )
}

/**
 * Handles a response of another build, or a missing chunk: loads the document at the target, which belongs to the new build.
 * Does not repeat a mutation. If the document was already loaded for this, the nearest boundary shows an error.
 *
 * @param id The route that could not be loaded
 */
export function recoverPage(
  router: RouterState,
  navigation: Navigation,
  loaded: PageResult,
  error: Error,
  id: string,
): void {
  const { location } = navigation
  const fail = (): void => {
    const results = { ...loaded.results, [id]: { error } }
    commitPage(router, navigation, { ...loaded, results, isFailure: true })
  }
  if (!mayLoadDocument(router, location)) return fail()
  loadDocument(router, navigation, hrefOf(location), fail)
}

/** Handles a missing chunk without a navigation: loads the document of the current page again, or calls `fail`. */
export function recoverHere(router: RouterState, fail: () => void): void {
  const { history } = router.options
  if (mayLoadDocument(router, history.location)) {
    void router.options.loadDocument(hrefOf(history.location), 'reload').then(fail, fail)
  } else fail()
}

/** Whether the loop guard allows an automatic load of the document at `target`. */
export function mayLoadDocument({ options }: RouterState, target: Path): boolean {
  return allowDocumentLoad(options.skew, options.manifest.version, hrefOf(target), options.now())
}

/** Milliseconds before the same document may load automatically again. By then, a deploy should have reached all servers. */
const RETRY_AFTER = 60_000

/**
 * Whether a document may load automatically. Records it, so that a build loads the same target only once a minute.
 *
 * @returns `false` if it was loaded recently, or if nothing can be stored
 */
export function allowDocumentLoad(
  skew: SkewSeam,
  version: string,
  href: string,
  now: number,
): boolean {
  const last = skew.read()
  const isRepeated = last?.version === version && last.href === href && now - last.t < RETRY_AFTER
  return !isRepeated && skew.write({ version, href, t: now })
}

/** Returns how the browser can load a fresh document at `target` from `current`. */
export function departureTo(current: Path, target: Path, historyAction: HistoryAction): Departure {
  if (hrefOf(current) === hrefOf(target)) return 'reload'
  if (pathOf(current) === pathOf(target)) return 'hash' // Assigning the URL would only scroll.
  return historyAction === 'PUSH' ? 'assign' : 'replace'
}

/**
 * Whether the document that the server rendered belongs to this URL. Compares route ids, because static hosts and tracking
 * parameters change the URL without changing the page. The error page for a module that the server could not load has only
 * the root. It counts as right, because loading it again would not help.
 */
export function isHydratable(
  handoff: { readonly isUnloaded?: true; readonly matches?: readonly { readonly id: string }[] },
  matches: readonly PageMatch[] | null,
): boolean {
  if (handoff.isUnloaded || !handoff.matches || !matches) return true
  return handoff.matches.map(({ id }) => id).join() === matches.map(({ id }) => id).join()
}
